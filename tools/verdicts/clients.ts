import type { Client } from './client.ts';
import { javascriptClients } from './clients/javascript.ts';
import { pythonClients } from './clients/python.ts';

/** The clients of the page, in its order. */
export const clients: readonly Client[] = [...javascriptClients, ...pythonClients];
