// Checks the pages for people who write adapters. With `--update`, the tests rewrite the table of the cases and the JSON Schema.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as prettier from 'prettier';
import { expect, test } from 'vitest';
import { cases } from '../src/cases/cases.ts';
import type { Report } from '../src/report/report.ts';
import { capabilities } from '../src/adapter/protocol.ts';
import { clauses } from './clauses.ts';
import { adapterProtocolSchema } from './protocol-schema.ts';
import { sampleCheck, sampleReport } from './sample-report.ts';

const docs = join(import.meta.dirname, '../../../docs');
const path = join(docs, 'conformance-cases.md');
const schemaPath = join(docs, 'adapter-protocol.schema.json');
const casesPage = readFileSync(path, 'utf8');
const isLine = new Ajv2020().compile(adapterProtocolSchema());
/** The text of both pages. */
const page = `${readFileSync(join(docs, 'checking-a-client.md'), 'utf8')}\n${casesPage}`;

/** Returns the code blocks of the pages in a language. */
function blocks(language: string): readonly string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, code = '']) => code);
}

async function format(text: string, file: string): Promise<string> {
  return prettier.format(text, { ...(await prettier.resolveConfig(file)), filepath: file });
}

test('docs/conformance-cases.md lists the cases', async () => {
  const sections = cases.map(({ case: number, name, level, reference, expected, why }) => {
    const clause = clauses[number];
    const binding = level === 'must' ? ` (${reference.startsWith('interface document') ? 'interface' : 'RFC'})` : '';
    const source = clause === undefined ? `${reference}.` : `${reference}: “${clause.replace('<', '&lt;')}”`;
    return `### ${number}. ${name}\n\n${expected} ${why} **${level}${binding}** by ${source}`;
  });
  const start = casesPage.slice(0, casesPage.indexOf('### 1. ')).trimEnd();
  await expect(await format(`${[start, ...sections].join('\n\n')}\n`, path)).toMatchFileSnapshot(path);
});

test('the clause of a case that only the interface binds is a sentence of the interface, or a part of one', () => {
  const plain = readFileSync(join(docs, 'interface.md'), 'utf8').replaceAll('`', '').replace(/\s+/g, ' ');
  const quoted = cases.flatMap(({ case: number, reference }) =>
    /^interface document, parts? [^;]*$/.test(reference) ? [clauses[number] ?? ''] : [],
  );
  expect(quoted.length).toBeGreaterThan(15);
  expect(quoted.filter((clause) => !plain.includes(clause))).toEqual([]);
});

test('the text of the picture in the README says how many cases there are', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../tools/pictures/verdict.txt'), 'utf8');
  const counts = [...text.matchAll(/(\d+)\s+cases\b/g)].map(([, count]) => Number(count));
  expect(counts).toEqual([cases.length]);
});

test('docs/checking-a-client.md says which cases need a capability', () => {
  const shown = Object.keys(capabilities).map((name) => [
    name,
    new RegExp(`^\\| \`${name}\` .*\\| ([\\d, ]+?) +\\|$`, 'm').exec(page)?.[1],
  ]);
  const needed = Object.keys(capabilities).map((name) => [
    name,
    // These cases see by themselves whether a client asks for gzip.
    name === 'gzip' ? '22, 62, 81' : cases.flatMap((each) => (each.needs === name ? [each.case] : [])).join(', '),
  ]);
  expect(shown).toEqual(needed);
});

test('the JSON Schema of the adapter protocol is that of the run', async () => {
  await expect(await format(JSON.stringify(adapterProtocolSchema()), schemaPath)).toMatchFileSnapshot(schemaPath);
});

test('the lines of an adapter in the guides are valid by the JSON Schema of the protocol', () => {
  const lines = blocks('text')
    .filter((block) => block.startsWith('{') && !block.startsWith('{"report"'))
    .flatMap((block) => block.trim().split('\n'));
  expect(lines).not.toEqual([]);
  expect(lines.filter((line) => !isLine(JSON.parse(line)))).toEqual([]);
});

const client = { name: '', version: '', language: '' };

test.each([
  { wrong: 'a rounded id', line: { id: '1', ok: { id: 1, name: 'Rex', categoryId: '1' } } },
  { wrong: 'an unknown kind', line: { id: '1', error: { kind: 'oops' } } },
  { wrong: 'an unknown capability', line: { protocol: 1, client, capabilities: ['x'] } },
  { wrong: 'a second version', line: { protocol: 2, client, capabilities: [] } },
])('$wrong in the line of an adapter is not valid by the JSON Schema of the protocol', ({ line }) => {
  expect(isLine(line)).toBe(false);
});

test('the report that the guides show has the fields of a report', () => {
  const [shown] = blocks('text')
    .filter((block) => block.startsWith('{"report"'))
    .map((block) => JSON.parse(block) as Report);
  const sample = sampleReport([sampleCheck(11, 'fail')]);
  expect(Object.keys(shown ?? {})).toEqual(Object.keys(sample));
  expect(Object.keys(shown?.checks[0] ?? {})).toEqual(Object.keys(sample.checks[0] ?? {}));
});
