// The adapter of net/http. For your client, change how it is made and called. protocol.go stays as it is.
//
//	go build -o adapter . && npx petstore-kit conformance run --command ./adapter
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

type petStore struct{ Settings }

func (store petStore) ListPets(ctx context.Context, query url.Values) (any, error) {
	return store.send(ctx, "GET", "/pets?"+query.Encode(), nil)
}

func (store petStore) CreatePet(ctx context.Context, pet NewPet) (any, error) {
	body, err := json.Marshal(pet)
	if err != nil {
		return nil, err
	}
	return store.send(ctx, "POST", "/pets", bytes.NewReader(body))
}

func (store petStore) GetPet(ctx context.Context, id string) (any, error) {
	return store.send(ctx, "GET", "/pets/"+id, nil)
}

func (store petStore) Head(ctx context.Context, path string) (any, error) {
	return store.send(ctx, "HEAD", path, nil)
}

// send returns the response as it is: net/http reads no JSON.
func (store petStore) send(ctx context.Context, method, path string, body io.Reader) (any, error) {
	address := strings.TrimSuffix(store.BaseURL, "/") + path
	request, err := http.NewRequestWithContext(ctx, method, address, body)
	if err != nil {
		return nil, err
	}
	if store.APIKey != "" {
		request.Header.Set("Authorization", "Bearer "+store.APIKey)
	}
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	return Response{response.StatusCode, text}, err
}

func main() {
	capabilities := []string{"timeout", "redirects", "head", "gzip", "concurrent"}
	AnswerRequests("net/http", runtime.Version(), capabilities, func(settings Settings) (Client, error) {
		return petStore{settings}, nil // all clients share http.DefaultClient, which keeps the connections
	})
}
