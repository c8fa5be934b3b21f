import { ESLint } from 'eslint';
import { join } from 'node:path';
import ts from 'typescript';
import { beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../test/documents.ts';

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
`;

const statements = [...reported.map(([statement]) => statement), ...allowed];
const firstLine = declarations.split('\n').length;
/** A file that exists only here. In the folder of the examples, it finds every package. */
const file = join(root, 'examples/statements.ts');
const code = declarations + statements.map((text, i) => `export async function f${i}() { ${text} }`).join('\n');

const rulesAtWork = new Set([floating, dropped]);

/** The rules that each statement breaks. */
const rulesFor = new Map<string, readonly (string | null)[]>();

describe('no-dropped-result', () => {
  beforeAll(async () => {
    const eslint = new ESLint({
      cwd: root,
      ruleFilter: ({ ruleId }) => rulesAtWork.has(ruleId),
      overrideConfig: { languageOptions: { parserOptions: { projectService: false, programs: [programOfFile()] } } },
    });
    const [{ messages } = { messages: [] }] = await eslint.lintText(code, { filePath: file });
    for (const [i, statement] of statements.entries()) {
      const broken = messages.filter(({ line }) => line === firstLine + i);
      rulesFor.set(
        statement,
        broken.map(({ ruleId, message }) => ruleId ?? message),
      );
    }
  });

  test.each(reported)('%s is reported', (statement, rules) => {
    expect(rulesFor.get(statement)).toEqual(rules);
  });

  test.each(allowed)('%s is not reported', (statement) => {
    expect(rulesFor.get(statement)).toEqual([]);
  });
});

/** Loads the types of this file alone: those of the whole repository take five times as long. */
function programOfFile(): ts.Program {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => ts.sys.readFile(path)) as {
    config: { compilerOptions: unknown };
  };
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const host = ts.createCompilerHost(options, true);
  host.fileExists = (path) => path === file || ts.sys.fileExists(path);
  host.readFile = (path) => (path === file ? code : ts.sys.readFile(path));
  return ts.createProgram([file], options, host);
}
