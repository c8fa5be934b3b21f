#!/usr/bin/env bash
# An adapter for the conformance run, around curl and jq. Let its functions call your client, and print what your client made of the
# response. Then judge it:
#
#     npx petstore-kit conformance run --command "bash adapter.sh"
. "$(dirname "$0")/protocol.sh"

listPets() {
  petstore /pets --get ${limit+--data-urlencode "limit=$limit"} ${status+--data-urlencode "status=$status"} "$@"
}

createPet() {
  jq --null-input --compact-output --arg name "$name" --argjson categoryId "$categoryId" \
    ${status+--arg status "$status"} '$ARGS.named' |
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

pet='{id: .id | tostring, name, categoryId: .categoryId | tostring} + if .status then {status} else {} end'

call() {
  local http ok=$pet
  if [ "$operation" = listPets ]; then ok="map($pet)"; fi
  http=$("$operation" ${method:+--head} 2>"$stderr")
  case $?,$http in
    0,2*)
      if [ "$method" ]; then echo '{"ok":null}'; else read_body "{ok: ($ok)}" || failed '{kind: "decode"}'; fi
      ;;
    0,*)
      read_body "{error: ({kind: \"api\", status: $http, code, message} | del(..|nulls))}" ||
        failed "{kind: \"api\", status: $http, message: \"HTTP $http\"}"
      ;;
    28,*) failed '{kind: "timeout"}' ;;
    6,* | 7,*) failed '{kind: "transport", outcome: "not_sent"}' ;;
    *) failed '{kind: "transport", outcome: "unknown"}' ;;
  esac
}

serve curl "$(curl --version | cut -d ' ' -f 2 | head -n 1)" 'timeout head'
