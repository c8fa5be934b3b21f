// resty alone: go run ./alone/resty GET POST
package main

import (
	"fmt"
	"os"

	"github.com/go-resty/resty/v2"
)

type pet struct {
	ID         int64  `json:"id,omitempty"`
	Name       string `json:"name"`
	CategoryID int64  `json:"categoryId"`
}

func main() {
	client := resty.New().SetBaseURL("http://127.0.0.1:8080/v1").SetAuthToken("secret")
	for _, method := range os.Args[1:] {
		var pets []pet
		request := client.R().SetResult(&pets)
		if method == "POST" {
			request = client.R().SetBody(pet{Name: "Rex", CategoryID: 1}).SetResult(&pet{})
		}
		response, err := request.Execute(method, "/pets")
		fmt.Println(method, response.StatusCode(), response, response.Result(), err)
	}
}
