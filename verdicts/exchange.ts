/** How much of an exchange a file of `results` keeps. */
const maxLines = 40;
const maxLength = 240;

/**
 * Returns the exchange that decided a case: the calls of the client on the store of its last call, what went over the wire, and what
 * the adapter answered. It says nothing that differs from run to run: ports, sessions, dates and the numbers of connections.
 *
 * @param log the log of a case in the JSON report
 */
export function exchangeOf(log: readonly string[]): readonly string[] {
  const stores = log.map((line) => /^run +> .*"baseUrl":"([^"]*)"/.exec(line)?.[1]);
  const store = stores.findLast((each) => each !== undefined);
  if (store === undefined) return [];
  const lines = log.slice(stores.indexOf(store));
  const spoken = new Set(lines.flatMap((line) => /^(\d+) [<>]/.exec(line)?.[1] ?? []));
  const connections = [...spoken];
  const shown = lines.flatMap((line) => {
    const [, number, rest = ''] = /^(\d+) (.*)$/.exec(line) ?? [];
    if (number !== undefined) {
      if (!spoken.has(number) || /^[<>] (?:Date|Keep-Alive):/i.test(rest)) return [];
      return [`${connections.indexOf(number) + 1} ${rest}`];
    }
    const [, operation, args] = /^run +> .*"operation":"(\w+)".*"arguments":(.*)\}$/.exec(line) ?? [];
    if (operation !== undefined) return [`call ${operation} ${args ?? ''}`];
    if (line.startsWith('adapter < ')) return [line.replace(/^adapter < \{"id": ?"\d+", ?/, 'answer {')];
    return line.startsWith('…') ? [line] : [];
  });
  return shorten(shown.map((line) => nameStores(line, store).slice(0, maxLength)));
}

/** Names the store of the exchange, the other stores and the other servers alike in each run. */
function nameStores(line: string, store: string): string {
  const { host, pathname } = new URL(store);
  const [session = ''] = /^\/s\/\d+/.exec(pathname) ?? [];
  return line
    .replaceAll(host, 'HOST')
    .replace(/127\.0\.0\.1:\d+/g, 'OTHER-HOST')
    .replaceAll(new RegExp(`${session}(?!\\d)`, 'g'), '')
    .replace(/\/s\/\d+/g, '/elsewhere');
}

function shorten(lines: readonly string[]): readonly string[] {
  if (lines.length <= maxLines) return lines;
  return [...lines.slice(0, maxLines / 2), '… lines left out …', ...lines.slice(1 - maxLines / 2)];
}
