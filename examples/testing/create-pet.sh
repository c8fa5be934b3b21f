#!/bin/sh
# A test of a client in a shell, with curl. It starts `petstore-kit` with npx.
set -eu

fail() { echo "$1" >&2; exit 1; }
command -v npx >/dev/null || fail 'npx is not on the PATH: install Node 20 or later'
command -v curl >/dev/null || fail 'curl is not on the PATH'

pipes=$(mktemp -d)
trap 'rm -r "$pipes"' EXIT
mkfifo "$pipes/stdin" "$pipes/stdout"
npx --no --offline -- petstore-kit --testing --json --exit-on-stdin-end --port 0 --storage memory <"$pipes/stdin" >"$pipes/stdout" &
exec 3>"$pipes/stdin" # open until this shell ends, even if it crashes: then petstore stops
# One line, once it listens. npx starts what `npm ci` has installed, and asks no registry.
read -r started <"$pipes/stdout" ||
  fail 'petstore-kit did not start: run `npm ci` where your package.json is, and read what stands above'

# Takes the last text of a name out of a line of JSON.
field() { printf '%s' "$2" | sed "s/.*\"$1\":\"\([^\"]*\)\".*/\1/"; }

url=$(field url "$started") # of "testing"
token=$(field token "$started")
# Makes a call of the sessions. It ends the test if that is refused, with the sentence that says why.
control() {
  answer=$(curl --silent --show-error -H "Authorization: Bearer $token" -H 'Content-Type: application/json' "$@")
  case $answer in '{"code":'*) fail "$answer" ;; esac
  printf '%s' "$answer"
}

session=$(control -d '{"script":[{"operation":"createPet","times":2,"respond":{"status":503}}]}' "$url/sessions")
id=$(field id "$session")

# The client under test: it tries again while the store is not available.
create_pet() {
  for attempt in 1 2 3; do
    curl --silent --show-error --fail -H "Authorization: Bearer $(field apiKey "$session")" \
      -H 'Content-Type: application/json' -d "$1" "$(field baseUrl "$session")/pets" && return
  done
}

created=$(create_pet '{"name":"Rex","categoryId":9007199254740993}' 2>/dev/null)
test "$created" = '{"id":1,"name":"Rex","categoryId":9007199254740993}'
test "$(control "$url/sessions/$id/requests" | grep -o '"status":[0-9]*' | tr '\n' ' ')" = '"status":503 "status":503 "status":201 '
control -X DELETE "$url/sessions/$id"
echo ok
