// Uses the client that ogen generates, and prints what it got.
package main

import (
	"context"
	"encoding/json"
	"math"
	"os"

	"generated/ogen/petstore"
)

type key string

func (key key) BearerAuth(context.Context, petstore.OperationName) (petstore.BearerAuth, error) {
	return petstore.BearerAuth{Token: string(key)}, nil
}

func main() {
	ctx := context.Background()
	client := must(petstore.NewClient(os.Args[1], key("key")))
	sold := petstore.NewOptPetStatus(petstore.PetStatusSold)
	newPet := petstore.NewPet{Name: "Rex", CategoryId: math.MaxInt64, Status: sold}

	created := must(client.CreatePet(ctx, &newPet)).(*petstore.Pet)
	listed := must(client.ListPets(ctx, petstore.ListPetsParams{Limit: petstore.NewOptInt(100), Status: sold})).(*petstore.Pets)
	got := must(client.GetPet(ctx, petstore.GetPetParams{PetId: created.ID})).(*petstore.PetHeaders)
	refused := must(client.ListPets(ctx, petstore.ListPetsParams{Limit: petstore.NewOptInt(101)})).(*petstore.ListPetsBadRequest)
	strange := must(must(petstore.NewClient(os.Args[1], key("wrong"))).ListPets(ctx, petstore.ListPetsParams{})).(*petstore.ErrorHeaders)
	missing := must(client.GetPet(ctx, petstore.GetPetParams{PetId: 999})).(*petstore.GetPetNotFound)

	check(json.NewEncoder(os.Stdout).Encode(map[string]any{
		"created": created,
		"listed":  listed,
		"got":     got.Response,
		"codes":   []string{refused.Code, strange.Response.Code, missing.Code},
	}))
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
