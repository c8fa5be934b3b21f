// Tests of a client in Go, with its standard library alone: go test
//
// They start `petstore`, which must be on the PATH, and open a session for each test.
package petstore

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"reflect"
	"testing"
)

// Pet is an animal of the store. Its integers are exact.
type Pet struct {
	ID         int64  `json:"id,omitempty"`
	Name       string `json:"name"`
	CategoryID int64  `json:"categoryId"`
}

// call sends JSON, and decodes the JSON of the response unless into is nil.
func call(method, url, key string, body, into any) (status int, err error) {
	encoded, err := json.Marshal(body)
	if err != nil {
		return 0, err
	}
	request, err := http.NewRequest(method, url, bytes.NewReader(encoded))
	if err != nil {
		return 0, err
	}
	request.Header.Set("Authorization", "Bearer "+key)
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	if into == nil {
		_, err = io.Copy(io.Discard, response.Body)
	} else {
		err = json.NewDecoder(response.Body).Decode(into)
	}
	return response.StatusCode, err
}

// createPet is the client under test: it tries twice again if the store is not available, and in no other case.
func createPet(baseURL, key string, pet Pet) (created Pet, err error) {
	status := 0
	for attempt := 0; attempt < 3; attempt++ {
		status, err = call("POST", baseURL+"/pets", key, pet, &created)
		if err != nil || status == 201 {
			return created, err
		}
		if status != 503 {
			break
		}
	}
	return created, fmt.Errorf("the store answered %d", status)
}

var control struct{ URL, Token string }

func TestMain(m *testing.M) {
	petstore := exec.Command("petstore", "--testing", "--json", "--exit-on-stdin-end", "--port", "0", "--storage", "memory")
	stdin, err := petstore.StdinPipe() // its end stops the server, even if this process crashes
	if err != nil {
		panic(err)
	}
	stdout, err := petstore.StdoutPipe()
	if err == nil {
		err = petstore.Start()
	}
	if err != nil {
		panic(err)
	}
	line, _ := bufio.NewReader(stdout).ReadBytes('\n')
	started := struct{ Testing *struct{ URL, Token string } }{&control}
	if err := json.Unmarshal(line, &started); err != nil {
		panic(err)
	}
	code := m.Run()
	stdin.Close()
	petstore.Wait()
	os.Exit(code)
}

type session struct{ ID, BaseURL, APIKey string }

func openSession(t *testing.T, script string) (opened session) {
	body := map[string]any{"script": json.RawMessage(script)}
	if _, err := call("POST", control.URL+"/sessions", control.Token, body, &opened); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { call("DELETE", control.URL+"/sessions/"+opened.ID, control.Token, nil, nil) })
	return opened
}

func statuses(t *testing.T, of session) (statuses []int) {
	var answer struct{ Requests []struct{ Status int } }
	if _, err := call("GET", control.URL+"/sessions/"+of.ID+"/requests", control.Token, nil, &answer); err != nil {
		t.Fatal(err)
	}
	for _, request := range answer.Requests {
		statuses = append(statuses, request.Status)
	}
	return statuses
}

func TestTriesAgainWhileTheStoreIsNotAvailable(t *testing.T) {
	t.Parallel()
	opened := openSession(t, `[{"operation": "createPet", "times": 2, "respond": {"status": 503}}]`)
	pet, err := createPet(opened.BaseURL, opened.APIKey, Pet{Name: "Rex", CategoryID: 1<<53 + 1})
	if want := (Pet{ID: 1, Name: "Rex", CategoryID: 1<<53 + 1}); err != nil || pet != want {
		t.Errorf("got %v and %v, want %v", pet, err, want)
	}
	if got, want := statuses(t, opened), []int{503, 503, 201}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestDoesNotTryAgainIfTheAnswerIsLost(t *testing.T) {
	t.Parallel()
	opened := openSession(t, `[{"operation": "createPet", "when": "after", "fault": "TRUNCATED_BODY"}]`)
	if _, err := createPet(opened.BaseURL, opened.APIKey, Pet{Name: "Rex", CategoryID: 1}); err == nil {
		t.Error("an answer that was lost must be an error")
	}
	if got, want := statuses(t, opened), []int{201}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
