import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import type ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { packageFolders, root } from './documents.ts';
import { findSlowText } from './regex-steps.ts';

/** TypeScript. An `import` of it takes a second more, which it spends in search of the exports. */
const compiler = createRequire(import.meta.url)('typescript') as typeof ts;

/** The files whose patterns read our own texts alone. */
const readsNoInput = ['packages/docs-page/assets/write-code.js'];

/** The sources of the packages, and the scripts of the page. */
const files = packageFolders
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  .filter((name) => /^packages\/(?:[\w-]+\/src|docs-page\/assets)\/.*(?<!\.test|\.test-d)\.(?:ts|js)$/.test(name))
  .filter((name) => !readsNoInput.includes(name));

/** Returns the patterns of a file, also those that `new RegExp` makes of parts. */
function patternsOf(file: string): readonly RegExp[] {
  const source = compiler.createSourceFile(file, readFileSync(join(root, file), 'utf8'), compiler.ScriptTarget.Latest);
  const patterns: RegExp[] = [];
  const parts = new Map<string, string>();
  const textOf = (node: ts.Expression | undefined): string => {
    if (node === undefined) return '';
    if (compiler.isTaggedTemplateExpression(node)) return node.template.getText(source).slice(1, -1); // String.raw
    if (compiler.isStringLiteral(node) || compiler.isNoSubstitutionTemplateLiteral(node)) return node.text;
    if (compiler.isIdentifier(node)) return parts.get(node.text) ?? '1';
    if (!compiler.isTemplateExpression(node)) return '1'; // a part of another file
    return node.templateSpans.reduce(
      (text, { expression, literal }) => text + textOf(expression) + literal.text,
      node.head.text,
    );
  };
  const visit = (node: ts.Node): void => {
    if (compiler.isVariableDeclaration(node) && compiler.isIdentifier(node.name))
      parts.set(node.name.text, textOf(node.initializer));
    if (compiler.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      patterns.push(new RegExp(node.text.slice(1, end), node.text.slice(end + 1)));
    }
    if (compiler.isNewExpression(node) && node.expression.getText(source) === 'RegExp') {
      const [pattern, flags] = node.arguments ?? [];
      patterns.push(new RegExp(textOf(pattern), textOf(flags)));
    }
    compiler.forEachChild(node, visit);
  };
  visit(source);
  return patterns;
}

describe('the search for a slow text', () => {
  test.each([/\s+$/, /(?:a+)+$/, /a.*b/, /"(?:[^"\\]|\\.)*"/g, /^a*.*#/, /(?=a*$)a/])('finds one for %s', (pattern) => {
    expect(findSlowText(pattern)).toBeDefined();
  });

  test.each([/^\s+$/, /(?:[^,"]|"(?:[^"\\]|\\.?)*(?:"|$))+/g, /^\d+(?:,\d+)*$/, /^[a-z]{1,30}$/])(
    'finds none for %s',
    (pattern) => {
      expect(findSlowText(pattern)).toBeUndefined();
    },
  );
});

test('every pattern that reads input is linear', () => {
  const patterns = files.flatMap((file) =>
    patternsOf(file).map((pattern) => ({ file: relative(root, file), pattern })),
  );
  expect(patterns.length).toBeGreaterThan(100);
  const slow = patterns.flatMap(({ file, pattern }) => {
    const text = findSlowText(pattern);
    return text === undefined ? [] : [`${file}: ${String(pattern)} on ${JSON.stringify(text)}`];
  });
  expect(slow).toEqual([]);
});
