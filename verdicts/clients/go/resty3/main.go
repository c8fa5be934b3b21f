// An adapter around resty v3, as its README and its documents show it.
package main

import (
	"context"
	"strconv"

	"resty.dev/v3"

	"protocol"
)

type petStore struct{ *resty.Client }

func connect(settings protocol.Settings) (protocol.Client, error) {
	client := resty.New().SetBaseURL(settings.BaseURL)
	if settings.APIKey != "" {
		client.SetAuthToken(settings.APIKey)
	}
	return petStore{client}, nil
}

func (store petStore) request(ctx context.Context) *resty.Request {
	return store.R().SetContext(ctx).SetHeader("Accept", "application/json").SetResultError(&protocol.APIError{})
}

func (store petStore) ListPets(ctx context.Context, query protocol.Query) (pets []protocol.Pet, err error) {
	request := store.request(ctx).SetResult(&pets)
	if query.Limit != nil {
		request.SetQueryParam("limit", strconv.Itoa(*query.Limit))
	}
	if query.Status != nil {
		request.SetQueryParam("status", *query.Status)
	}
	return pets, check(request.Get("/pets"))
}

func (store petStore) CreatePet(ctx context.Context, pet protocol.Pet) (created protocol.Pet, err error) {
	return created, check(store.request(ctx).SetBody(pet).SetResult(&created).Post("/pets"))
}

func (store petStore) GetPet(ctx context.Context, id int64) (pet protocol.Pet, err error) {
	return pet, check(store.request(ctx).SetResult(&pet).Get("/pets/" + strconv.FormatInt(id, 10)))
}

func (store petStore) Head(ctx context.Context, path string) error {
	return check(store.request(ctx).Head(path))
}

// check returns an error with the status of the response, also if resty could not read its body.
func check(response *resty.Response, err error) error {
	if status := response.StatusCode(); status >= 300 {
		failure := response.ResultError().(*protocol.APIError)
		failure.Status = status
		return failure
	}
	return err
}

func main() {
	protocol.Serve("resty", "resty.dev/v3", connect)
}
