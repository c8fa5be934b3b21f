#!/usr/bin/env bash
# An adapter for the conformance run: an ordinary client over curl and jq.
set -u

folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

# --- The client under test: put yours here. ---

# Sends a request, leaves the body of the answer in a file, and prints its status. The first argument is a path, the others
# are options of curl.
petstore() {
  local path=$1
  shift
  curl --silent --show-error --max-time "$timeout" ${apiKey+--header "Authorization: Bearer $apiKey"} \
    --output "$folder/body" --write-out '%{http_code}' "$@" "${baseUrl%/}$path"
}

list_pets() {
  petstore /pets --get ${limit+--data-urlencode "limit=$limit"} ${status+--data-urlencode "status=$status"} "$@"
}

create_pet() {
  jq --null-input --compact-output --arg name "$name" --argjson categoryId "$categoryId" \
    ${status+--arg status "$status"} '$ARGS.named' |
    petstore /pets --header 'Content-Type: application/json' --data-binary @-
}

get_pet() {
  petstore "/pets/$(jq --null-input --raw-output --arg id "$petId" '$id | @uri')" "$@"
}

# --- The adapter: a request is a line of JSON on stdin, its answer a line on stdout. ---

pet='{id: .id | tostring, name, categoryId: .categoryId | tostring} + if .status then {status} else {} end'

# Prints what jq makes of the body. Fails if that is nothing: for a body that is empty or not JSON.
read_body() {
  local answer
  answer=$(jq --compact-output --arg id "$id" "$1" "$folder/body" 2>"$folder/stderr") && [ "$answer" ] && printf '%s\n' "${answer%%$'\n'*}"
}

# Prints what curl or jq failed with, as the protocol has it.
failed() {
  jq --null-input --compact-output --arg id "$id" --rawfile message "$folder/stderr" "{\$id, error: ({\$message} + $1)}"
}

version=$(curl --version | cut -d ' ' -f 2 | head -n 1)
jq --null-input --compact-output --arg version "$version" '{protocol: 1,
  client: {name: "curl", $version, language: "shell"}, capabilities: ["timeout", "head", "text_ids"]}'

# One jq turns each request into an assignment for each field, quoted for the shell, and a zero byte. No variable can have a null
# character, so an application in shell has no such name.
jq --unbuffered --join-output '(. + .arguments | del(.arguments) |
  if (.name // "" | explode | index(0)) then {id, operation: "none"} else . end | to_entries[] | "\(.key)=\(.value | @sh)\n"), "\u0000"' |
while IFS= read -r -d '' assignments; do
  unset apiKey method limit status petId name categoryId
  eval "$assignments"
  timeout=$((timeoutMs / 1000)).$(printf %03d $((timeoutMs % 1000)))
  case $operation in
    listPets) call=list_pets ok="map($pet)" ;;
    createPet) call=create_pet ok=$pet ;;
    getPet) call=get_pet ok=$pet ;;
    none)
      echo '{"id":"'"$id"'","error":{"kind":"unsupported"}}'
      continue
      ;;
  esac
  if [ "${method-}" = HEAD ]; then
    call="$call --head" ok=null
  fi
  : >"$folder/body"
  http=$($call 2>"$folder/stderr")
  case $?,$http in
    0,2*)
      if [ "$ok" = null ]; then echo null >"$folder/body"; fi # there are only headers in it
      read_body "{\$id, ok: ($ok)}" || failed '{kind: "decode"}'
      ;;
    0,*)
      read_body "{\$id, error: ({kind: \"api\", status: $http, code, message} | del(..|nulls))}" ||
        failed "{kind: \"api\", status: $http, message: \"HTTP $http\"}"
      ;;
    28,*) failed '{kind: "timeout"}' ;;
    6,* | 7,*) failed '{kind: "transport", outcome: "not_sent"}' ;;
    *) failed '{kind: "transport", outcome: "unknown"}' ;;
  esac
done
