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

/** The clients of the page, in its order. */
export const clients: readonly Client[] = [
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
