# The common part of an adapter in bash: the lines of the protocol. Nothing here is to be changed. It needs jq.
set -u

folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
body=$folder/body     # what the client received
stderr=$folder/stderr # what it failed with

# Prints the answer of a client that reads no JSON: the status and the bytes of the body. The run reads them.
raw() {
  printf '{"response":{"status":%d,"base64":"%s"}}\n' "$1" "$(base64 <"$body" | tr -d '\n')"
}

# Prints the answer that a filter of jq makes of the body. Fails if that is nothing: for a body that is empty or not JSON.
read_body() {
  local answer
  answer=$(jq --compact-output "$1" "$body" 2>"$stderr") && [ "$answer" ] && printf '%s\n' "${answer%%$'\n'*}"
}

# Prints an error, such as '{kind: "timeout"}', with what the client wrote to stderr.
failed() {
  jq --null-input --compact-output --rawfile message "$stderr" "{error: ({\$message} + $1)}"
}

# Answers the requests on stdin, until it ends. Each sets the variables operation, method, baseUrl, timeout in seconds, and those of apiKey,
# limit, status, petId, name and categoryId that are given. The function `call` prints the answer.
serve() {
  jq --null-input --compact-output --arg name "$1" --arg version "$2" --arg capabilities "$3" \
    '{protocol: 1, client: {$name, $version, language: "shell"}, capabilities: ($capabilities / " ")}'
  # One jq turns each request into an assignment for each field, quoted for the shell, and a zero byte. No variable can have a null
  # character, so an application in shell has no such name.
  jq --unbuffered --join-output '(. + .arguments | del(.arguments) |
    if (.name // "" | explode | index(0)) then {id, operation: "none"} else . end | to_entries[] | "\(.key)=\(.value | @sh)\n"), "\u0000"' |
    while IFS= read -r -d '' assignments; do
      unset apiKey limit status petId name categoryId
      method=''
      eval "$assignments"
      if [ "$operation" = none ]; then
        answer='{"error":{"kind":"unsupported"}}'
      else
        timeout=$((timeoutMs / 1000)).$(printf %03d $((timeoutMs % 1000)))
        : >"$body"
        answer=$(call)
      fi
      printf '{"id":"%s",%s\n' "$id" "${answer#?}"
    done
}
