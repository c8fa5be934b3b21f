// An adapter around the client that oapi-codegen generates.
package main

import (
	"context"
	"errors"
	"net/http"

	"protocol"
	petstore "protocol/build/oapi-codegen"
)

type petStore struct{ *petstore.ClientWithResponses }

func connect(settings protocol.Settings) (protocol.Client, error) {
	authorize := func(_ context.Context, request *http.Request) error {
		if settings.APIKey != "" {
			request.Header.Set("Authorization", "Bearer "+settings.APIKey)
		}
		return nil
	}
	client, err := petstore.NewClientWithResponses(settings.BaseURL, petstore.WithRequestEditorFn(authorize))
	return petStore{client}, err
}

func (store petStore) ListPets(ctx context.Context, query protocol.Query) (pets []protocol.Pet, err error) {
	response, err := store.ListPetsWithResponse(ctx, &petstore.ListPetsParams{Limit: query.Limit, Status: (*petstore.PetStatus)(query.Status)})
	if err != nil {
		return nil, err
	}
	if response.JSON200 == nil {
		return nil, failure(response.StatusCode(), response.JSON400, response.JSON401, response.JSON503)
	}
	for _, pet := range *response.JSON200 {
		pets = append(pets, read(&pet))
	}
	return pets, nil
}

func (store petStore) CreatePet(ctx context.Context, pet protocol.Pet) (created protocol.Pet, err error) {
	newPet := petstore.NewPet{Name: pet.Name, CategoryId: pet.CategoryID}
	if pet.Status != "" {
		newPet.Status = (*petstore.PetStatus)(&pet.Status)
	}
	response, err := store.CreatePetWithResponse(ctx, newPet)
	if err != nil {
		return created, err
	}
	if response.JSON201 == nil {
		return created, failure(response.StatusCode(), response.JSON400, response.JSON401, response.JSON413, response.JSON415, response.JSON503)
	}
	return read(response.JSON201), nil
}

func (store petStore) GetPet(ctx context.Context, id int64) (pet protocol.Pet, err error) {
	response, err := store.GetPetWithResponse(ctx, id)
	if err != nil {
		return pet, err
	}
	if response.JSON200 == nil {
		return pet, failure(response.StatusCode(), response.JSON401, response.JSON404, response.JSON503)
	}
	return read(response.JSON200), nil
}

func read(pet *petstore.Pet) protocol.Pet {
	result := protocol.Pet{ID: pet.Id, Name: pet.Name, CategoryID: pet.CategoryId}
	if pet.Status != nil {
		result.Status = string(*pet.Status)
	}
	return result
}

// failure returns the error for a response without the body of a success. At most one of the bodies is there.
func failure(status int, bodies ...*petstore.Error) error {
	for _, body := range bodies {
		if body != nil {
			return &protocol.APIError{Status: status, Code: body.Code, Message: body.Message}
		}
	}
	if status >= 200 && status <= 299 {
		return errors.New("the response has no body that the client reads")
	}
	return &protocol.APIError{Status: status}
}

func main() {
	protocol.Serve("oapi-codegen", "github.com/oapi-codegen/oapi-codegen/v2", connect)
}
