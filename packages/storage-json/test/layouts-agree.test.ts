import { readFile } from 'node:fs/promises';
import { parseJson, unwrap } from '@petstore/core';
import { parse } from 'lossless-json';
import { expect, test } from 'vitest';
import { openJsonStorage, readPets } from '../src/index.ts';
import { insert, list } from './opened.ts';
import { petFilePaths } from './pet-file-paths.ts';

const newPath = await petFilePaths();

/** A document as text: the other members, and the pets, one to a line. */
interface Written {
  readonly others: readonly string[];
  readonly lines: readonly string[];
}

const rex = '"id":1,"name":"Rex","categoryId":1';
const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

const examples: readonly (readonly [what: string, written: Written])[] = [
  ['a key of a pet twice', { others: [], lines: [`{${rex},"name":"Max"}`] }],
  ['a key of a pet twice, with one value', { others: [], lines: [`{${rex},"name":"Rex"}`] }],
  ['a key of a pet twice, once in escapes', { others: [], lines: [`{${rex},"n\\u0061me":"Max"}`] }],
  ['a key of an own field twice', { others: [], lines: [`{${rex},"a":{"b":1,"b":2}}`] }],
  ['another key twice', { others: ['"a":1', '"a":2'], lines: [`{${rex}}`] }],
  ['two lists of pets, the last of them empty', { others: [`"pets":[{${rex}}]`], lines: [] }],
  ...[508, 509, 510, 511, 512, 513, 3000, 100_000].flatMap((levels): [string, Written][] => [
    [`an own field of ${levels} levels`, { others: [], lines: [`{${rex},"a":${deep(levels)}}`] }],
    [`another member of ${levels} levels`, { others: [`"a":${deep(levels)}`], lines: [`{${rex}}`] }],
  ]),
  ['a key __proto__', { others: ['"__proto__":{"pets":[]}'], lines: [`{${rex},"__proto__":{"status":"sold"}}`] }],
  ['ids that do not ascend', { others: [], lines: [`{${rex.replace('1', '2')}}`, `{${rex}}`] }],
  ['two pets of one id', { others: [], lines: [`{${rex}}`, `{${rex}}`] }],
  ['an own field that no number holds', { others: [], lines: [`{${rex},"a":1e400,"b":0.10000000000000000001}`] }],
  ['a negative zero', { others: [], lines: [`{"id":1,"name":"Rex","categoryId":-0}`] }],
  ['a control character in a name', { others: [], lines: [`{${rex.replace('R', '\u0001')}}`] }],
  ['a tab in a name beside a big number', { others: [], lines: [`{${rex.replace('R', '\t')},"a":1e30}`] }],
];

test.each(examples)('a document with %s is accepted or refused, whatever its layout', async (_what, written) => {
  await expectSameOutcome(inLines(written), inOneLine(written));
});

/** The layout of this storage. */
function inLines({ others, lines }: Written): string {
  return `{${others.map((member) => `${member},\n`).join('')}"pets":[${lines.map((line) => `\n${line}`).join()}\n]}\n`;
}

/** Another layout, in which the pets are not the last member either. */
function inOneLine({ others, lines }: Written): string {
  return `{${[...others, `"pets": [ ${lines.join(' , ')} ]`].join(' , ')} }`;
}

/** Opens both files, as a pet file and as a seed. Expects the same pets and, after a creation, the same document; or a refusal of both. */
async function expectSameOutcome(ours: string, other: string): Promise<void> {
  const [inOurs, inOther] = [await openText(ours), await openText(other)];
  if (inOurs === 'torn') return; // only a file of our layout can be repaired
  expect(inOurs).toEqual(inOther);
}

async function openText(text: string): Promise<unknown> {
  const path = await newPath(text);
  const seed = (await readPets(path)).map((pets) => JSON.stringify(pets, bigintAsText)).unwrapOr('refused');
  const tornEnds: unknown[] = [];
  const opening = await openJsonStorage(path, { onTornEnd: (tornEnd) => tornEnds.push(tornEnd) });
  if (opening.isErr()) {
    expect(seed).toBe('refused');
    return 'refused';
  }
  await using storage = opening.value;
  if (tornEnds.length > 0) return 'torn';
  const pets = JSON.stringify(await list(storage), bigintAsText);
  expect(seed).toBe(pets);
  await insert(storage, { name: 'new', categoryId: 1 });
  await unwrap(storage.close());
  return { pets, document: readDocument(await readFile(path, 'utf8')) };
}

/** Writes a document without its layout and the spelling of its integers. */
function readDocument(text: string): string {
  const parseNumber = (number: string) => {
    const value = parseJson(number).unwrapOr(undefined);
    return typeof value === 'bigint' || Number.isSafeInteger(value) ? String(value) : number;
  };
  return JSON.stringify(parse(text.replace('\uFEFF', ''), undefined, { parseNumber }));
}

function bigintAsText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}n` : value;
}
