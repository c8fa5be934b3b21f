// An adapter around resty, as its README shows it. With the argument "force", resty reads every body as JSON.
package main

import (
	"context"
	"os"
	"strconv"

	"github.com/go-resty/resty/v2"

	"protocol"
)

var contentType string

type petStore struct{ *resty.Client }

func connect(settings protocol.Settings) (protocol.Client, error) {
	client := resty.New().SetBaseURL(settings.BaseURL)
	if settings.APIKey != "" {
		client.SetAuthToken(settings.APIKey)
	}
	return petStore{client}, nil
}

func (store petStore) request(ctx context.Context) *resty.Request {
	return store.R().SetContext(ctx).SetHeader("Accept", "application/json").SetError(&protocol.APIError{}).ForceContentType(contentType)
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

func check(response *resty.Response, err error) error {
	if err == nil && !response.IsSuccess() {
		failure := response.Error().(*protocol.APIError)
		failure.Status = response.StatusCode()
		return failure
	}
	return err
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == "force" {
		contentType = "application/json"
	}
	protocol.Serve("resty", "github.com/go-resty/resty/v2", connect)
}
