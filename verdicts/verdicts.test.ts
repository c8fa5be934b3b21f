import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { linesOf } from './client-page.ts';
import type { Client } from './client.ts';
import { clients } from './clients.ts';
import { columns, countColumns } from './columns.ts';
import { exchangeOf } from './exchange.ts';
import { rounds } from './groups.ts';
import { folderOf } from './judge.ts';
import { describePages, pagesFolder } from './page.ts';
import { fileOf, isFailed, readVerdict, type CaseVerdict } from './verdict.ts';

const judged = clients.flatMap((client) => {
  const verdict = readVerdict(client);
  return verdict === undefined ? [] : [{ id: client.id, client, verdict }];
});

test('the pages of the verdicts are what the results render to (npm run verdicts -- --page renders them)', () => {
  const pages = describePages(clients.map((client) => [client, readVerdict(client)]));
  const withoutWidths = (text: string) => text.replace(/ +/g, ' ').replace(/-+/g, '-').trim(); // Prettier chooses them
  for (const [path, text] of pages) expect(withoutWidths(readFileSync(path, 'utf8')), path).toBe(withoutWidths(text));
  const paths = readdirSync(pagesFolder).map((name) => join(pagesFolder, name));
  expect(paths.filter((path) => !pages.some(([rendered]) => rendered === path))).toEqual([]);
});

test('the verdicts in a row of verdicts/page.md add up to the number of its cases', () => {
  const page = readFileSync(join(import.meta.dirname, 'page.md'), 'utf8');
  const sums = judged.map(({ id }) => {
    const [, row = ''] = new RegExp(`\\(pages/${id}\\.md\\)(.*)$`, 'm').exec(page) ?? [];
    const counts = row.split('|').slice(-1 - columns.length, -1);
    return [id, counts.reduce((sum, count) => sum + Number(count.replace(/\(\d+ mended\)/, '')), 0)];
  });
  expect(sums).toEqual(judged.map(({ id, verdict }) => [id, verdict.cases.length]));
});

test('the picture of the verdicts has a square for each case that a row of the table fails or has a note for', () => {
  const picture = readFileSync(join(import.meta.dirname, 'picture.svg'), 'utf8');
  const paths = [...picture.matchAll(/<path class="(fail|warn|note)" d="([^"]*)"/g)];
  const legend = 3;
  const inTable = judged.flatMap(({ client, verdict }) => countColumns(client, verdict).slice(0, 4));
  const squares = paths.reduce((sum, [, , path = '']) => sum + path.split('z').length - 1, 0);
  expect(squares - legend).toBe(inTable.reduce((sum, { count }) => sum + count, 0));
});

test.each(judged)('the page of $id has each failed case in one line', ({ client, verdict }) => {
  const numbers = linesOf(client, verdict).flatMap(({ cases }) => cases.map((each) => each.case));
  expect(new Set(numbers)).toEqual(new Set(verdict.cases.filter(isFailed).map((each) => each.case)));
  expect(numbers).toHaveLength(new Set(numbers).size);
});

test('on the page of a client, cases with one cause are one line, under the case that binds most', () => {
  const [client] = clients as readonly [Client];
  const findings = { 70: { words: rounds }, 75: { mendedIn: 'version 2' } };
  const cases: readonly CaseVerdict[] = [
    { case: 70, verdict: 'warn' },
    { case: 11, verdict: 'fail' },
    { case: 75, verdict: 'warn' },
    { case: 31, verdict: 'fail' },
    { case: 17, verdict: 'pass' },
  ];
  const lines = linesOf({ ...client, findings }, { version: '', tools: '', date: '', cases });
  expect(lines.map((line) => [line.column, line.cases.map((each) => each.case), line.mendedIn])).toEqual([
    ['Fails a MUST of an RFC', [31], undefined],
    ['Fails a MUST of this interface', [11, 70], undefined],
    ['Fails a SHOULD', [75], 'version 2'],
  ]);
});

test.each(judged)('the page of $id says how to repeat each failed line with the client alone', ({ id, client }) => {
  const page = readFileSync(join(pagesFolder, `${id}.md`), 'utf8');
  const linesWithout = page
    .split(/^#+ /m)
    .filter((line) => line.includes('- [case') && !/^```shell|does it, too/m.test(line));
  expect(linesWithout.filter((line) => !line.startsWith('Notes'))).toEqual([]);
  if (client.alone !== undefined) expect(existsSync(join(folderOf(client.language), client.alone.file))).toBe(true);
});

test('an exchange on the page of a client begins with the first call on the last store, and says nothing that differs from run to run', () => {
  const call = (id: number, operation: string, store: number) =>
    `run     > {"id":"${id}","operation":"${operation}","baseUrl":"http://127.0.0.1:4711/s/${store}/v1","apiKey":"***","timeoutMs":5000,"arguments":{}}`;
  const log = [
    call(1, 'listPets', 7),
    '11 > GET /s/7/v1/pets HTTP/1.1',
    'adapter < {"id":"1","ok":[]}',
    call(2, 'listPets', 71),
    '11 closed',
    '12 opened',
    '12 > GET /s/71/v1/pets HTTP/1.1',
    '12 > Host: 127.0.0.1:4711',
    '12 < HTTP/1.1 307 Temporary Redirect',
    '12 < Location: http://127.0.0.1:4712/s/7/v1/pets',
    '12 < Date: Fri, 27 Nov 2026 01:28:39 GMT',
    'adapter < {"id": "2", "ok": []}',
    'stderr  | a warning',
  ];
  expect(exchangeOf(log)).toEqual([
    'call listPets {}',
    '1 opened',
    '1 > GET /v1/pets HTTP/1.1',
    '1 > Host: HOST',
    '1 < HTTP/1.1 307 Temporary Redirect',
    '1 < Location: http://OTHER-HOST/elsewhere/v1/pets',
    'answer {"ok": []}',
  ]);
});

test('each client of the verdicts has a name of its own and an adapter, and each result a client', () => {
  const ids = clients.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)]);
  expect(clients.filter((client) => !existsSync(join(folderOf(client.language), client.adapter)))).toEqual([]);
  const files = clients.map((client) => fileOf(client));
  const results = readdirSync(join(import.meta.dirname, 'results')).map((name) =>
    join(import.meta.dirname, 'results', name),
  );
  expect(results.filter((file) => !files.includes(file))).toEqual([]);
});

test.each([
  ...['go/protocol.go', 'java/Protocol.java', 'php/protocol.php', 'python/protocol.py', 'ruby/protocol.rb'],
  ...['rust/protocol.rs', 'shell/protocol.sh', 'typescript/protocol.ts'],
  ...['../../verdicts/clients/c/protocol.c', '../../verdicts/clients/perl/Protocol.pm'],
])('the common part of adapters, %s, hands the base address on as it is', (file) => {
  const text = readFileSync(join(import.meta.dirname, '../examples/conformance', file), 'utf8');
  const lines = text.split('\n').filter((line) => /base_?url/i.test(line));
  expect(lines).not.toEqual([]);
  expect(lines.filter((line) => /trim|strip|replace|suffix|chomp|format|length|%\/|=~/i.test(line))).toEqual([]);
});

test('a second row of a client in the table of the verdicts follows its first row, and is based on it', () => {
  const seconds = clients.flatMap((client, index) =>
    client.option === undefined ? [] : [[client, clients[index - 1]]],
  );
  expect(seconds.map(([second]) => [second?.name, second?.basedOn])).toEqual(
    seconds.map(([, first]) => [first?.name, first?.id]),
  );
});

test('each client of the verdicts that is based on another one has a row of that name to be based on', () => {
  const ids = clients.map(({ id }) => id);
  expect(clients.filter(({ basedOn }) => basedOn !== undefined && !ids.includes(basedOn))).toEqual([]);
});
