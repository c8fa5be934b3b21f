// The adapter of resty, as its README shows it. With the argument "force", resty reads every body as JSON.
package main

import (
	"context"
	"net/url"
	"os"

	"github.com/go-resty/resty/v2"
)

var version, contentType string // the build sets the version

// pet has pointers, so that an absent field does not look like a zero.
type pet struct {
	ID         *int64  `json:"id"`
	Name       *string `json:"name"`
	CategoryID *int64  `json:"categoryId"`
	Status     *string `json:"status"`
}

type petStore struct{ *resty.Client }

func connect(settings Settings) (Client, error) {
	client := resty.New().SetBaseURL(settings.BaseURL)
	if settings.APIKey != "" {
		client.SetAuthToken(settings.APIKey)
	}
	return petStore{client}, nil
}

func (store petStore) request(ctx context.Context) *resty.Request {
	return store.R().SetContext(ctx).SetHeader("Accept", "application/json").SetError(&APIError{}).ForceContentType(contentType)
}

func (store petStore) ListPets(ctx context.Context, query url.Values) (any, error) {
	var pets []pet
	err := check(store.request(ctx).SetResult(&pets).SetQueryParamsFromValues(query).Get("/pets"))
	return pets, err
}

func (store petStore) CreatePet(ctx context.Context, newPet NewPet) (any, error) {
	var created pet
	err := check(store.request(ctx).SetBody(newPet).SetResult(&created).Post("/pets"))
	return created, err
}

func (store petStore) GetPet(ctx context.Context, id string) (any, error) {
	var found pet
	err := check(store.request(ctx).SetResult(&found).Get("/pets/" + id))
	return found, err
}

func (store petStore) Head(ctx context.Context, path string) (any, error) {
	return nil, check(store.request(ctx).Head(path))
}

func check(response *resty.Response, err error) error {
	if err == nil && !response.IsSuccess() {
		failure := response.Error().(*APIError)
		failure.Status = response.StatusCode()
		return failure
	}
	return err
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == "force" {
		contentType = "application/json"
	}
	AnswerRequests("resty", version, []string{"timeout", "redirects", "head", "gzip", "concurrent"}, connect)
}
