// The adapter of net/http and encoding/json, which decodes the stream of the body.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"runtime"
	"strings"
)

// pet has pointers, so that an absent field does not look like a zero.
type pet struct {
	ID         *int64  `json:"id"`
	Name       *string `json:"name"`
	CategoryID *int64  `json:"categoryId"`
	Status     *string `json:"status"`
}

type petStore struct{ Settings }

func (store petStore) ListPets(ctx context.Context, query url.Values) (any, error) {
	var pets []pet
	err := store.send(ctx, "GET", "/pets?"+query.Encode(), nil, &pets)
	return pets, err
}

func (store petStore) CreatePet(ctx context.Context, newPet NewPet) (any, error) {
	body, err := json.Marshal(newPet)
	if err != nil {
		return nil, err
	}
	var created *pet
	err = store.send(ctx, "POST", "/pets", bytes.NewReader(body), &created)
	return created, err
}

func (store petStore) GetPet(ctx context.Context, id string) (any, error) {
	var found *pet
	err := store.send(ctx, "GET", "/pets/"+id, nil, &found)
	return found, err
}

func (store petStore) Head(ctx context.Context, path string) (any, error) {
	return nil, store.send(ctx, "HEAD", path, nil, nil)
}

func (store petStore) send(ctx context.Context, method, path string, body io.Reader, into any) error {
	address := strings.TrimSuffix(store.BaseURL, "/") + path
	request, err := http.NewRequestWithContext(ctx, method, address, body)
	if err != nil {
		return err
	}
	if store.APIKey != "" {
		request.Header.Set("Authorization", "Bearer "+store.APIKey)
	}
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	decoder := json.NewDecoder(response.Body)
	if response.StatusCode < 200 || response.StatusCode > 299 {
		failure := &APIError{}
		decoder.Decode(failure) // not every answer has an Error body
		failure.Status = response.StatusCode
		return failure
	}
	if into == nil {
		return nil
	}
	return decoder.Decode(into)
}

func main() {
	capabilities := []string{"timeout", "redirects", "head", "gzip", "concurrent"}
	AnswerRequests("net/http", runtime.Version(), capabilities, func(settings Settings) (Client, error) {
		return petStore{settings}, nil
	})
}
