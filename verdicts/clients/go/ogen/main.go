// An adapter around the client that ogen generates.
package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/ogen-go/ogen/ogenerrors"
	"github.com/ogen-go/ogen/validate"

	"protocol"
	petstore "protocol/build/ogen"
)

type petStore struct{ *petstore.Client }

// key is the API key. Without a key, the client sends no Authorization.
type key string

func (key key) BearerAuth(context.Context, petstore.OperationName) (petstore.BearerAuth, error) {
	if key == "" {
		return petstore.BearerAuth{}, ogenerrors.ErrSkipClientSecurity
	}
	return petstore.BearerAuth{Token: string(key)}, nil
}

func connect(settings protocol.Settings) (protocol.Client, error) {
	client, err := petstore.NewClient(settings.BaseURL, key(settings.APIKey))
	return petStore{client}, err
}

func (store petStore) ListPets(ctx context.Context, query protocol.Query) (pets []protocol.Pet, err error) {
	var params petstore.ListPetsParams
	if query.Limit != nil {
		params.Limit = petstore.NewOptInt(*query.Limit)
	}
	if query.Status != nil {
		params.Status = petstore.NewOptPetStatus(petstore.PetStatus(*query.Status))
	}
	response, err := store.Client.ListPets(ctx, params)
	listed, ok := response.(*petstore.Pets)
	if !ok {
		return nil, failure(response, err)
	}
	for _, pet := range *listed {
		pets = append(pets, read(pet))
	}
	return pets, nil
}

func (store petStore) CreatePet(ctx context.Context, pet protocol.Pet) (created protocol.Pet, err error) {
	newPet := petstore.NewPet{Name: pet.Name, CategoryId: pet.CategoryID}
	if pet.Status != "" {
		newPet.Status = petstore.NewOptPetStatus(petstore.PetStatus(pet.Status))
	}
	response, err := store.Client.CreatePet(ctx, &newPet)
	if pet, ok := response.(*petstore.Pet); ok {
		return read(*pet), nil
	}
	return created, failure(response, err)
}

func (store petStore) GetPet(ctx context.Context, id int64) (pet protocol.Pet, err error) {
	response, err := store.Client.GetPet(ctx, petstore.GetPetParams{PetId: id})
	if pet, ok := response.(*petstore.PetHeaders); ok {
		return read(pet.Response), nil
	}
	return pet, failure(response, err)
}

func read(pet petstore.Pet) protocol.Pet {
	return protocol.Pet{ID: pet.ID, Name: pet.Name, CategoryID: pet.CategoryId, Status: string(pet.Status.Value)}
}

// failure returns the error for what is no pet: the client has a type for each documented error of each operation.
func failure(response any, err error) error {
	var unexpected *validate.UnexpectedStatusCodeError
	switch body := response.(type) {
	case *petstore.UnauthorizedHeaders:
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
		return &protocol.APIError{Status: unexpected.StatusCode, Message: err.Error()}
	}
	if err == nil {
		return fmt.Errorf("unknown response %T", response)
	}
	return err
}

func apiError(status int, body petstore.Error) error {
	return &protocol.APIError{Status: status, Code: body.Code, Message: body.Message}
}

func main() { protocol.Serve("ogen", "github.com/ogen-go/ogen", connect) }
