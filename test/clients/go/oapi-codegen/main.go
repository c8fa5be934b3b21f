// Uses the client that oapi-codegen generates, and prints what it got.
package main

import (
	"context"
	"encoding/json"
	"math"
	"net/http"
	"os"

	"generated/oapi-codegen/petstore"
)

func main() {
	ctx := context.Background()
	client := clientWith("key")
	limit, sold := 100, petstore.Sold
	newPet := petstore.NewPet{Name: "Rex", CategoryId: math.MaxInt64, Status: &sold}

	created := must(client.CreatePetWithResponse(ctx, newPet))
	listed := must(client.ListPetsWithResponse(ctx, &petstore.ListPetsParams{Limit: &limit, Status: &sold}))
	got := must(client.GetPetWithResponse(ctx, created.JSON201.Id))
	beyond := 101
	refused := must(client.ListPetsWithResponse(ctx, &petstore.ListPetsParams{Limit: &beyond}))
	strange := must(clientWith("wrong").ListPetsWithResponse(ctx, nil))
	missing := must(client.GetPetWithResponse(ctx, 999))

	check(json.NewEncoder(os.Stdout).Encode(map[string]any{
		"created": created.JSON201,
		"listed":  listed.JSON200,
		"got":     got.JSON200,
		"codes":   []string{refused.JSON400.Code, strange.JSON401.Code, missing.JSON404.Code},
	}))
}

func clientWith(key string) *petstore.ClientWithResponses {
	authorize := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+key)
		return nil
	}
	return must(petstore.NewClientWithResponses(os.Args[1], petstore.WithRequestEditorFn(authorize)))
}

func must[T any](value T, err error) T {
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
