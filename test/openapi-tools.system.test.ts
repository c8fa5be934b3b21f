// Programs that test a server from nothing but its OpenAPI document, against the server that the document describes:
// `petstore-kit --seed 2`. They have a folder of their own, test/tools, and run only if they are installed.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
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

describe.skipIf(!existsSync(schemathesis))(
  'Schemathesis (run python3 -m venv .venv and .venv/bin/pip install -r requirements.txt in test/tools first)',
  () => {
    // It also looks at headers, at methods that the document does not have, and at requests without a key. OpenAPI 3.0 refuses only a
    // whole pet as a new pet (withoutId in openapi/schemas.ts), the server any id: what is valid there may be refused.
    test.each([
      { document: 'openapi.json', excluded: ['--exclude-checks', 'positive_data_acceptance'] },
      { document: 'openapi-3.1.json', excluded: [] },
    ])('finds nothing that contradicts $document', async ({ document, excluded }) => {
      const { server, folder } = await serve(document);
      const bounds = ['--generation-deterministic', '--max-examples', '20'];
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

/** What is read of a report of Newman. */
interface NewmanReport {
  readonly run: {
    readonly failures: readonly unknown[];
    readonly executions: readonly { readonly item: NewmanItem; readonly response: NewmanResponse }[];
  };
}

/** A request of the collection, and the replies that it expects. */
interface NewmanItem {
  readonly name: string;
  readonly response: readonly { readonly code: number; readonly body: string }[];
}

interface NewmanResponse {
  readonly code: number;
  readonly stream: { readonly data: readonly number[] };
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
