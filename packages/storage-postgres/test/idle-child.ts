/*
 * A process without other sockets: `idle-child.ts CONNECTION_STRING TABLE` stores a pet, and prints whether it is stored, and which
 * sockets then keep the process alive, while the storage is open.
 */
import { unwrap } from '@petstore/core';
import { openPostgresStorage } from '../src/index.ts';

const [connectionString = '', table] = process.argv.slice(2);
const storage = await unwrap(openPostgresStorage({ connectionString, table, queryTimeout: 20_000 }));
const inserted = await storage.insert({ name: 'Rex', categoryId: 1 });
const sockets = process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap');
console.log(JSON.stringify({ isStored: inserted.isOk(), sockets }));
