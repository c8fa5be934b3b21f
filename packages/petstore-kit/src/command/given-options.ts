import { err, closestName, ok, type Result } from '@petstore/core';
import { parseArgs } from 'node:util';
import { findWrongOption } from './command-line.ts';
import { commandOptions, optionNames, type CommandOption, type OptionName } from './command-options.ts';

/** The value of an option, and the name of its source: `--port` or `PORT`. */
export interface GivenOption {
  readonly source: string;
  readonly text: string;
}

/** The given options. An option without a value has the text `true` if it comes from the command line. */
export type GivenOptions = Readonly<Partial<Record<OptionName, GivenOption>>>;

/**
 * Reads the command line and, for options that it lacks, the environment. It does not check the values.
 *
 * @returns an Err with a sentence about an argument that belongs to no option
 */
export function readGivenOptions(args: readonly string[], env: NodeJS.ProcessEnv): Result<GivenOptions, string> {
  return parseFlags(args, env).map((flags) => {
    const given: Partial<Record<OptionName, GivenOption>> = {};
    for (const name of optionNames) {
      const flag = flags[name];
      const { variable }: CommandOption = commandOptions[name];
      const text = variable === undefined ? undefined : env[variable];
      if (flag !== undefined)
        given[name] = { source: `--${name}`, text: String(flag) }; // joins a repeated option with commas
      else if (variable !== undefined && text !== undefined) given[name] = { source: variable, text };
    }
    return given;
  });
}

type Flags = Readonly<Partial<Record<OptionName, string | boolean | readonly string[]>>>;

function parseFlags(args: readonly string[], env: NodeJS.ProcessEnv): Result<Flags, string> {
  const complete = addOpenApiVersion(args);
  const wrong = findWrongOption(complete, commandOptions);
  if (wrong !== undefined) return err(wrong);
  const config = { args: complete, options: commandOptions, allowPositionals: true, tokens: true } as const;
  const { values, tokens } = parseArgs(config);
  const extra = tokens.find((token) => token.kind === 'positional');
  if (extra === undefined) return ok(values);
  const npmHint =
    env.npm_lifecycle_event === 'start' ? ' Behind npm start, options follow --: npm start -- --port 8080.' : '';
  return err(`${describeExtraArgument(extra)}${npmHint}`);
}

/** Adds the default version to an `--openapi` without one: parseArgs has no optional values. */
function addOpenApiVersion(args: readonly string[]): string[] {
  return args.map((arg, index) =>
    arg === '--openapi' && (args[index + 1] ?? '-').startsWith('-') ? '--openapi=3.0' : arg,
  );
}

/** Says what is wrong about an argument that belongs to no option. It shows the argument only if that cannot be a key. */
function describeExtraArgument({ index, value }: { readonly index: number; readonly value: string }): string {
  if (/^(?:help|version)$/.test(value)) return `"${value}" is no command. Did you mean --${value}?`;
  if (closestName(value, ['conformance']) !== undefined) return `"${value}" is no command. Did you mean conformance?`;
  if (/^(?:start|serve|server|run|dev|up|listen)$/.test(value)) {
    return `"${value}" is no command: without a command petstore-kit starts the server; conformance checks a client.`;
  }
  if (/^[\w./-]+\.json$/i.test(value)) return `"${value}" belongs to no option. Did you mean --storage ${value}?`;
  return `Argument ${index + 1} belongs to no option. Each value follows its option, such as --port 8080.`;
}
