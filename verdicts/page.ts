import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path/posix';
import * as prettier from 'prettier';
import type { Client } from './client.ts';
import { words } from './groups.ts';
import { drawPicture, type JudgedClient } from './picture.ts';
import { withoutBuild, type CaseVerdict, type ClientVerdict } from './verdict.ts';

const path = join(import.meta.dirname, 'page.md');

/** The page of the cases, which each line of this page links to. */
const casesPage = readFileSync(join(import.meta.dirname, '../docs/conformance-cases.md'), 'utf8');

/** Renders the page and its pictures. Resolves with the text of each file by its path. */
export async function renderPages(
  clients: readonly (readonly [Client, ClientVerdict | undefined])[],
): Promise<readonly (readonly [path: string, text: string])[]> {
  const judged = clients.flatMap(([client, verdict]) => (verdict === undefined ? [] : [[client, verdict] as const]));
  const missing = clients.flatMap(([client, verdict]) => (verdict === undefined ? [client] : []));
  return [
    [path, await format(describePage(judged, missing))],
    [join(import.meta.dirname, 'picture-light.svg'), drawPicture(judged, 'light')],
    [join(import.meta.dirname, 'picture-dark.svg'), drawPicture(judged, 'dark')],
  ];
}

async function format(text: string): Promise<string> {
  return prettier.format(text, { ...(await prettier.resolveConfig(path)), filepath: path });
}

function describePage(judged: readonly JudgedClient[], missing: readonly Client[]): string {
  const libraries = new Set(judged.map(([{ name, language }]) => `${language.name} ${name}`));
  const counts = judged.map(([, { cases }]) => cases.length);
  const most = Math.max(...counts);
  const older = counts.filter((count) => count < most).length;
  const languages = [...new Set(judged.map(([{ language }]) => language.name))];
  return [
    '# Verdicts on clients that people use',
    `${libraries.size} clients were judged with the ${most} [cases](../docs/conformance-cases.md) of [the conformance run](../docs/checking-a-client.md)${older === 0 ? '' : `, ${older} of the ${counts.length} rows without the newest ones`}. Before you read on:`,
    [
      '- **It judges only correctness**: what a client sends, and what it makes of the responses. Speed, features, comfort and the quality of code are not judged. A client with more red marks may well be the better choice for you.',
      '- **A SHOULD may be a choice.** A MUST is what an RFC or [the interface](../docs/interface.md) demands. A SHOULD is a recommendation, or keeps data and keys safe: the authors of a client may have good reasons to decide otherwise.',
      '- **The client is set as its own first page shows it.** A second row has one option that mends something.',
      '- **What the application does is not judged.** Each adapter passes on what the library returns. If the library refuses an integer, the adapter says so.',
      '- **Do you maintain one of these clients, and is a line wrong?** [Contest it](README.md#how-to-contest-a-line). A line that does not hold is removed. What was seen stands in [`results`](results).',
    ].join('\n'),
    picture,
    describeTable(judged),
    ...languages.flatMap((language) => describeLanguage(language, judged)),
    ...(missing.length === 0
      ? []
      : ['## Not judged', missing.map(({ name, language }) => `- ${name} (${language.name})`).join('\n')]),
  ].join('\n\n');
}

/** Prettier keeps HTML as it is. */
export const picture = `<picture>
  <source media="(prefers-color-scheme: dark)" srcset="picture-dark.svg" />
  <img alt="Which cases each client passes and fails, by groups of cases" src="picture-light.svg" />
</picture>`;

/** The table of all rows: how many cases each failed. */
function describeTable(judged: readonly JudgedClient[]): string {
  const rows = judged.map(([client, verdict]) => {
    const { option, language } = client;
    const label =
      option === undefined
        ? `[${titleOf(client, verdict)}](#${anchorOf(titleOf(client, verdict))})`
        : `… with \`${option}\``;
    return `| ${label} | ${language.name} | ${count(verdict, 'fail')} | ${count(verdict, 'warn')} | ${count(verdict, 'pass')} |`;
  });
  return ['| Client | Language | Fails a MUST | Fails a SHOULD | Passes |', '| - | - | - | - | - |', ...rows].join(
    '\n',
  );
}

function count({ cases }: ClientVerdict, verdict: CaseVerdict['verdict']): number {
  return cases.filter((each) => each.verdict === verdict).length;
}

function describeLanguage(language: string, judged: readonly JudgedClient[]): readonly string[] {
  const rows = judged.filter(([client]) => client.language.name === language);
  return [`## ${language}`, ...rows.flatMap(([client, verdict]) => describeClient(client, verdict))];
}

function titleOf({ name, option }: Client, { version }: ClientVerdict): string {
  const title = `${name} ${withoutBuild(version)}`;
  return option === undefined ? title : `${title} with ${option}`;
}

function describeClient(client: Client, verdict: ClientVerdict): readonly string[] {
  const { language, adapter, setting, id } = client;
  const file = relative('verdicts', join(language.folder, adapter));
  const failed = verdict.cases.filter((each) => each.verdict === 'fail' || each.verdict === 'warn');
  return [
    `### ${titleOf(client, verdict)}`,
    [
      `- Setting: ${setting}, as in [the adapter](${file})`,
      `- Judged on ${verdict.date} with ${verdict.tools}, by ${verdict.cases.length} cases. To repeat it: \`npm run verdicts -- ${id}\``,
    ].join('\n'),
    failed.length === 0 ? 'It fails no MUST and no SHOULD.' : describeFailed(client, failed),
  ];
}

/** A line for each thing that the client does: several cases may show the same thing. */
function describeFailed({ findings = {} }: Client, failed: readonly CaseVerdict[]): string {
  const lines = new Map<string, number[]>();
  const worstFirst = [...failed].sort((one, other) => rank(one) - rank(other));
  for (const { case: number, verdict } of worstFirst) {
    const finding = findings[number];
    const text = finding?.words ?? words[number];
    if (text === undefined) throw new Error(`Add the words of case ${number} to groups.ts.`);
    const level = verdict === 'fail' ? 'MUST' : 'SHOULD';
    const line = `**${level}** ${text}${finding?.report === undefined ? '' : ` ([report](${finding.report}))`}`;
    lines.set(line, [...(lines.get(line) ?? []), number]);
  }
  return [...lines].map(([line, numbers]) => `- ${line}: ${numbers.map(linkTo).join(', ')}`).join('\n');
}

function rank({ verdict, case: number }: CaseVerdict): number {
  return (verdict === 'fail' ? 0 : 1000) + number;
}

/** A link to the table of a case, if the page of the cases shows it. */
function linkTo(number: number): string {
  const [, heading] = new RegExp(`^### (${number}\\. .*)$`, 'm').exec(casesPage) ?? [];
  return `[case ${number}](../docs/conformance-cases.md#${heading === undefined ? 'the-cases' : anchorOf(heading)})`;
}

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}
