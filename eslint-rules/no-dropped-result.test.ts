import { ESLint } from 'eslint';
import { beforeAll, expect, test } from 'vitest';
import { snippetsIn } from '../test/documents.ts';

const floating = '@typescript-eslint/no-floating-promises';
const dropped = 'petstore/no-dropped-result';

const reported: readonly (readonly [statement: string, rules: readonly string[]])[] = [
  ['promise();', [floating]],
  ['now().map(() => promise());', [dropped]],
  ['later().match(String, String);', [floating]],
  ['now();', [dropped]],
  ['new Ok(1);', [dropped]],
  ['later();', [floating, dropped]],
  ['await later();', [dropped]],
  ['await later().map(String);', [dropped]],
  ['await found?.later();', [dropped]],
  ['found?.failed();', [dropped]],
  ['await Promise.resolve(now());', [dropped]],
  ['sure && now();', [dropped]],
  ['sure ? await later() : kept;', [dropped]],
  ['(now(), (kept = 1));', [dropped]],
];

const allowed = [
  'await promise();',
  'kept = now();',
  'kept ??= await later();',
  'const result = await later(); return result.isOk();',
  'return later();',
  'now().match(console.log, console.error);',
  'await later().match(String, String);',
  '(await later())._unsafeUnwrap();',
  'sure && (kept = now());',
  'void now();',
  'void later();',
  'void (await later());',
];

const declarations = `
import { Ok, type Err, type Result, type ResultAsync } from 'neverthrow';
declare function promise(): Promise<number>;
declare function later(): ResultAsync<number, string>;
declare function now(): Result<number, string>;
declare const found: { later(): ResultAsync<number, string>; failed(): Err<number, string> } | undefined;
declare let kept: unknown;
declare const sure: boolean;
`;

/** The rules that each statement breaks. All statements are in one file, because loading the types is slow. */
const rulesFor = new Map<string, readonly (string | null)[]>();

const rulesAtWork = new Set([floating, dropped]);
const eslint = new ESLint({ cwd: `${import.meta.dirname}/..`, ruleFilter: ({ ruleId }) => rulesAtWork.has(ruleId) });

beforeAll(async () => {
  const statements = [...reported.map(([statement]) => statement), ...allowed];
  const lines = declarations.split('\n').length;
  const code = declarations + statements.map((text, i) => `export async function f${i}() { ${text} }`).join('\n');
  // ESLint has types only for a file of the project, so the code is linted as one.
  const [report] = await eslint.lintText(code, { filePath: 'packages/core/src/index.ts' });
  for (const [i, statement] of statements.entries()) {
    const messages = report?.messages.filter(({ line }) => line === lines + i) ?? [];
    rulesFor.set(
      statement,
      messages.map(({ ruleId, message }) => ruleId ?? message),
    );
  }
});

test.each(reported)('%s is reported', (statement, rules) => {
  expect(rulesFor.get(statement)).toEqual(rules);
});

test.each(allowed)('%s is not reported', (statement) => {
  expect(rulesFor.get(statement)).toEqual([]);
});

test.each(snippetsIn('ts'))('the snippet of $path under $heading drops no Result', async ({ code }) => {
  const [report] = await eslint.lintText(code, { filePath: 'examples/vitest.test.ts' }); // whose folder has every package
  expect(report?.messages).toEqual([]);
});
