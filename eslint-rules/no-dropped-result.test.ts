import { ESLint } from 'eslint';
import { expect, test } from 'vitest';

/** The linter as this repository sets it up. */
const eslint = new ESLint({ cwd: `${import.meta.dirname}/..`, ruleFilter: ({ ruleId }) => rulesAtWork.has(ruleId) });
const rulesAtWork = new Set(['@typescript-eslint/no-floating-promises', 'petstore/no-dropped-result']);

/** The rules that report a statement. */
async function reportedBy(statement: string): Promise<readonly (string | null)[]> {
  const code = `
    import { Ok, type Err, type Result, type ResultAsync } from 'neverthrow';
    declare function promise(): Promise<number>;
    declare function later(): ResultAsync<number, string>;
    declare function now(): Result<number, string>;
    declare const found: { later(): ResultAsync<number, string>; failed(): Err<number, string> } | undefined;
    declare let kept: unknown;
    declare const sure: boolean;
    export async function f() { ${statement} }`;
  // Types are known in a file of the project alone, so the code stands in for one.
  const [report] = await eslint.lintText(code, { filePath: 'packages/core/src/index.ts' });
  return report?.messages.map(({ ruleId, message }) => ruleId ?? message) ?? [];
}

const floating = '@typescript-eslint/no-floating-promises';
const dropped = 'petstore/no-dropped-result';

test.each([
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
])('%s is reported', async (statement, rules) => {
  expect(await reportedBy(statement)).toEqual(rules);
});

test.each([
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
])('%s is not reported', async (statement) => {
  expect(await reportedBy(statement)).toEqual([]);
});
