// Package protocol is what the adapters in Go share: the lines of the protocol, around a client with three operations.
package protocol

import (
	"bufio"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"io"
	"net"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Pet is a pet without an id, if it is to be created.
type Pet struct {
	ID         int64  `json:"id,omitempty"`
	Name       string `json:"name"`
	CategoryID int64  `json:"categoryId"`
	Status     string `json:"status,omitempty"`
}

// Query is what to list. An absent part is nil.
type Query struct {
	Limit  *int
	Status *string
}

// Client is the client under test.
type Client interface {
	ListPets(ctx context.Context, query Query) ([]Pet, error)
	CreatePet(ctx context.Context, pet Pet) (Pet, error)
	GetPet(ctx context.Context, id int64) (Pet, error)
}

// HeadClient can also send HEAD.
type HeadClient interface {
	Head(ctx context.Context, path string) error
}

// Settings are those of a client. BaseURL has no slash at its end. Without a key, APIKey is empty.
type Settings struct {
	BaseURL, APIKey string
}

// APIError is an answer that is no success. What the client does not tell is empty.
type APIError struct {
	Status        int `json:"-"`
	Code, Message string
}

func (e *APIError) Error() string { return strconv.Itoa(e.Status) + " " + e.Message }

type request struct {
	ID, Operation, Method, BaseURL, APIKey string
	TimeoutMs                              int
	Arguments                              map[string]string
}

type problem struct {
	Kind    string `json:"kind"`
	Status  int    `json:"status,omitempty"`
	Code    string `json:"code,omitempty"`
	Outcome string `json:"outcome,omitempty"`
	Message string `json:"message,omitempty"`
}

// Serve answers the requests on stdin, until it ends. A client is kept for the requests with the same settings. The version is that of
// the module; without a module, that of Go.
func Serve(name, module string, connect func(Settings) (Client, error)) {
	lines := bufio.NewReader(os.Stdin)
	answers := json.NewEncoder(os.Stdout) // it ends each value with a line break
	clients := map[Settings]Client{}
	capabilities := []string{"timeout", "redirects", "gzip", "concurrent"}
	if client, err := connect(Settings{BaseURL: "http://127.0.0.1"}); err == nil {
		if _, canHead := client.(HeadClient); canHead {
			capabilities = append(capabilities, "head")
		}
	}
	client := map[string]string{"name": name, "version": versionOf(module), "language": "go"}
	answers.Encode(map[string]any{"protocol": 1, "client": client, "capabilities": capabilities})

	var writing sync.Mutex
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return // stdin has ended
		}
		var r request
		if err := json.Unmarshal(line, &r); err != nil {
			panic(err)
		}
		settings := Settings{strings.TrimSuffix(r.BaseURL, "/"), r.APIKey}
		if clients[settings] == nil {
			client, err := connect(settings)
			if err != nil {
				panic(err)
			}
			clients[settings] = client
		}
		go func(client Client) {
			ok, err := call(client, r)
			writing.Lock()
			defer writing.Unlock()
			if err != nil {
				answers.Encode(map[string]any{"id": r.ID, "error": describe(err)})
			} else {
				answers.Encode(map[string]any{"id": r.ID, "ok": ok})
			}
		}(clients[settings])
	}
}

func call(client Client, r request) (any, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Duration(r.TimeoutMs)*time.Millisecond)
	defer cancel()
	petID, _ := strconv.ParseInt(r.Arguments["petId"], 10, 64)
	switch {
	case r.Method == "HEAD" && r.Operation == "getPet":
		return nil, client.(HeadClient).Head(ctx, "/pets/"+r.Arguments["petId"])
	case r.Method == "HEAD":
		return nil, client.(HeadClient).Head(ctx, "/pets")
	case r.Operation == "getPet":
		pet, err := client.GetPet(ctx, petID)
		return show(pet), err
	case r.Operation == "createPet":
		categoryID, _ := strconv.ParseInt(r.Arguments["categoryId"], 10, 64)
		pet, err := client.CreatePet(ctx, Pet{Name: r.Arguments["name"], CategoryID: categoryID, Status: r.Arguments["status"]})
		return show(pet), err
	}
	var query Query
	if limit, ok := r.Arguments["limit"]; ok {
		number, _ := strconv.Atoi(limit)
		query.Limit = &number
	}
	if status, ok := r.Arguments["status"]; ok {
		query.Status = &status
	}
	pets, err := client.ListPets(ctx, query)
	shown := []any{}
	for _, pet := range pets {
		shown = append(shown, show(pet))
	}
	return shown, err
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

// describe returns an error of the client as the protocol has it.
func describe(err error) problem {
	var failure *APIError
	var network net.Error
	var operation *net.OpError
	switch {
	case errors.As(err, &failure):
		return problem{Kind: "api", Status: failure.Status, Code: failure.Code, Message: failure.Message}
	case errors.Is(err, context.DeadlineExceeded) || errors.As(err, &network) && network.Timeout():
		return problem{Kind: "timeout", Message: err.Error()}
	case errors.As(err, &operation) && operation.Op == "dial":
		return problem{Kind: "transport", Outcome: "not_sent", Message: err.Error()}
	case errors.As(err, &network) || errors.Is(err, io.ErrUnexpectedEOF):
		return problem{Kind: "transport", Outcome: "unknown", Message: err.Error()}
	}
	return problem{Kind: "decode", Message: err.Error()}
}

//go:embed go.mod
var modules string

func versionOf(module string) string {
	_, after, found := strings.Cut(modules, "\t"+module+" v")
	if !found {
		return runtime.Version()
	}
	return strings.Fields(after)[0]
}
