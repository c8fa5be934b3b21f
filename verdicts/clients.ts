import type { Client } from './client.ts';
import { cClients } from './clients/c.ts';
import { goClients } from './clients/go.ts';
import { javaClients } from './clients/java.ts';
import { javascriptClients } from './clients/javascript.ts';
import { perlClients } from './clients/perl.ts';
import { phpClients } from './clients/php.ts';
import { pythonClients } from './clients/python.ts';
import { rubyClients } from './clients/ruby.ts';
import { rustClients } from './clients/rust.ts';
import { shellClients } from './clients/shell.ts';

const inEnglish = new Intl.Collator('en').compare;

const rows: readonly Client[] = [
  ...javascriptClients,
  ...pythonClients,
  ...goClients,
  ...rustClients,
  ...javaClients,
  ...rubyClients,
  ...phpClients,
  ...cClients,
  ...perlClients,
  ...shellClients,
];

/** The clients of the page, by language and name. A second row of a client stays behind its first row. */
export const clients: readonly Client[] = rows
  .map((row) => ({ ...row, findings: findingsOf(row) }))
  .sort((one, other) => inEnglish(one.language.name, other.language.name) || inEnglish(one.name, other.name));

function findingsOf({ basedOn, findings = {} }: Client): NonNullable<Client['findings']> {
  const base = rows.find(({ id }) => id === basedOn);
  return base === undefined ? findings : { ...findingsOf(base), ...findings };
}
