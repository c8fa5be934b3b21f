// The adapter of the client that ogen generates.
package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"

	"github.com/ogen-go/ogen/ogenerrors"
	"github.com/ogen-go/ogen/validate"

	petstore "adapters/build/ogen"
)

var version string // the build sets it

type petStore struct{ *petstore.Client }

// key is the API key. Without a key, the client sends no Authorization.
type key string

func (key key) BearerAuth(context.Context, petstore.OperationName) (petstore.BearerAuth, error) {
	if key == "" {
		return petstore.BearerAuth{}, ogenerrors.ErrSkipClientSecurity
	}
	return petstore.BearerAuth{Token: string(key)}, nil
}

func connect(settings Settings) (Client, error) {
	client, err := petstore.NewClient(settings.BaseURL, key(settings.APIKey))
	return petStore{client}, err
}

func (store petStore) ListPets(ctx context.Context, query url.Values) (any, error) {
	var params petstore.ListPetsParams
	if query.Has("limit") {
		limit, err := strconv.Atoi(query.Get("limit"))
		if err != nil {
			return nil, err
		}
		params.Limit = petstore.NewOptInt(limit)
	}
	if query.Has("status") {
		params.Status = petstore.NewOptPetStatus(petstore.PetStatus(query.Get("status")))
	}
	response, err := store.Client.ListPets(ctx, params)
	if pets, ok := response.(*petstore.Pets); ok {
		return pets, nil
	}
	return nil, failure(response, err)
}

func (store petStore) CreatePet(ctx context.Context, pet NewPet) (any, error) {
	newPet := petstore.NewPet{Name: pet.Name, CategoryId: pet.CategoryID}
	if pet.Status != nil {
		newPet.Status = petstore.NewOptPetStatus(petstore.PetStatus(*pet.Status))
	}
	response, err := store.Client.CreatePet(ctx, &newPet)
	if pet, ok := response.(*petstore.Pet); ok {
		return pet, nil
	}
	return nil, failure(response, err)
}

func (store petStore) GetPet(ctx context.Context, id string) (any, error) {
	petID, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		return nil, err
	}
	response, err := store.Client.GetPet(ctx, petstore.GetPetParams{PetId: petID})
	if pet, ok := response.(*petstore.PetHeaders); ok {
		return &pet.Response, nil
	}
	return nil, failure(response, err)
}

// failure returns the error for what is no pet: the client has a type for each documented error of each operation.
func failure(response any, err error) error {
	var unexpected *validate.UnexpectedStatusCodeError
	switch body := response.(type) {
	case *petstore.ErrorHeaders:
		return apiError(401, body.Response)
	case *petstore.ListPetsBadRequest:
		return apiError(400, petstore.Error(*body))
	case *petstore.CreatePetBadRequest:
		return apiError(400, petstore.Error(*body))
	case *petstore.GetPetNotFound:
		return apiError(404, petstore.Error(*body))
	case *petstore.CreatePetRequestEntityTooLarge:
		return apiError(413, petstore.Error(*body))
	case *petstore.CreatePetUnsupportedMediaType:
		return apiError(415, petstore.Error(*body))
	case *petstore.ListPetsServiceUnavailable:
		return apiError(503, petstore.Error(*body))
	case *petstore.CreatePetServiceUnavailable:
		return apiError(503, petstore.Error(*body))
	case *petstore.GetPetServiceUnavailable:
		return apiError(503, petstore.Error(*body))
	}
	if errors.As(err, &unexpected) && (unexpected.StatusCode < 200 || unexpected.StatusCode > 299) {
		return &APIError{Status: unexpected.StatusCode, Message: err.Error()}
	}
	if err == nil {
		return fmt.Errorf("unknown response %T", response)
	}
	return err
}

func apiError(status int, body petstore.Error) error {
	return &APIError{Status: status, Code: body.Code, Message: body.Message}
}

func main() {
	AnswerRequests("ogen", version, []string{"timeout", "redirects", "gzip", "concurrent"}, connect)
}
