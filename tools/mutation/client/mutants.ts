// Finds the changes of the right client: those of Stryker, and changes of names, numbers and values, which Stryker does not make.
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ts from 'typescript';
import { findChanges } from './changes.ts';

/** The files of the right client. */
const files = ['right-client.ts', 'exchange.ts', 'own-http.ts'] as const;

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = join(root, 'packages/conformance/test');

/** A change of one place of the client. */
export interface Mutant {
  readonly file: (typeof files)[number];
  /** The function or the constant that contains the changed code. */
  readonly place: string;
  readonly original: string;
  readonly replacement: string;
  /** Whether it only changes values of one type. */
  readonly isTyped: boolean;
  /** The range of the changed code in the file. */
  readonly start: number;
  readonly end: number;
  /** The code that replaces the range. It has the change while `isMutated()` is true. */
  readonly switched: string;
  /** The whole file, without the change. */
  readonly source: string;
}

/** A range of a file, and how to change it. */
interface Change {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  /** The code that replaces the range, with a switch. */
  readonly switched: string;
  readonly isTyped?: boolean;
}

/** Finds every mutant of the right client, in the order of the files. */
export async function findMutants(): Promise<readonly Mutant[]> {
  const config = ts.getParsedCommandLineOfConfigFile(
    join(root, 'tsconfig.json'),
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: (diagnostic) => {
        throw new Error(ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n'));
      },
    },
  );
  const program = ts.createProgram(
    files.map((file) => join(folder, file)),
    config?.options ?? {},
  );
  const found: Mutant[] = [];
  for (const file of files) {
    const source = program.getSourceFile(join(folder, file));
    if (source === undefined) throw new Error(`There is no ${file}.`);
    const changes = [...(await strykersChanges(source)), ...ownChanges(source, program.getTypeChecker())];
    const known = new Set<string>();
    for (const { start, end, replacement, switched, isTyped = false } of changes.sort(
      (one, other) => one.start - other.start,
    )) {
      const key = `${start} ${end} ${replacement}`;
      if (known.has(key) || isMessage(nodeAt(source, start, end))) continue;
      known.add(key);
      found.push({
        file,
        place: namePlace(nodeAt(source, start, end)),
        original: source.text.slice(start, end),
        replacement,
        isTyped,
        start,
        end,
        switched,
        source: source.text,
      });
    }
  }
  return found;
}

interface StrykerMutant {
  readonly mutatorName: string;
  readonly replacement: string;
  readonly location: Readonly<Record<'start' | 'end', { readonly line: number; readonly column: number }>>;
}

interface Instrumenter {
  instrument(
    files: readonly { name: string; content: string; mutate: boolean }[],
    options: { plugins: null; excludedMutations: readonly string[]; ignorers: readonly unknown[] },
  ): Promise<{ readonly mutants: readonly StrykerMutant[] }>;
}

/** Stryker is only installed in the folder `mutation`. So `tsc` for the whole tree does not find its types. */
async function createInstrumenter(): Promise<Instrumenter> {
  const path = join(root, 'tools/mutation/node_modules/@stryker-mutator/instrumenter/dist/src/index.js');
  const { Instrumenter } = (await import(pathToFileURL(path).href)) as {
    readonly Instrumenter: new (logger: Readonly<Record<string, () => unknown>>) => Instrumenter;
  };
  return new Instrumenter({ debug: () => undefined, info: () => undefined, isDebugEnabled: () => false });
}

async function strykersChanges(source: ts.SourceFile): Promise<Change[]> {
  const instrumenter = await createInstrumenter();
  const { mutants } = await instrumenter.instrument([{ name: source.fileName, content: source.text, mutate: true }], {
    plugins: null,
    excludedMutations: [],
    ignorers: [],
  });
  return mutants.map(({ location, replacement }) => {
    const [start, end] = [location.start, location.end].map(({ line, column }) =>
      source.getPositionOfLineAndCharacter(line, column),
    ) as [number, number];
    const original = source.text.slice(start, end);
    const node = nodeAt(source, start, end);
    if (ts.isBlock(node)) return { start, end, replacement, switched: `{ if (!isMutated()) ${original} }` };
    if (ts.isStatement(node))
      return { start, end, replacement, switched: `if (isMutated()) ${replacement} else ${original}` };
    if (ts.isArrowFunction(node)) {
      return { start, end, replacement, switched: `((...args) => isMutated() ? undefined : (${original})(...args))` };
    }
    const { parent } = node as { readonly parent?: ts.Node }; // a range that is no node has the file as its node, which has no parent
    if (parent !== undefined && ts.isCallExpression(parent) && parent.expression === node) {
      const rest = source.text.slice(end, parent.getEnd()); // a method needs its object
      const call = choice(replacement + rest, original + rest);
      return { start, end: parent.getEnd(), replacement: replacement + rest, switched: call };
    }
    return { start, end, replacement, switched: choice(replacement, original) };
  });
}

function choice(replacement: string, original: string): string {
  return `(isMutated() ? (${replacement}) : (${original}))`;
}

function ownChanges(source: ts.SourceFile, checker: ts.TypeChecker): Change[] {
  const changes: Change[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isImportDeclaration(node)) return;
    const start = node.getStart(source);
    const end = node.getEnd();
    const text = source.text.slice(start, end);
    const add = (replacement: string, switched: string, isTyped = false) => {
      changes.push({ start, end, replacement, switched, isTyped });
    };
    if (ts.isNumericLiteral(node)) {
      for (const other of numbersNear(Number(node.text))) add(String(other), choice(String(other), text));
    }
    if (
      ts.isPropertyAssignment(node) &&
      !ts.isFunctionLike(node.initializer) &&
      !ts.isComputedPropertyName(node.name)
    ) {
      const value = source.text.slice(node.initializer.getStart(source), end);
      add('', `...(isMutated() ? {} : { ${text} })`);
      const other = JSON.stringify(respell(node.name.text));
      add(`${other}: ${value}`, `[isMutated() ? ${other} : ${JSON.stringify(node.name.text)}]: ${value}`);
    }
    if (ts.isShorthandPropertyAssignment(node)) {
      add('', `...(isMutated() ? {} : { ${text} })`);
      const other = JSON.stringify(respell(text));
      add(`${other}: ${text}`, `[isMutated() ? ${other} : '${text}']: ${text}`);
      for (const [replacement, code] of findChanges(text, checker.getTypeAtLocation(node.name), checker)) {
        add(`${text}: ${replacement}`, `${text}: (${code})`, true);
      }
    }
    if (ts.isSpreadAssignment(node)) add('', `...(isMutated() ? {} : ${text.slice(3)})`);
    if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent) && node.dotDotDotToken === undefined) {
      const name = node.propertyName ?? node.name;
      if (ts.isIdentifier(name) || ts.isStringLiteral(name)) {
        const other = JSON.stringify(respell(name.text));
        const local = source.text.slice(node.name.getStart(source), end);
        add(`${other}: ${local}`, `[isMutated() ? ${other} : ${JSON.stringify(name.text)}]: ${local}`);
      }
    }
    if (ts.isExpression(node) && isValue(node)) {
      for (const [replacement, code] of findChanges(text, checker.getTypeAtLocation(node), checker)) {
        add(replacement, `(${code})`, true);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return changes;
}

/** Returns numbers that somebody may write instead: the neighbours, or for large numbers another order of magnitude. */
function numbersNear(value: number): readonly number[] {
  const others = value < 1_000 ? [value - 1, value + 1, 0] : [0, value / 10, value * 10];
  return [...new Set(others)].filter((other) => other !== value && other >= 0);
}

/** Spells a name in another convention. */
function respell(name: string): string {
  if (name.includes('-')) return name.replaceAll('-', '');
  if (/[a-z][A-Z]/.test(name)) return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return /^[a-z]/.test(name) ? name.charAt(0).toUpperCase() + name.slice(1) : `X-${name}`;
}

/** Whether the value of an expression is passed on: returned, given to a function, or put into an object or a text. */
function isValue(node: ts.Expression): boolean {
  const isNamed =
    ts.isIdentifier(node) ||
    ts.isPropertyAccessExpression(node) ||
    ts.isCallExpression(node) ||
    ts.isTemplateExpression(node);
  const { parent } = node;
  if (!isNamed) return false;
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node;
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) return parent.arguments?.includes(node) ?? false;
  if (ts.isArrowFunction(parent)) return parent.body === node;
  if (ts.isVariableDeclaration(parent)) return parent.initializer === node && ts.isIdentifier(parent.name);
  return ts.isTemplateSpan(parent) || ts.isReturnStatement(parent) || ts.isAwaitExpression(parent);
}

/** Whether a node is part of a message. The words of messages are free. */
function isMessage(node: ts.Node): boolean {
  for (
    let each = node;
    !ts.isStatement(each) && !ts.isFunctionLike(each) && !ts.isSourceFile(each);
    each = each.parent
  ) {
    const { parent } = each;
    if (ts.isPropertyAssignment(parent) && parent.name.getText() === 'message') return true;
    if (ts.isCallExpression(parent) && /^(?:unreadable|notSent)$/.test(parent.expression.getText())) {
      return parent.expression !== each;
    }
    if (ts.isNewExpression(parent) && parent.expression.getText() === 'Error') return true;
  }
  return false;
}

/** Finds the outermost node of a range. */
function nodeAt(source: ts.SourceFile, start: number, end: number): ts.Node {
  let found: ts.Node = source;
  const visit = (node: ts.Node) => {
    if (node.getStart(source) > start || node.getEnd() < end) return;
    if (found.getStart(source) === start && found.getEnd() === end && found !== source) return;
    found = node;
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(source, visit);
  return found;
}

function namePlace(node: ts.Node): string {
  const names: string[] = [];
  for (let each = node; !ts.isSourceFile(each); each = each.parent) {
    if (
      ts.isFunctionDeclaration(each) ||
      ts.isMethodDeclaration(each) ||
      ts.isClassDeclaration(each) ||
      (ts.isVariableDeclaration(each) && isConcept(each)) ||
      (ts.isPropertyAssignment(each) && ts.isFunctionLike(each.initializer))
    ) {
      if (each.name !== undefined) names.unshift(each.name.getText());
    }
  }
  return names.filter((name, index) => name !== 'right' || index === names.length - 1).join('.') || 'top';
}

/** Whether a variable names a place: it is a function or a constant of the file. */
function isConcept({ initializer, parent }: ts.VariableDeclaration): boolean {
  return (initializer !== undefined && ts.isFunctionLike(initializer)) || ts.isSourceFile(parent.parent.parent);
}
