/**
 * Parses a text that `JSON.parse` accepts, with a parser of your own for its numbers. It reads only where values begin and end, so it
 * needs no error for ill-formed text.
 *
 * @param parseNumber gets a number as it is written
 * @throws RangeError if the text is nested so deep that the stack overflows
 */
export function parseExactly(text: string, parseNumber: (number: string) => unknown): unknown {
  let at = 0;
  return parseValue();

  function parseValue(): unknown {
    switch (skipSeparators()) {
      case '{':
        return parseObject();
      case '[':
        return parseArray();
      case '"':
        return parseString();
      default:
        return parseScalar();
    }
  }

  function parseObject(): object {
    const object: Record<string, unknown> = {};
    at++;
    while (skipSeparators() !== '}') {
      const name = parseString();
      const value = parseValue();
      if (name === '__proto__') setOwn(object, name, value);
      else object[name] = value;
    }
    at++;
    return object;
  }

  function parseArray(): readonly unknown[] {
    const array: unknown[] = [];
    at++;
    while (skipSeparators() !== ']') array.push(parseValue());
    at++;
    return array;
  }

  function parseString(): string {
    const start = at;
    do at = text.indexOf('"', at + 1);
    while (text[at - 1] === '\\' && isEscaped(at));
    at++;
    const string = text.slice(start, at);
    // A longer slice would keep the whole text in memory.
    return string.length < 12 && !string.includes('\\') ? string.slice(1, -1) : (JSON.parse(string) as string);
  }

  /** Whether the character at an index comes after an odd number of backslashes. */
  function isEscaped(index: number): boolean {
    let start = index;
    while (text[start - 1] === '\\') start--;
    return (index - start) % 2 === 1;
  }

  function parseScalar(): unknown {
    scalarPattern.lastIndex = at;
    const [scalar = ''] = scalarPattern.exec(text) ?? [];
    at += scalar.length;
    return /^[a-z]/.test(scalar) ? JSON.parse(scalar) : parseNumber(scalar);
  }

  /** Goes to the next character that belongs to a value, or closes an array or an object. Returns the character. */
  function skipSeparators(): string | undefined {
    while (isSeparator(text.charCodeAt(at))) at++;
    return text[at];
  }
}

/** Matches a number, `true`, `false` or `null`. */
const scalarPattern = /[-+.\w]+/y;

/** Sets a member that an assignment would take for the prototype. */
function setOwn(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
}

/** Whether a character is white space, a comma or a colon. */
function isSeparator(code: number): boolean {
  return code <= 0x20 || code === 0x2c || code === 0x3a;
}
