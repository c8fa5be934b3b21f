// Tests of a client in Go, with its standard library alone: go test
//
// They start `petstore-kit` with npx, and open a session for each test, so they run in parallel.
package petstore

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
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

// createPet is the client under test: it tries twice again if the store is not available, and in no other case.
func createPet(baseURL, key string, pet Pet) (created Pet, err error) {
	status := 0
	for attempt := 0; attempt < 3; attempt++ {
		status, err = call("POST", baseURL+"/pets", key, pet, &created)
		if err != nil || status == http.StatusCreated {
			return created, err
		}
		if status != http.StatusServiceUnavailable {
			break
		}
	}
	return Pet{}, fmt.Errorf("the store answered %d", status)
}

// call sends JSON unless body is nil, and decodes the JSON of the response: without a body, the error is io.EOF.
func call(method, url, key string, body, into any) (status int, err error) {
	var sent io.Reader
	if body != nil {
		encoded, err := json.Marshal(body)
		if err != nil {
			return 0, err
		}
		sent = bytes.NewReader(encoded)
	}
	request, err := http.NewRequest(method, url, sent)
	if err != nil {
		return 0, err
	}
	request.Header.Set("Authorization", "Bearer "+key)
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	return response.StatusCode, json.NewDecoder(response.Body).Decode(into)
}

// sessions says where the sessions are, and holds the token that opens them.
var sessions struct{ URL, Token string }

func TestMain(m *testing.M) {
	code, err := withPetstore(m.Run)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

// withPetstore runs the tests beside a server. The end of its stdin stops it, even if this process crashes.
func withPetstore(run func() int) (code int, err error) {
	npx, err := exec.LookPath("npx")
	if err != nil {
		return 0, errors.New("npx is not on the PATH: install Node 20 or later")
	}
	// npx starts what `npm ci` has installed, and asks no registry.
	petstore := exec.Command(npx, "--no", "--offline", "--", "petstore-kit", "--testing", "--json", "--exit-on-stdin-end", "--port", "0", "--storage", "memory")
	petstore.Stderr = os.Stderr
	stdin, err := petstore.StdinPipe()
	if err != nil {
		return 0, err
	}
	stdout, err := petstore.StdoutPipe()
	if err != nil {
		return 0, err
	}
	if err := petstore.Start(); err != nil {
		return 0, err
	}
	line, err := bufio.NewReader(stdout).ReadBytes('\n')
	if err != nil {
		return 0, errors.New("petstore-kit did not start: run `npm ci` where your package.json is, and read what stands above")
	}
	started := struct{ Testing *struct{ URL, Token string } }{&sessions}
	if err := json.Unmarshal(line, &started); err != nil {
		return 0, err
	}
	code = run()
	if err := stdin.Close(); err != nil {
		return code, err
	}
	return code, petstore.Wait()
}

// session is a store of its own for one test.
type session struct {
	ID, BaseURL, APIKey string
	t                   *testing.T
}

// request is what arrived.
type request struct {
	Method string
	Status int
	JSON   Pet
}

// newSession opens a session with a script, and deletes it when the test ends. The test runs in parallel with the others.
func newSession(t *testing.T, script string) *session {
	t.Helper()
	t.Parallel()
	opened := &session{t: t}
	opened.control("POST", "/sessions", map[string]any{"script": json.RawMessage(script)}, opened)
	t.Cleanup(func() { opened.control("DELETE", "/sessions/"+opened.ID, nil, nil) })
	return opened
}

func (s *session) create(pet Pet) (Pet, error) {
	return createPet(s.BaseURL, s.APIKey, pet)
}

// requests waits until so many requests have arrived.
func (s *session) requests(atLeast int) []request {
	s.t.Helper()
	var answer struct{ Requests []request }
	s.control("GET", fmt.Sprintf("/sessions/%s/requests?atLeast=%d&wait=5000", s.ID, atLeast), nil, &answer)
	return answer.Requests
}

// control makes a call of the sessions. It ends the test if that is refused, with the sentence that says why.
func (s *session) control(method, path string, body, into any) {
	s.t.Helper()
	var answer json.RawMessage
	status, err := call(method, sessions.URL+path, sessions.Token, body, &answer)
	if status == http.StatusNoContent && err == io.EOF {
		return
	}
	if err == nil && status >= 300 {
		err = fmt.Errorf("%s %s: %s", method, path, answer)
	}
	if err == nil {
		err = json.Unmarshal(answer, into)
	}
	if err != nil {
		s.t.Fatal(err)
	}
}

func TestSendsThePetAsItIs(t *testing.T) {
	opened := newSession(t, `[]`)
	rex := Pet{Name: "Rex Ω🐕", CategoryID: 1<<53 + 1}
	if _, err := opened.create(rex); err != nil {
		t.Fatal(err)
	}
	if got, want := opened.requests(1), []request{{"POST", 201, rex}}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestTriesAgainWhileTheStoreIsNotAvailable(t *testing.T) {
	opened := newSession(t, `[{"operation": "createPet", "times": 2, "respond": {"status": 503}}]`)
	pet, err := opened.create(Pet{Name: "Rex", CategoryID: 1<<53 + 1})
	if want := (Pet{ID: 1, Name: "Rex", CategoryID: 1<<53 + 1}); err != nil || pet != want {
		t.Errorf("got %v and %v, want %v", pet, err, want)
	}
	var statuses []int
	for _, request := range opened.requests(3) {
		statuses = append(statuses, request.Status)
	}
	if want := []int{503, 503, 201}; !reflect.DeepEqual(statuses, want) {
		t.Errorf("got %v, want %v", statuses, want)
	}
}

func TestDoesNotTryAgainIfTheAnswerIsLost(t *testing.T) {
	opened := newSession(t, `[{"operation": "createPet", "when": "after", "fault": "CONNECTION_RESET_BY_PEER"}]`)
	if _, err := opened.create(Pet{Name: "Rex", CategoryID: 1}); err == nil {
		t.Error("an answer that was lost must be an error")
	}
	if got := opened.requests(1); len(got) != 1 {
		t.Errorf("got %d requests, want 1", len(got))
	}
}
