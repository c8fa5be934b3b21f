// The adapter of the client that oapi-codegen generates.
package main

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"

	petstore "adapters/build/oapi-codegen"
)

var version string // the build sets it

type petStore struct{ *petstore.ClientWithResponses }

func connect(settings Settings) (Client, error) {
	authorize := func(_ context.Context, request *http.Request) error {
		if settings.APIKey != "" {
			request.Header.Set("Authorization", "Bearer "+settings.APIKey)
		}
		return nil
	}
	client, err := petstore.NewClientWithResponses(settings.BaseURL, petstore.WithRequestEditorFn(authorize))
	return petStore{client}, err
}

func (store petStore) ListPets(ctx context.Context, query url.Values) (any, error) {
	params := &petstore.ListPetsParams{}
	if query.Has("limit") {
		limit, err := strconv.Atoi(query.Get("limit"))
		if err != nil {
			return nil, err
		}
		params.Limit = &limit
	}
	if query.Has("status") {
		status := petstore.PetStatus(query.Get("status"))
		params.Status = &status
	}
	response, err := store.ListPetsWithResponse(ctx, params)
	if err != nil {
		return nil, err
	}
	if response.JSON200 == nil {
		return nil, failure(response.StatusCode(), response.JSON400, response.JSON401, response.JSON503)
	}
	return response.JSON200, nil
}

func (store petStore) CreatePet(ctx context.Context, pet NewPet) (any, error) {
	newPet := petstore.NewPet{Name: pet.Name, CategoryId: pet.CategoryID, Status: (*petstore.PetStatus)(pet.Status)}
	response, err := store.CreatePetWithResponse(ctx, newPet)
	if err != nil {
		return nil, err
	}
	if response.JSON201 == nil {
		return nil, failure(response.StatusCode(), response.JSON400, response.JSON401, response.JSON413, response.JSON415, response.JSON503)
	}
	return response.JSON201, nil
}

func (store petStore) GetPet(ctx context.Context, id string) (any, error) {
	petID, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		return nil, err
	}
	response, err := store.GetPetWithResponse(ctx, petID)
	if err != nil {
		return nil, err
	}
	if response.JSON200 == nil {
		return nil, failure(response.StatusCode(), response.JSON401, response.JSON404, response.JSON503)
	}
	return response.JSON200, nil
}

// failure returns the error for a response without the body of a success. At most one of the bodies is there.
func failure(status int, bodies ...*petstore.Error) error {
	for _, body := range bodies {
		if body != nil {
			return &APIError{Status: status, Code: body.Code, Message: body.Message}
		}
	}
	if status >= 200 && status <= 299 {
		return errors.New("the response has no body that the client reads")
	}
	return &APIError{Status: status}
}

func main() {
	AnswerRequests("oapi-codegen", version, []string{"timeout", "redirects", "gzip", "concurrent"}, connect)
}
