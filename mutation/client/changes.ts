// What clients do to values on their way: to texts, integers and lists.
import ts from 'typescript';

/** A change: what stands in the table, and the code with the switch. */
type ValueChange = readonly [shown: string, code: string];

const ofTexts = [
  '.trim()',
  ".normalize('NFC')",
  '.toLowerCase()',
  '.toUpperCase()',
  '.slice(1)',
  '.slice(0, 255)',
  ".replace(/\\s+/g, ' ')",
  ".replace(/[^\\0-\\x7f]/g, '?')",
  ".replace(/[&<>\"']/g, '_')",
];
const ofBigInts = ['BigInt(Number(E))', 'BigInt.asIntN(32, E)', 'BigInt.asUintN(64, E)', 'String(E)', 'E + 1n'];
const ofNumbers = ['E + 1', 'E - 1', '0'];
const ofLists = ['.slice(1)', '.slice(0, -1)', '.slice(0, 20)', '.slice().reverse()'];

/** What the values of a client are called that an application gives or gets. Of the others, only whether they are there is changed. */
const namesOfData: ReadonlySet<string> = new Set([
  ...[
    'name',
    'status',
    'categoryId',
    'petId',
    'id',
    'code',
    'message',
    'apiKey',
    'limit',
    'body',
    'text',
    'pets',
    'pet',
  ],
  ...['value', 'query', 'creation', 'String(id)', 'String(categoryId)', 'BigInt(categoryId)', 'parse(text)'],
]);

/** Returns the changes of an expression of a type. */
export function changesOf(text: string, type: ts.Type, checker: ts.TypeChecker): readonly ValueChange[] {
  const types = type.isUnion() ? type.types : [type];
  const has = (flags: ts.TypeFlags) => types.some((each) => (each.flags & flags) !== 0);
  const isUnknown = has(ts.TypeFlags.Unknown | ts.TypeFlags.Any);
  const changes: ValueChange[] = [];
  const change = (test: string, shown: string, code: string) => {
    changes.push([shown, `((value) => ${test} && isMutated() ? ${code} : value)(${text})`]);
  };
  if (namesOfData.has(text) && (has(ts.TypeFlags.StringLike) || isUnknown)) {
    for (const call of ofTexts) change("typeof value === 'string'", `${text}${call}`, `value${call}`);
  }
  if (namesOfData.has(text) && (has(ts.TypeFlags.BigIntLike) || isUnknown)) {
    const isInteger = "typeof value === 'bigint' || typeof value === 'number'";
    for (const code of ofBigInts) change(isInteger, code.replace('E', text), code.replace('E', 'BigInt(value)'));
  }
  if (has(ts.TypeFlags.NumberLike)) {
    for (const code of ofNumbers)
      change("typeof value === 'number'", code.replace('E', text), code.replace('E', 'value'));
  }
  if (types.some((each) => checker.isArrayType(each)) || (isUnknown && namesOfData.has(text))) {
    for (const call of ofLists) change('Array.isArray(value)', `${text}${call}`, `value${call}`);
  }
  if (has(ts.TypeFlags.BooleanLike)) changes.push([`!${text}`, `isMutated() ? !(${text}) : ${text}`]);
  if (has(ts.TypeFlags.Object | ts.TypeFlags.StringLike) || isUnknown)
    changes.push(['undefined', `isMutated() ? undefined : ${text}`]);
  return changes;
}
