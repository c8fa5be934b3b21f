// net/http and json.NewDecoder alone: go run ./alone/net-http-decoder GET POST
package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
)

type pet struct {
	ID         int64  `json:"id"`
	Name       string `json:"name"`
	CategoryID int64  `json:"categoryId"`
}

func main() {
	for _, method := range os.Args[1:] {
		body := ""
		if method == "POST" {
			body = `{"name":"Rex","categoryId":1}`
		}
		request, _ := http.NewRequest(method, "http://127.0.0.1:8080/v1/pets", strings.NewReader(body))
		request.Header.Set("Authorization", "Bearer secret")
		request.Header.Set("Content-Type", "application/json")
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			fmt.Println(method, err)
			continue
		}
		var pets []pet
		err = json.NewDecoder(response.Body).Decode(&pets)
		response.Body.Close()
		fmt.Printf("%s %d %+v %v\n", method, response.StatusCode, pets, err)
	}
}
