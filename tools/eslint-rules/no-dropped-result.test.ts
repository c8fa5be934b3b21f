import { ESLint, type Linter } from 'eslint';
import { join } from 'node:path';
import ts from 'typescript';
import { beforeAll, describe, expect, test } from 'vitest';
import { root, snippetsIn } from '../../test/documents.ts';

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

const statements = [...reported.map(([statement]) => statement), ...allowed];
const firstLine = declarations.split('\n').length;
const snippets = snippetsIn('ts').map((snippet, place) => ({
  ...snippet,
  file: join(root, `examples/snippet-${place}.ts`),
}));
/** It shows what happens if a Result is dropped. */
const isWarning = ({ heading }: (typeof snippets)[number]) => heading === 'Do not forget `unwrap`';
const statementsFile = join(root, 'examples/statements.ts');

/** The files to lint, which exist only here. In the folder of the examples, they find every package. */
const files = new Map([
  ...snippets.map(({ file, code }) => [file, code] as const),
  [statementsFile, declarations + statements.map((text, i) => `export async function f${i}() { ${text} }`).join('\n')],
]);

const rulesAtWork = new Set([floating, dropped]);

/** The rules that each statement breaks. */
const rulesFor = new Map<string, readonly (string | null)[]>();

describe(`no-dropped-result`, () => {
  let eslint: ESLint;
  beforeAll(async () => {
    eslint = new ESLint({
      cwd: root,
      ruleFilter: ({ ruleId }) => rulesAtWork.has(ruleId),
      overrideConfig: { languageOptions: { parserOptions: { projectService: false, programs: [programOf(files)] } } },
    });
    const messages = await messagesOf(statementsFile);
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

  test.each(snippets.filter((snippet) => !isWarning(snippet)))(
    'the snippet of $path under $heading drops no Result',
    async ({ file }) => {
      expect(await messagesOf(file)).toEqual([]);
    },
  );

  test.each(snippets.filter(isWarning))('the snippet of $path under $heading drops one Result', async ({ file }) => {
    expect((await messagesOf(file)).map(({ ruleId }) => ruleId)).toEqual([dropped]);
  });

  async function messagesOf(file: string): Promise<readonly Linter.LintMessage[]> {
    const [report] = await eslint.lintText(files.get(file) ?? '', { filePath: file });
    return report?.messages ?? [];
  }
});

/** Loads the types of these files alone: those of the whole repository take five times as long. */
function programOf(texts: ReadonlyMap<string, string>): ts.Program {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => ts.sys.readFile(path)) as {
    config: { compilerOptions: unknown };
  };
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const host = ts.createCompilerHost(options, true);
  host.fileExists = (path) => texts.has(path) || ts.sys.fileExists(path);
  host.readFile = (path) => texts.get(path) ?? ts.sys.readFile(path);
  return ts.createProgram([...texts.keys()], options, host);
}
