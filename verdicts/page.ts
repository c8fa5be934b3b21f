import { join } from 'node:path';
import type { Client } from './client.ts';
import { describeClient } from './client-page.ts';
import { columns, countColumns } from './columns.ts';
import { describePicture, drawPicture } from './picture.ts';
import { withoutBuild, type ClientVerdict, type JudgedClient } from './verdict.ts';

const path = join(import.meta.dirname, 'page.md');
const picturePath = join(import.meta.dirname, 'picture.svg');

/** The folder with a page for each row. */
export const pagesFolder = join(import.meta.dirname, 'pages');

/** The text of each file by its path. */
type Pages = readonly (readonly [path: string, text: string])[];

/** Renders the page of all clients, its picture, and the page of each client. */
export function describePages(clients: readonly (readonly [Client, ClientVerdict | undefined])[]): Pages {
  const judged = clients.flatMap(([client, verdict]) => (verdict === undefined ? [] : [[client, verdict] as const]));
  const missing = clients.flatMap(([client, verdict]) => (verdict === undefined ? [client] : []));
  return [
    [picturePath, drawPicture(judged)],
    [path, describePage(judged, missing)],
    ...judged.map(
      (each) => [join(pagesFolder, `${each[0].id}.md`), describeClient(each, baseOf(each, judged))] as const,
    ),
  ];
}

/** Returns the clients that a client is based on, the nearest one first. */
function baseOf([{ basedOn }]: JudgedClient, judged: readonly JudgedClient[]): readonly JudgedClient[] {
  const base = judged.find(([{ id }]) => id === basedOn);
  return base === undefined ? [] : [base, ...baseOf(base, judged)];
}

function describePage(judged: readonly JudgedClient[], missing: readonly Client[]): string {
  const libraries = new Set(judged.map(([{ name, language }]) => `${language.name} ${name}`));
  const counts = judged.map(([, { cases }]) => cases.length);
  const most = Math.max(...counts);
  const older = counts.filter((count) => count < most).length;
  return [
    '# Verdicts on clients that people use',
    `${libraries.size} clients were judged with the ${most} [cases](../docs/conformance-cases.md) of [the conformance run](../docs/checking-a-client.md)${older === 0 ? '' : `, ${older} of the ${counts.length} rows without the newest ones`}. Before you read on:`,
    [
      '- **It judges only correctness**: what a client sends, and what it makes of the responses. Speed, features, comfort and the quality of code are not judged. The rows are sorted by language and name, and not ranked: a client with more red lines may well be the better choice for you.',
      '- **There are two kinds of MUST.** One quotes a sentence of an RFC that binds a client; one that only defines something binds by RFC 9110, section 2.4. The other is a sentence of [the interface](../docs/interface.md) of this pet store alone. The main one is that integers are int64: RFC 8259, section 6, lets an implementation round integers beyond 2^53, and this interface does not.',
      '- **A SHOULD may be a choice.** It is a recommendation, or keeps data and keys safe. The authors of a client may have good reasons to decide otherwise.',
      '- **One cause can fail several cases.** The table counts cases, and the page of a client has one line for each cause.',
      '- **The client is set as its own first page shows it.** A second row has one option that changes something.',
      '- **What the application does is not judged.** Each adapter passes on what the library returns.',
      '- **Some versions are old.** curl, libcurl, jq, Java, PHP, Guzzle, Ruby, Faraday, LWP and Perl with its HTTP::Tiny are those of Debian 12. Python is 3.11, Go is 1.26, and ogen is 1.24. There are newer ones, which were not judged.',
      '- **Do you maintain one of these clients, and is a line wrong?** [Contest it](README.md#how-to-contest-a-line). A line that does not hold is removed. The page of a client says how to repeat each line with the client alone.',
    ].join('\n'),
    describePicture(judged),
    describeTable(judged),
    '“Newest” is the newest version on the day when the client was judged, with “(Debian 12)” the newest one of Debian 12. “Mended” are the failed cases that a newer version passes. “Not judged” are the cases that the client does not support or did not exercise.',
    ...(missing.length === 0
      ? []
      : ['## Not judged', missing.map(({ name, language }) => `- ${name} (${language.name})`).join('\n')]),
  ].join('\n\n');
}

function describeTable(judged: readonly JudgedClient[]): string {
  const rows = judged.map(([client, verdict]) => {
    const counts = countColumns(client, verdict).map(({ count, mended }) =>
      mended === 0 ? `${count}` : `${count} (${mended} mended)`,
    );
    const { option, language, id } = client;
    const label = option === undefined ? client.name : `… with ${option}`;
    const cells = [`[${label}](pages/${id}.md)`, language.name, withoutBuild(verdict.version), verdict.newest ?? '–'];
    return `| ${[...cells, ...counts].join(' | ')} |`;
  });
  const names = ['Client', 'Language', 'Version', 'Newest', ...columns];
  return [`| ${names.join(' | ')} |`, `|${' - |'.repeat(names.length)}`, ...rows].join('\n');
}
