/** What the command has started. */
export interface Started {
  /** The address on which the server listens, with `/v1`. */
  readonly listeningUrl: string;
  /** The address at which clients reach the server, without `/v1`. */
  readonly address: string;
  /** Where the pets are, without a password. */
  readonly location: string;
  /** Whether the pets are still there after a restart. */
  readonly keepsPets: boolean;
  /** The first API key. */
  readonly apiKey: string | undefined;
  /** Whether the command has generated the key. Only such a key is printed for people. */
  readonly isKeyGenerated: boolean;
  /** The address of the sessions, and their token unless it was set: whoever set a token knows it. */
  readonly testing: { readonly url: string; readonly token?: string | undefined } | undefined;
}

/** A pet as JSON for a shell, between double quotes. */
const addRex = String.raw`{\"name\":\"Rex\",\"categoryId\":1}`;

/** Writes the line of `--json`. */
export function formatStartAsJson(started: Started, pid: number): string {
  const { address, apiKey, testing } = started;
  return JSON.stringify({ url: `${address}/v1`, apiKey, docs: formatDocsUrl(started), testing, pid });
}

/** Writes the lines for people: where the server is, and how to call it. */
export function formatStart(started: Started): readonly string[] {
  const { listeningUrl, address, location, keepsPets, apiKey, isKeyGenerated, testing } = started;
  const url = `${address}/v1`;
  const curl = `curl -H "Authorization: Bearer ${isKeyGenerated ? apiKey : '<API_KEY>'}"`;
  const keyLines = [
    `API key: ${apiKey}`,
    `  It is new at each start${keepsPets ? '; the pets stay' : ''}. To keep one, start with --api-key dev: npm start -- --api-key dev`,
  ];
  const openSession = `curl -X POST -H "Authorization: Bearer ${testing?.token ?? '<TOKEN>'}"`;
  return [
    `Pet store listening on ${listeningUrl}`,
    `Storage: ${location}`,
    ...(isKeyGenerated ? keyLines : []),
    `Documentation: ${formatDocsUrl(started)}`,
    `Add a pet: ${curl} -H "Content-Type: application/json" -d "${addRex}" "${url}/pets"`,
    `List them: ${curl} "${url}/pets"`,
    ...(testing === undefined ? [] : [`Open a session: ${openSession} "${testing.url}/sessions"`]),
  ];
}

/** The page reads the key from the fragment, which is never sent. The line may be logged, so it contains a generated key only. */
function formatDocsUrl({ address, apiKey, isKeyGenerated }: Started): string {
  return `${address}/docs${isKeyGenerated ? `#key=${apiKey}` : ''}`;
}
