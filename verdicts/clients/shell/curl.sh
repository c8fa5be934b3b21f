#!/usr/bin/env bash
# An adapter around the command curl, as its manual shows it. It uses jq for the lines of the protocol, and for the body of a creation.
. "$(dirname "$0")/../../../examples/conformance/shell/protocol.sh"

listPets() {
  petstore /pets --get ${limit+--data-urlencode "limit=$limit"} ${status+--data-urlencode "status=$status"} "$@"
}

# The digits of the category are put in by the shell: jq 1.6 would round them.
createPet() {
  jq --null-input --compact-output --arg name "$name" ${status+--arg status "$status"} '$ARGS.named' |
    sed "s/}\$/,\"categoryId\":$categoryId}/" |
    petstore /pets --header 'Content-Type: application/json' --data-binary @-
}

getPet() {
  petstore "/pets/$petId" "$@"
}

# Sends a request, and prints the status of its response.
petstore() {
  local path=$1
  shift
  curl --silent --show-error --max-time "$timeout" ${apiKey+--header "Authorization: Bearer $apiKey"} \
    --output "$body" --write-out '%{http_code}' "$@" "${baseUrl%/}$path"
}

call() {
  local http
  http=$("$operation" ${method:+--head} 2>"$stderr")
  case $? in
    0)
      if [ "$method" ]; then : >"$body"; fi # curl --head writes the headers to it
      raw "$http"
      ;;
    28) failed '{kind: "timeout"}' ;;
    6 | 7) failed '{kind: "transport", outcome: "not_sent"}' ;;
    *) failed '{kind: "transport", outcome: "unknown"}' ;;
  esac
}

serve curl "$(curl --version | cut -d ' ' -f 2 | head -n 1)" 'timeout head'
