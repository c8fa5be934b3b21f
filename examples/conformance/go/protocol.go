// The common part of the adapters in Go: a request of the run is a line of JSON on stdin, its answer a line on stdout.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"strconv"
	"sync"
	"time"
)

// Settings say how the client is to be made. BaseURL may have a slash at its end. APIKey is empty if the client is to be used without a key.
type Settings struct {
	BaseURL, APIKey string
}

// NewPet is a pet to create.
type NewPet struct {
	Name       string  `json:"name"`
	CategoryID int64   `json:"categoryId"`
	Status     *string `json:"status,omitempty"`
}

// Client is the client under test. A method returns what the client returned: a value with the JSON of a pet, or a Response. The context
// ends when the time of the call is over. An id is digits.
type Client interface {
	ListPets(ctx context.Context, query url.Values) (any, error)
	CreatePet(ctx context.Context, pet NewPet) (any, error)
	GetPet(ctx context.Context, id string) (any, error)
}

// HeadClient sends HEAD to /pets or /pets/1: for a client with the capability head.
type HeadClient interface {
	Head(ctx context.Context, path string) (any, error)
}

// Response is a response as the client returned it: for a client that reads no JSON. The run reads it.
type Response struct {
	Status int    `json:"status"`
	Body   []byte `json:"base64"`
}

// APIError is a response that is no success. Code and Message are what the client read of its body.
type APIError struct {
	Status        int `json:"-"`
	Code, Message string
}

func (e *APIError) Error() string {
	return fmt.Sprintf("The server answered %d. %s", e.Status, e.Message)
}

type request struct {
	ID, Operation, Method, BaseURL, APIKey string
	TimeoutMs                              int
	Arguments                              map[string]string
}

// AnswerRequests answers the requests of the run until stdin ends. A client is kept for the requests with the same settings.
func AnswerRequests(name, version string, capabilities []string, connect func(Settings) (Client, error)) {
	requests, answers := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout) // it ends each value with a line break
	hello := map[string]string{"name": name, "version": version, "language": "go"}
	answers.Encode(map[string]any{"protocol": 1, "client": hello, "capabilities": capabilities})
	clients := map[Settings]Client{}
	var writing sync.Mutex
	for {
		var r request
		if requests.Decode(&r) != nil {
			return // stdin has ended
		}
		settings := Settings{r.BaseURL, r.APIKey}
		client, err := clients[settings], error(nil)
		if client == nil {
			if client, err = connect(settings); err != nil {
				panic(err)
			}
			clients[settings] = client
		}
		go func() { // the run may make two calls at once
			answer := answer(client, r)
			answer["id"] = r.ID
			writing.Lock()
			defer writing.Unlock()
			answers.Encode(answer)
		}()
	}
}

func answer(client Client, r request) map[string]any {
	ctx, cancel := context.WithTimeout(context.Background(), time.Duration(r.TimeoutMs)*time.Millisecond)
	defer cancel()
	returned, err := call(ctx, client, r)
	if err != nil {
		fmt.Fprintln(os.Stderr, err) // as an application logs it
		return map[string]any{"error": describe(err)}
	}
	if response, ok := returned.(Response); ok {
		return map[string]any{"response": response}
	}
	return map[string]any{"ok": show(returned)}
}

// call makes the call, as an application would.
func call(ctx context.Context, client Client, r request) (any, error) {
	id := r.Arguments["petId"]
	switch {
	case r.Method == "HEAD" && id == "":
		return client.(HeadClient).Head(ctx, "/pets")
	case r.Method == "HEAD":
		return client.(HeadClient).Head(ctx, "/pets/"+id)
	case r.Operation == "getPet":
		return client.GetPet(ctx, id)
	case r.Operation == "createPet":
		categoryID, err := strconv.ParseInt(r.Arguments["categoryId"], 10, 64)
		if err != nil {
			return nil, err
		}
		pet := NewPet{Name: r.Arguments["name"], CategoryID: categoryID}
		if status, ok := r.Arguments["status"]; ok {
			pet.Status = &status
		}
		return client.CreatePet(ctx, pet)
	}
	query := url.Values{}
	for name, value := range r.Arguments {
		query.Set(name, value)
	}
	return client.ListPets(ctx, query)
}

// show returns what the client returned, as JSON has it. The integers of a pet are strings in the protocol.
func show(returned any) any {
	text, err := json.Marshal(returned)
	if err != nil {
		panic(err)
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var shown any
	decoder.Decode(&shown)
	return withoutNumbers(shown)
}

func withoutNumbers(value any) any {
	switch value := value.(type) {
	case []any:
		for i := range value {
			value[i] = withoutNumbers(value[i])
		}
	case map[string]any:
		for _, name := range []string{"id", "categoryId"} {
			if number, ok := value[name].(json.Number); ok {
				value[name] = number.String()
			}
		}
	}
	return value
}

type problem struct {
	Kind    string `json:"kind"`
	Status  int    `json:"status,omitempty"`
	Code    string `json:"code,omitempty"`
	Outcome string `json:"outcome,omitempty"`
	Message string `json:"message"`
}

// describe returns what an error of the client means.
func describe(err error) problem {
	var failure *APIError
	var network net.Error
	var operation *net.OpError
	switch {
	case errors.As(err, &failure):
		return problem{Kind: "api", Status: failure.Status, Code: failure.Code, Message: failure.Error()}
	case errors.Is(err, context.DeadlineExceeded) || errors.As(err, &network) && network.Timeout():
		return problem{Kind: "timeout", Message: err.Error()}
	case errors.As(err, &operation) && operation.Op == "dial":
		return problem{Kind: "transport", Outcome: "not_sent", Message: err.Error()}
	case errors.As(err, &network) || errors.Is(err, io.ErrUnexpectedEOF):
		return problem{Kind: "transport", Outcome: "unknown", Message: err.Error()}
	}
	return problem{Kind: "decode", Message: err.Error()}
}
