# curl alone: bash alone/curl.sh GET POST

for method in "$@"; do
    arguments=(--request "$method")
    [ "$method" = POST ] && arguments=(--json '{"name":"Rex","categoryId":1}')
    [ "$method" = HEAD ] && arguments=(--head)
    curl --silent --show-error --max-time 2 --oauth2-bearer secret "${arguments[@]}" \
        --write-out '\n%{method} %{http_code}\n' http://127.0.0.1:8080/v1/pets
done
