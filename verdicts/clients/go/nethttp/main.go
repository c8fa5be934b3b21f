// An adapter around net/http and encoding/json. With the argument "whole", it reads the whole body before it decodes it.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"os"
	"strconv"

	"protocol"
)

var decode = func(body io.Reader, into any) error { return json.NewDecoder(body).Decode(into) }

func decodeWhole(body io.Reader, into any) error {
	text, err := io.ReadAll(body)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, into)
}

type petStore struct{ protocol.Settings }

func (store petStore) ListPets(ctx context.Context, query protocol.Query) (pets []protocol.Pet, err error) {
	values := url.Values{}
	if query.Limit != nil {
		values.Set("limit", strconv.Itoa(*query.Limit))
	}
	if query.Status != nil {
		values.Set("status", *query.Status)
	}
	path := "/pets"
	if len(values) > 0 {
		path += "?" + values.Encode()
	}
	return pets, store.send(ctx, "GET", path, nil, &pets)
}

func (store petStore) CreatePet(ctx context.Context, pet protocol.Pet) (created protocol.Pet, err error) {
	body, err := json.Marshal(pet)
	if err != nil {
		return created, err
	}
	return created, store.send(ctx, "POST", "/pets", bytes.NewReader(body), &created)
}

func (store petStore) GetPet(ctx context.Context, id int64) (pet protocol.Pet, err error) {
	return pet, store.send(ctx, "GET", "/pets/"+strconv.FormatInt(id, 10), nil, &pet)
}

func (store petStore) Head(ctx context.Context, path string) error {
	return store.send(ctx, "HEAD", path, nil, nil)
}

func (store petStore) send(ctx context.Context, method, path string, body io.Reader, into any) error {
	request, err := http.NewRequestWithContext(ctx, method, store.BaseURL+path, body)
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
	if response.StatusCode < 200 || response.StatusCode > 299 {
		failure := &protocol.APIError{}
		decode(response.Body, failure) // not every answer has an Error body
		failure.Status = response.StatusCode
		return failure
	}
	if into == nil {
		return nil
	}
	return decode(response.Body, into)
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == "whole" {
		decode = decodeWhole
	}
	protocol.Serve("net/http", "", func(settings protocol.Settings) (protocol.Client, error) { return petStore{settings}, nil })
}
