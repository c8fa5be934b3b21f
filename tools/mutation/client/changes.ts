// What clients do to values that they pass on: texts, integers and lists.
import ts from 'typescript';

/** A change: its text in the table, and the code with the switch. */
type ValueChange = readonly [shown: string, code: string];

/** What clients do to texts that may have any character. */
const ofTexts = [
  '.trim()',
  ".normalize('NFC')",
  '.toLowerCase()',
  '.toUpperCase()',
  '.slice(1)',
  '.slice(0, 255)',
  ".replace(/\\s+/g, ' ')",
  ".replace(/[^\\0-\\x7f]/g, '?')",
  ".replace(/[&<>\"']/g, '&#0;')",
];
/** What clients do to JSON. White space around JSON means nothing, so trimming it is no mistake. */
const ofJson = ofTexts.filter((change) => change !== '.trim()');
/** What clients do to keys, which are visible ASCII. */
const ofKeys = ofTexts.filter((change) => /Case|slice|&#0/.test(change));
/** What clients do to words of the interface, and to digits. */
const ofWords = ['.toUpperCase()', '.slice(1)'];
const ofDigits = ['.slice(1)'];
const ofBigInts = ['BigInt(Number(E))', 'BigInt.asIntN(32, E)', 'BigInt.asUintN(64, E)', 'String(E)', 'E + 1n'];
const ofNumbers = ['E + 1', 'E - 1', '0'];
const ofLists = ['.slice(1)', '.slice(0, -1)', '.slice(0, 20)', '.slice().reverse()'];

interface Data {
  readonly texts?: readonly string[];
  readonly isInteger?: boolean;
  readonly isList?: boolean;
}

/** The values that an application passes in or gets back, by their expression. Other values are only replaced by undefined. */
const data: ReadonlyMap<string, Data> = new Map<string, Data>([
  ...['name', 'petId', 'code', 'message'].map((name) => [name, { texts: ofTexts }] as const),
  ...['text', 'body'].map((name) => [name, { texts: ofJson }] as const),
  ['apiKey', { texts: ofKeys }],
  ['status', { texts: ofWords }],
  ['id', { isInteger: true }],
  ['categoryId', { texts: ofDigits, isInteger: true }],
  ...['limit', 'String(id)', 'String(categoryId)'].map((name) => [name, { texts: ofDigits }] as const),
  ['BigInt(categoryId)', { isInteger: true }],
  ...['pets', 'value', 'parse(text)'].map((name) => [name, { isList: true }] as const),
]);

/** Returns the changes of an expression of a type. */
export function findChanges(text: string, type: ts.Type, checker: ts.TypeChecker): readonly ValueChange[] {
  const types = type.isUnion() ? type.types : [type];
  const has = (flags: ts.TypeFlags) => types.some((each) => (each.flags & flags) !== 0);
  const isUnknown = has(ts.TypeFlags.Unknown | ts.TypeFlags.Any);
  const { texts = [], isInteger = false, isList = false } = data.get(text) ?? {};
  const changes: ValueChange[] = [];
  const change = (test: string, shown: string, code: string) => {
    changes.push([shown, `((value) => ${test} && isMutated() ? ${code} : value)(${text})`]);
  };
  if (has(ts.TypeFlags.StringLike) || (isUnknown && !isInteger)) {
    for (const call of texts) change("typeof value === 'string'", `${text}${call}`, `value${call}`);
  }
  if (isInteger && (has(ts.TypeFlags.BigIntLike) || isUnknown)) {
    const test = "(typeof value === 'bigint' || typeof value === 'number')";
    for (const code of ofBigInts) change(test, code.replace('E', text), code.replace('E', 'BigInt(value)'));
  }
  if (has(ts.TypeFlags.NumberLike)) {
    for (const code of ofNumbers)
      change("typeof value === 'number'", code.replace('E', text), code.replace('E', 'value'));
  }
  if (types.some((each) => checker.isArrayType(each)) || (isUnknown && isList)) {
    for (const call of ofLists) change('Array.isArray(value)', `${text}${call}`, `value${call}`);
  }
  if (has(ts.TypeFlags.BooleanLike)) changes.push([`!${text}`, `isMutated() ? !(${text}) : ${text}`]);
  if (has(ts.TypeFlags.Object | ts.TypeFlags.StringLike) || isUnknown)
    changes.push(['undefined', `isMutated() ? undefined : ${text}`]);
  return changes;
}
