import { err, ok, type Result } from '@petstore/core';
import { parseArgs } from 'node:util';

/** A command of the shell. Its parsing, its messages, its help and the table of its guide are made from this. */
export interface Command<Name extends string = string> {
  /** The lines of the help before the options. */
  readonly introduction: string;
  /** The line of the help above the options. */
  readonly title: string;
  /** The options by name, in the order of the help. */
  readonly options: Readonly<Record<Name, CommandOption>>;
  /** Whether a message may show a wrong value: `false` if it may be a key. */
  readonly showsValues: boolean;
  /** The lines of the help after the options. */
  readonly notes: string;
}

export interface CommandOption {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  /** Whether it may be repeated. Its values are joined with commas. */
  readonly multiple?: true;
  /** The environment variable that sets it if the command line does not. */
  readonly variable?: string;
  /** What a value must be: `--port must be <an integer from 0 to 65535>`. */
  readonly mustBe?: string;
  /** Whether a value is what `mustBe` says. An option without a value may be 1 or true, 0 or false in its variable. */
  readonly isValid?: (text: string) => boolean;
  /** The name of its value in the help. */
  readonly value?: string;
  /** What it does, in Markdown for the guide. The help shows the words alone. */
  readonly help: string;
  /** What the help says about leaving it out. */
  readonly ifLeftOut?: string;
}

export const sharedOptions = {
  help: { type: 'boolean', short: 'h', help: 'print this and exit' },
  version: { type: 'boolean', help: 'print the version and exit' },
} as const satisfies Readonly<Record<string, CommandOption>>;

/** The value of an option, and the name of its source: `--port` or `PORT`. */
export interface GivenOption {
  readonly source: string;
  readonly text: string;
}

/** The given options. An option without a value has the text `true` if it comes from the command line. */
export type GivenOptions<Name extends string> = Readonly<Partial<Record<Name, GivenOption>>>;

/**
 * Reads the arguments and, for options that they lack, the environment. It does not check the values.
 *
 * @returns the options, and the arguments that belong to none; an Err with a sentence that names a wrong option and shows no value,
 *   which may be a key
 */
export function readCommandLine<Name extends string>(
  { options }: Command<Name>,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Result<{ given: GivenOptions<Name>; loose: readonly { index: number; value: string }[] }, string> {
  const wrong = findWrongOption(args, options);
  if (wrong !== undefined) return err(wrong);
  const { values, tokens } = parseArgs({ args: [...args], options, allowPositionals: true, tokens: true });
  const given: Partial<Record<Name, GivenOption>> = {};
  for (const [name, { variable }] of Object.entries<CommandOption>(options)) {
    const flag = (values as Flags)[name];
    const text = variable === undefined ? undefined : env[variable]?.trim(); // a secret often ends in a line end
    if (flag !== undefined) given[name as Name] = { source: `--${name}`, text: String(flag) };
    else if (variable !== undefined && text !== undefined) given[name as Name] = { source: variable, text };
  }
  return ok({ given, loose: tokens.filter((token) => token.kind === 'positional') });
}

type Flags = Readonly<Partial<Record<string, string | boolean | readonly (string | boolean)[]>>>;

/** Says in a sentence which value is the first that is not what its option takes. */
export function findWrongValue<Name extends string>(
  { options, showsValues }: Command<Name>,
  given: GivenOptions<Name>,
): string | undefined {
  for (const [name, { type, mustBe = '1 or true, 0 or false', isValid }] of Object.entries<CommandOption>(options)) {
    const { source, text } = given[name as Name] ?? {};
    if (text === undefined) continue;
    if (text === '') return `${source} is set, but empty: unset it, or set it to ${mustBe}.`;
    if (isValid?.(text) ?? (type === 'string' || /^(?:1|true|0|false)$/i.test(text))) continue;
    return `${source} must be ${mustBe}${showsValues ? `, not "${text}"` : ''}.`;
  }
  return undefined;
}

export function isOn(option: GivenOption | undefined): boolean {
  return option !== undefined && /^(?:1|true)$/i.test(option.text);
}

/**
 * Finds the first wrong option: an unknown one, a missing or empty value, or a value of an option that takes none. The messages of
 * `parseArgs` do not say what to do.
 */
function findWrongOption(args: readonly string[], options: Command['options']): string | undefined {
  const { tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true });
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue, index } = token;
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    if (option === undefined) {
      const written = (args[index] ?? rawName).replace(/=.*$/s, '');
      // Any other text may be a key.
      const isShown = /^--?[a-z][a-z-]{0,30}$/i.test(written);
      return isShown ? `${written} is not an option.` : `Argument ${index + 1} is not an option.`;
    }
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
