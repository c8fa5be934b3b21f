// The client that oapi-codegen generates, alone: go run ./alone/oapi-codegen GET POST
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"

	petstore "adapters/build/oapi-codegen"
)

func authorize(_ context.Context, request *http.Request) error {
	request.Header.Set("Authorization", "Bearer secret")
	return nil
}

func main() {
	client, _ := petstore.NewClientWithResponses("http://127.0.0.1:8080/v1", petstore.WithRequestEditorFn(authorize))
	for _, method := range os.Args[1:] {
		if method == "POST" {
			response, err := client.CreatePetWithResponse(context.Background(), petstore.NewPet{Name: "Rex", CategoryId: 1})
			fmt.Printf("%s %+v %v\n", method, response, err)
			continue
		}
		response, err := client.ListPetsWithResponse(context.Background(), nil)
		if err != nil {
			fmt.Println(method, err)
			continue
		}
		fmt.Printf("%s %d %q %+v\n", method, response.StatusCode(), response.Body, response.JSON200)
	}
}
