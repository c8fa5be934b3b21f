// The client that ogen generates, alone: go run ./alone/ogen GET POST
package main

import (
	"context"
	"fmt"
	"os"

	petstore "adapters/build/ogen"
)

type key string

func (key key) BearerAuth(context.Context, petstore.OperationName) (petstore.BearerAuth, error) {
	return petstore.BearerAuth{Token: string(key)}, nil
}

func main() {
	client, _ := petstore.NewClient("http://127.0.0.1:8080/v1", key("secret"))
	for _, method := range os.Args[1:] {
		var response any
		var err error
		if method == "POST" {
			response, err = client.CreatePet(context.Background(), &petstore.NewPet{Name: "Rex", CategoryId: 1})
		} else {
			response, err = client.ListPets(context.Background(), petstore.ListPetsParams{})
		}
		fmt.Printf("%s %+v %v\n", method, response, err)
	}
}
