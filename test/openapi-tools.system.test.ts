// Programs that test a server from nothing but its OpenAPI document, against the server that the document describes:
// `petstore-kit --seed 2`, and libraries that judge its responses by that document. They have a folder of their own, test/tools, and
// run only if they are installed.
import { createFetchHandler, openApiDocument } from '@petstore/http';
import { createFetchSend, createWireOptions, wireCases, type WireReply } from '@petstore/test-support/wire';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { apiKey, startDescribedServer } from './described-server.ts';
import { environment } from './installed-project.ts';

const home = join(import.meta.dirname, 'tools');
const modules = join(home, 'node_modules');
const schemathesis = join(home, '.venv/bin/schemathesis');

const documents = ['openapi.json', 'openapi-3.1.json'];

describe.skipIf(!existsSync(modules))('Newman (run npm ci in test/tools first)', () => {
  test.each(documents)('gets the replies of the examples with the collection of %s', async (document) => {
    const { folder } = await serve(document);
    const bin = (name: string) => join(modules, '.bin', name);
    const conversion = `-s ${document} -o pets.json -O parametersResolution=Example`;
    await run(folder, bin('openapi2postmanv2'), conversion.split(' '));
    const reports = ['--reporters', 'json', '--reporter-json-export', 'report.json'];
    await run(folder, bin('newman'), ['run', 'pets.json', '--env-var', `bearerToken=${apiKey}`, ...reports]);
    const { run: report } = await readJson<NewmanReport>(folder, 'report.json');
    expect(report.failures).toEqual([]);
    const replies = report.executions.map(({ item, response: { code, stream } }) => {
      const body: unknown = JSON.parse(Buffer.from(stream.data).toString());
      return { name: item.name, code, body };
    });
    expect(replies.map(({ name, code }) => [name, code])).toEqual([
      ['List all animals', 200],
      ['Add an animal', 201],
      ['Get an animal', 200],
    ]);
    // The collection pairs the first example of each parameter with the first of the response.
    const examples = report.executions.map(({ item: { name, response } }) => {
      const [{ code, body } = { code: 0, body: 'null' }] = response;
      return { name, code, body: JSON.parse(body) as unknown };
    });
    expect(replies).toEqual(examples);
  });
});

// openapi-response-validator is in jest-openapi, and in chai-openapi-response-validator, which shares all but the matcher with it.
describe.skipIf(!existsSync(modules))('The judges of responses (run npm ci in test/tools first)', () => {
  const load = createRequire(join(home, 'package.json'));
  const read = () => openApiDocument({ baseUrl: 'http://pets.test/v1' }) as unknown as Document;
  /** The judges: each takes the document, and returns a function that says what is wrong with a response. */
  const judges = [
    {
      name: 'jest-openapi',
      open(document: Document): Promise<Judge> {
        vi.stubGlobal('expect', expect); // where Jest has it
        onTestFinished(() => void vi.unstubAllGlobals());
        (load('jest-openapi') as JestOpenApi).default(document);
        return Promise.resolve((method, path, { status, body }) => {
          const judged = expect({ status, data: JSON.parse(body) as unknown, request: { method, path } });
          (judged as unknown as { toSatisfyApiSpec(): void }).toSatisfyApiSpec();
        });
      },
    },
    {
      name: 'openapi-backend',
      async open(definition: Document): Promise<Judge> {
        const { OpenAPIBackend } = load('openapi-backend') as OpenApiBackend;
        const backend = new OpenAPIBackend({ definition, strict: true });
        await backend.init();
        return (method, path, { status, body }) => {
          const operation = backend.matchOperation({ method, path: path.replace('/v1', ''), headers: {} });
          const { errors } = backend.validateResponse(JSON.parse(body), operation, status);
          if (errors !== null) throw new Error(JSON.stringify(errors));
        };
      },
    },
  ];

  test.each(judges)('$name accepts each response that the document in OpenAPI 3.0 names', async ({ open }) => {
    const document = read();
    const judge = await open(document);
    const judged = new Set<string>();
    for (const { request, setup } of wireCases.filter(({ needsExactHead }) => !needsExactHead)) {
      const { method, path } = request;
      const [, pets = '', id] = /^\/v1(\/pets)(\/\d+)?(?:\?|$)/.exec(path) ?? [];
      const template = id === undefined ? pets : `${pets}/{petId}`;
      const responses = document.paths[template]?.[method.toLowerCase()]?.responses ?? {};
      const reply = await createFetchSend(createFetchHandler(createWireOptions(setup)))(request);
      const key = `${method.toLowerCase()} ${template} ${reply.status}`;
      if (!(reply.status in responses) || judged.has(key)) continue;
      judge(method, path, reply);
      judged.add(key);
    }
    const named = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { responses }]) =>
        Object.keys(responses).map((status) => `${method} ${path} ${status}`),
      ),
    );
    expect([...judged].sort()).toEqual(named.sort());
    expect(() => {
      judge('GET', '/v1/pets', { status: 200, headers: {}, body: '[{"id":1.5,"name":"Rex","categoryId":1}]' });
    }).toThrow('must be integer');
  });
});

describe.skipIf(!existsSync(schemathesis))(
  'Schemathesis (run python3 -m venv .venv and .venv/bin/pip install -r requirements.txt in test/tools first)',
  () => {
    // It also looks at headers, at methods that the document does not have, and at requests without a key. OpenAPI 3.0 cannot
    // refuse the id of a new pet, but the server does: what is valid there may be refused.
    test.each([
      { document: 'openapi.json', excluded: ['--exclude-checks', 'positive_data_acceptance'] },
      { document: 'openapi-3.1.json', excluded: [] },
    ])('finds nothing that contradicts $document', async ({ document, excluded }) => {
      const { server, folder } = await serve(document);
      const bounds = ['--generation-deterministic', '--max-examples', '10'];
      const anyTime = ['--request-timeout', '120', '--suppress-health-check', 'all']; // a busy machine is no failure
      const key = ['--header', `Authorization: Bearer ${apiKey}`];
      const report = ['--report-json-path', 'report.json'];
      const args = [...key, ...bounds, ...excluded, ...anyTime, ...report];
      await run(folder, schemathesis, ['run', `${server}/${document}`, ...args]);
      const { test_cases, warnings, ...outcome } = await readJson<SchemathesisReport>(folder, 'report.json');
      expect(outcome).toMatchObject({ complete: true, operations: { tested: 3 }, failures: [], errors: [] });
      expect(Object.values(warnings).flat()).toEqual([]);
      expect(test_cases).toMatchObject({ with_failures: 0, errored: 0 });
      expect(test_cases.generated).toBeGreaterThan(200);
    });
  },
);

/** Throws if a reply does not match the document. */
type Judge = (method: string, path: string, reply: WireReply) => void;

/** What is read of the document. */
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: object }>>>>;
}

/** What is used of jest-openapi: it adds `toSatisfyApiSpec` to the global `expect`. */
interface JestOpenApi {
  default(document: Document): void;
}

/** What is used of openapi-backend. */
interface OpenApiBackend {
  readonly OpenAPIBackend: new (options: { readonly definition: Document; readonly strict: boolean }) => {
    init(): Promise<unknown>;
    matchOperation(request: { readonly method: string; readonly path: string; readonly headers: object }): unknown;
    validateResponse(body: unknown, operation: unknown, status: number): { readonly errors: unknown };
  };
}

/** What is read of a report of Newman. */
interface NewmanReport {
  readonly run: {
    readonly failures: readonly unknown[];
    readonly executions: readonly {
      /** A request of the collection, and the replies that it expects. */
      readonly item: { readonly name: string; readonly response: readonly { code: number; body: string }[] };
      readonly response: { readonly code: number; readonly stream: { readonly data: readonly number[] } };
    }[];
  };
}

/** What is read of a report of Schemathesis. */
interface SchemathesisReport {
  readonly test_cases: { readonly generated: number };
  readonly warnings: Readonly<Record<string, readonly unknown[]>>;
}

/** Starts the server, and a folder with its document. */
async function serve(document: string) {
  const server = await startDescribedServer();
  const folder = await mkdtemp(join(tmpdir(), 'petstore-tools-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, document), await (await fetch(`${server}/${document}`)).text());
  return { server, folder };
}

/** Runs a program, and returns what it prints. If it fails, the error says what it has printed. */
async function run(folder: string, program: string, args: readonly string[]) {
  try {
    const options = { cwd: folder, env: environment(), maxBuffer: 2 ** 25 };
    return (await promisify(execFile)(program, args, options)).stdout;
  } catch (failure) {
    throw new Error(`${program} failed:\n${(failure as { readonly stdout: string }).stdout}`, { cause: failure });
  }
}

async function readJson<Value>(folder: string, name: string): Promise<Value> {
  return JSON.parse(await readFile(join(folder, name), 'utf8')) as Value;
}
