// An adapter for the conformance run: an ordinary client over net/http and encoding/json.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// --- The client under test: put yours here. ---

type Pet struct {
	ID         int64  `json:"id,omitempty"`
	Name       string `json:"name"`
	CategoryID int64  `json:"categoryId"`
	Status     string `json:"status,omitempty"`
}

// APIError is an answer that is no success. Without an Error body, it has no Code and no Message.
type APIError struct {
	Status        int `json:"-"`
	Code, Message string
}

func (e *APIError) Error() string { return strings.TrimSpace(fmt.Sprint(e.Status, " ", e.Message)) }

type Client struct {
	BaseURL, APIKey string
	HTTP            http.Client
}

func (c *Client) ListPets(query url.Values) (pets []Pet, err error) {
	path := "/pets"
	if len(query) > 0 {
		path += "?" + query.Encode()
	}
	return pets, c.send("GET", path, nil, &pets)
}

func (c *Client) CreatePet(pet Pet) (created Pet, err error) {
	body, err := json.Marshal(pet)
	if err != nil {
		return created, err
	}
	return created, c.send("POST", "/pets", body, &created)
}

func (c *Client) GetPet(id int64) (pet Pet, err error) {
	return pet, c.send("GET", fmt.Sprint("/pets/", id), nil, &pet)
}

func (c *Client) send(method, path string, body []byte, into any) error {
	request, err := http.NewRequest(method, strings.TrimSuffix(c.BaseURL, "/")+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	if c.APIKey != "" {
		request.Header.Set("Authorization", "Bearer "+c.APIKey)
	}
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := c.HTTP.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode < 200 || response.StatusCode > 299 {
		failure := &APIError{Status: response.StatusCode}
		json.NewDecoder(response.Body).Decode(failure) // not every answer has an Error body
		return failure
	}
	if method == "HEAD" {
		return nil
	}
	return json.NewDecoder(response.Body).Decode(into)
}

// --- The adapter: a request is a line of JSON on stdin, its answer a line on stdout. ---

type request struct {
	ID, Operation, Method, BaseURL, APIKey string
	TimeoutMs                              int
	Arguments                              map[string]string
}

func call(r request) (any, error) {
	// All clients share the default transport, which keeps the connections. Timeout limits the reading of the body too.
	store := &Client{r.BaseURL, r.APIKey, http.Client{Timeout: time.Duration(r.TimeoutMs) * time.Millisecond}}
	petID, _ := strconv.ParseInt(r.Arguments["petId"], 10, 64)
	categoryID, _ := strconv.ParseInt(r.Arguments["categoryId"], 10, 64)
	switch r.Method + r.Operation {
	case "HEADgetPet":
		return nil, store.send("HEAD", fmt.Sprint("/pets/", petID), nil, nil)
	case "HEADlistPets":
		return nil, store.send("HEAD", "/pets", nil, nil)
	case "getPet":
		pet, err := store.GetPet(petID)
		return show(pet), err
	case "createPet":
		pet, err := store.CreatePet(Pet{Name: r.Arguments["name"], CategoryID: categoryID, Status: r.Arguments["status"]})
		return show(pet), err
	default:
		query := url.Values{}
		for name, value := range r.Arguments {
			query.Set(name, value)
		}
		pets, err := store.ListPets(query)
		shown := []any{}
		for _, pet := range pets {
			shown = append(shown, show(pet))
		}
		return shown, err
	}
}

// show returns a pet with its integers as text.
func show(pet Pet) any {
	return struct {
		ID         int64  `json:"id,string"`
		Name       string `json:"name"`
		CategoryID int64  `json:"categoryId,string"`
		Status     string `json:"status,omitempty"`
	}(pet)
}

type problem struct {
	Kind    string `json:"kind"`
	Status  int    `json:"status,omitempty"`
	Code    string `json:"code,omitempty"`
	Outcome string `json:"outcome,omitempty"`
	Message string `json:"message,omitempty"`
}

// describe returns an error of the client as the protocol has it.
func describe(err error) problem {
	var failure *APIError
	var network net.Error
	var operation *net.OpError
	switch {
	case errors.As(err, &failure):
		return problem{Kind: "api", Status: failure.Status, Code: failure.Code, Message: failure.Message}
	case errors.As(err, &network) && network.Timeout():
		return problem{Kind: "timeout", Message: err.Error()}
	case errors.As(err, &operation) && operation.Op == "dial":
		return problem{Kind: "transport", Outcome: "not_sent", Message: err.Error()}
	case errors.As(err, &network) || errors.Is(err, io.ErrUnexpectedEOF):
		return problem{Kind: "transport", Outcome: "unknown", Message: err.Error()}
	}
	return problem{Kind: "decode", Message: err.Error()}
}

func main() {
	requests, answers := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout) // it ends each value with a line break
	client := map[string]string{"name": "net/http", "version": runtime.Version(), "language": "go"}
	capabilities := []string{"timeout", "redirects", "head", "gzip"}
	answers.Encode(map[string]any{"protocol": 1, "client": client, "capabilities": capabilities})
	for {
		var r request
		if requests.Decode(&r) != nil {
			return // stdin has ended
		}
		if ok, err := call(r); err != nil {
			answers.Encode(map[string]any{"id": r.ID, "error": describe(err)})
		} else {
			answers.Encode(map[string]any{"id": r.ID, "ok": ok})
		}
	}
}
