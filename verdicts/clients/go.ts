import type { Client, Finding, Language } from '../client.ts';
import { replaces } from '../groups.ts';
import { fromGo } from '../newest.ts';

const go: Language = {
  name: 'Go',
  folder: 'verdicts/clients/go',
  version: 'go version',
  install: ['go mod download'],
};

const ofEncodingJson: Finding = { report: 'https://github.com/golang/go/issues/14750' };
const ofText: Finding = { words: `${replaces}, as encoding/json documents` };
const ofDecoder: Finding = {
  words: 'a Decoder stops behind the JSON, on purpose: it reads a stream of JSON texts',
  report: 'https://github.com/golang/go/issues/36225',
};

/** Writes the document that the generators read. */
const document =
  'mkdir -p build && node ../../../packages/petstore-kit/dist/main.js --openapi 3.0 > build/openapi.json';

/** Builds an adapter with the common part of the examples, which is of the same package, and with the version of the module. */
function build(name: string, module?: string): string {
  const version =
    module === undefined ? '' : `-ldflags "-X main.version=$(go list -m -f '{{.Version}}' ${module} | cut -c 2-)" `;
  return [
    `mkdir -p build/${name}-adapter`,
    `cp ${name}/main.go ../../../examples/conformance/go/protocol.go build/${name}-adapter`,
    `go build ${version}-o build/bin/${name} ./build/${name}-adapter`,
  ].join(' && ');
}

export const goClients: readonly Client[] = [
  {
    id: 'net-http',
    language: go,
    name: 'net/http',
    setting: '`http.DefaultClient`, `io.ReadAll(response.Body)`',
    adapter: '../../../examples/conformance/go/adapter.go',
    newest: fromGo('go'),
    build: ['cd ../../../examples/conformance/go && go build -o ../../../verdicts/clients/go/build/bin/net-http'],
    command: 'build/bin/net-http',
    alone: { file: 'alone/net-http/main.go', command: 'go run ./alone/net-http' },
    findings: {
      41: {
        words: 'sends the key to another port of the same host, on purpose',
        report: 'https://github.com/golang/go/pull/54539',
      },
    },
  },
  {
    id: 'net-http-json',
    language: go,
    name: 'net/http and encoding/json',
    basedOn: 'net-http',
    setting: '`http.DefaultClient`, `json.NewDecoder(response.Body)`',
    adapter: 'nethttp/main.go',
    newest: fromGo('go'),
    build: [build('nethttp')],
    command: 'build/bin/nethttp',
    alone: { file: 'alone/net-http-decoder/main.go', command: 'go run ./alone/net-http-decoder' },
    findings: {
      31: ofDecoder,
      32: ofDecoder,
      62: ofDecoder,
      75: ofText,
      82: ofDecoder,
      84: ofEncodingJson,
    },
  },
  {
    id: 'resty',
    language: go,
    name: 'resty',
    basedOn: 'net-http',
    setting: '`client.R().SetResult(&pets).SetError(&failure)`',
    adapter: 'resty/main.go',
    newest: fromGo('github.com/go-resty/resty/v2'),
    build: [build('resty', 'github.com/go-resty/resty/v2')],
    command: 'build/bin/resty',
    alone: { file: 'alone/resty/main.go', command: 'go run ./alone/resty' },
    findings: {
      26: {
        words: 'reads no body whose media type is not JSON, and returns no error',
        report: 'https://github.com/go-resty/resty/issues/240',
      },
      44: { words: 'decompresses the body that a response to HEAD does not have' },
      75: ofText,
      84: ofEncodingJson,
    },
  },
  {
    id: 'resty-force',
    language: go,
    name: 'resty',
    option: 'ForceContentType',
    basedOn: 'resty',
    setting: '`ForceContentType("application/json")`',
    adapter: 'resty/main.go',
    newest: fromGo('github.com/go-resty/resty/v2'),
    build: [build('resty', 'github.com/go-resty/resty/v2')],
    command: 'build/bin/resty force',
  },
  {
    id: 'oapi-codegen',
    language: go,
    name: 'oapi-codegen',
    basedOn: 'net-http',
    setting: 'generated, `-generate types,client`',
    adapter: 'oapi-codegen/main.go',
    newest: fromGo('github.com/oapi-codegen/oapi-codegen/v2'),
    generated: true,
    build: [
      document,
      'mkdir -p build/oapi-codegen && go tool oapi-codegen -generate types,client -package petstore -o build/oapi-codegen/petstore.go build/openapi.json',
      build('oapi-codegen', 'github.com/oapi-codegen/oapi-codegen/v2'),
    ],
    command: 'build/bin/oapi-codegen',
    alone: { file: 'alone/oapi-codegen/main.go', command: 'go run ./alone/oapi-codegen' },
    findings: {
      17: { words: 'reads no body whose media type is in capitals' },
      70: { words: 'shows 0 and an empty string for a field that is missing' },
      75: ofText,
      84: ofEncodingJson,
    },
  },
  {
    id: 'ogen',
    language: go,
    name: 'ogen',
    basedOn: 'net-http',
    setting: 'generated',
    adapter: 'ogen/main.go',
    newest: fromGo('github.com/ogen-go/ogen'),
    generated: true,
    build: [
      document,
      'go tool ogen --target build/ogen --clean --package petstore build/openapi.json',
      build('ogen', 'github.com/ogen-go/ogen'),
    ],
    command: 'build/bin/ogen',
    alone: { file: 'alone/ogen/main.go', command: 'go run ./alone/ogen' },
  },
];
