import { quoteIfNeeded } from '@petstore/http';

export interface StartInfo {
  /** The address on which the server listens, with `/v1`. */
  readonly listeningUrl: string;
  /** The address at which clients reach the server, without `/v1`. */
  readonly address: string;
  /** Where the pets are, without a password. */
  readonly location: string;
  readonly apiKey: string;
  /** Whether the command has generated the key, or was given it by an option or by a variable, which is for secrets. */
  readonly keySource: 'generated' | 'option' | 'variable';
  /** The address of the sessions, and their token unless it was set: whoever set a token knows it. */
  readonly testing: { readonly url: string; readonly token?: string | undefined } | undefined;
}

/** Writes the line for programs: that of `--json`, and the first one of `--log json`. It may be logged, so a key from a variable is not in it. */
export function formatStartAsJson(started: StartInfo, startedAt: Date): string {
  const { address, location, apiKey, keySource, testing } = started;
  return JSON.stringify({
    time: startedAt.toISOString(),
    started: true,
    url: `${address}/v1`,
    ...(keySource !== 'variable' && { apiKey }),
    docs: formatDocsUrl(started),
    storage: location,
    testing,
    pid: process.pid,
  });
}

/** Writes the lines for people: where the server is, and how to call it. The colours are escape codes (ECMA-48, SGR). */
export function formatStart(started: StartInfo, colours: boolean): readonly string[] {
  const { listeningUrl, address, location, apiKey, keySource, testing } = started;
  const paint = (code: number, text: string) => (colours ? `\u001b[${code}m${text}\u001b[0m` : text);
  const row = (label: string, text: string) => `  ${paint(dim, label.padEnd(12))}${text}`;
  const url = `${address}/v1`;
  const authorization = `-H ${quoteIfNeeded(`Authorization: Bearer ${keySource === 'variable' ? '<API_KEY>' : apiKey}`)}`;
  const json = ["-H 'Content-Type: application/json'", `-d ${quoteIfNeeded('{"name":"Rex","categoryId":1}')}`];
  const calls: readonly (readonly [what: string, parts: readonly string[]])[] = [
    ['Add a pet', [`curl ${authorization}`, ...json, quoteIfNeeded(`${url}/pets`)]],
    ['List the first 100', [`curl ${authorization}`, quoteIfNeeded(`${url}/pets?limit=100`)]],
    ...(testing === undefined ? [] : [['Open a session', createSessionParts(testing)] as const]),
  ];
  return [
    '',
    row('Page', paint(cyan, formatDocsUrl(started))),
    row('API', url),
    ...(listeningUrl === url ? [] : [row('Listens on', listeningUrl)]),
    row('API key', keySource === 'variable' ? 'from PETSTORE_API_KEYS' : apiKey),
    ...(keySource === 'generated'
      ? [row('', paint(dim, 'new at each start; keep one: npx petstore-kit --api-key dev'))]
      : []),
    row('Pets', location),
    ...(testing === undefined ? [] : [row('Let it fail', 'on the page, or by the header Prefer: code=503')]),
    '',
    ...calls.flatMap(([what, parts]) => [`  ${paint(dim, `${what}:`)}`, ...formatCall(parts), '']),
    `  ${paint(dim, 'Ctrl+C stops the server.')}`,
    '',
  ];
}

const [dim, cyan] = [2, 36];

function createSessionParts({ url, token = '<TOKEN>' }: NonNullable<StartInfo['testing']>): readonly string[] {
  return [`curl -X POST -H ${quoteIfNeeded(`Authorization: Bearer ${token}`)}`, quoteIfNeeded(`${url}/sessions`)];
}

/** Writes a call for a shell, on several lines if it would be wider than a terminal. */
function formatCall(parts: readonly string[]): readonly string[] {
  const line = `    ${parts.join(' ')}`;
  return line.length <= 80 ? [line] : `    ${parts.join(' \\\n      ')}`.split('\n');
}

/** The page reads the key from the fragment, which is never sent. */
function formatDocsUrl({ address, apiKey, keySource }: StartInfo): string {
  return `${address}/docs${keySource === 'variable' ? '' : `#key=${encodeURIComponent(apiKey)}`}`;
}
