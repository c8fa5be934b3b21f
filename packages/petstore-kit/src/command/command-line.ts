import { closestName } from '@petstore/core';
import { parseArgs } from 'node:util';

/** An option of a command, for `parseArgs`. */
export interface CommandLineOption {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  /** What a value must be: `--port must be <an integer from 0 to 65535>`. */
  readonly mustBe?: string;
}

/**
 * Finds the first wrong option: an unknown one, a missing or empty value, or a value of an option that takes none. The messages of
 * `parseArgs` do not say what to do.
 *
 * @param args the arguments after the command's name
 * @returns a sentence that names the option and shows no value, which may be a key; `undefined` if `parseArgs` accepts the options
 */
export function findWrongOption(
  args: readonly string[],
  options: Readonly<Record<string, CommandLineOption>>,
): string | undefined {
  const { tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true });
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue, index } = token;
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    if (option === undefined) return describeUnknownOption(args[index] ?? rawName, index + 1, Object.keys(options));
    if (option.type === 'boolean') {
      if (value !== undefined) return `${rawName} takes no value.`;
      continue;
    }
    const expected = option.mustBe === undefined ? '' : `: ${option.mustBe}`;
    if (value === undefined) return `${rawName} needs a value${expected}.`;
    if (value === '') return `${rawName} must not be empty${expected}.`;
    if (!inlineValue && /^-./.test(value)) {
      return `${rawName} needs a value${expected}. One that begins with a dash is written ${rawName}=VALUE.`;
    }
  }
  return undefined;
}

/** @param position the number of the argument, from 1 */
function describeUnknownOption(argument: string, position: number, known: readonly string[]): string {
  const written = argument.replace(/=.*$/s, '');
  // Any other text may be a key.
  if (!/^--?[a-z][a-z-]{0,30}$/i.test(written)) return `Argument ${position} is not an option.`;
  const near = closestName(written.replace(/^--?/, ''), known);
  return `${written} is not an option.${near === undefined ? '' : ` Did you mean --${near}?`}`;
}
