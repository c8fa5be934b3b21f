import type { Client, Language } from '../client.ts';

const go: Language = {
  name: 'Go',
  folder: 'examples/conformance/go',
  version: 'go version',
  install: ['go mod download'],
};

/** Writes the document that the generators read. */
const document =
  'mkdir -p build && node ../../../packages/petstore-kit/dist/main.js --openapi 3.0 > build/openapi.json';

export const goClients: readonly Client[] = [
  {
    id: 'net-http',
    language: go,
    name: 'net/http',
    setting: '`http.DefaultClient`, `json.NewDecoder(response.Body)`',
    adapter: 'nethttp/main.go',
    build: ['go build -o build/ ./nethttp'],
    command: 'build/nethttp',
  },
  {
    id: 'net-http-read-all',
    language: go,
    name: 'net/http',
    setting: '`io.ReadAll(response.Body)`, then `json.Unmarshal`',
    adapter: 'nethttp/main.go',
    build: ['go build -o build/ ./nethttp'],
    command: 'build/nethttp whole',
  },
  {
    id: 'resty',
    language: go,
    name: 'resty',
    setting: '`client.R().SetResult(&pets).SetError(&failure)`',
    adapter: 'resty/main.go',
    build: ['go build -o build/ ./resty'],
    command: 'build/resty',
  },
  {
    id: 'oapi-codegen',
    language: go,
    name: 'oapi-codegen',
    setting: 'generated, `-generate types,client`',
    adapter: 'oapi-codegen/main.go',
    build: [
      document,
      'mkdir -p build/oapi-codegen && go tool oapi-codegen -generate types,client -package petstore -o build/oapi-codegen/petstore.go build/openapi.json',
      'go build -o build/bin/ ./oapi-codegen',
    ],
    command: 'build/bin/oapi-codegen',
  },
  {
    id: 'ogen',
    language: go,
    name: 'ogen',
    setting: 'generated',
    adapter: 'ogen/main.go',
    build: [
      document,
      'go tool ogen --target build/ogen --package petstore --clean build/openapi.json',
      'go build -o build/bin/ ./ogen',
    ],
    command: 'build/bin/ogen',
  },
];
