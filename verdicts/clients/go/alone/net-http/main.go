// net/http alone: go run ./alone/net-http GET POST
package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
)

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
		text, err := io.ReadAll(response.Body)
		response.Body.Close()
		fmt.Printf("%s %d %q %v\n", method, response.StatusCode, text, err)
	}
}
