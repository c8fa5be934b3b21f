/*
 * A process without other sockets: `idle-child.ts CONNECTION_STRING TABLE` stores a pet, and prints whether it is stored, and which
 * sockets then keep the process alive, while the storage is open.
 */
import { openPostgresStorage } from '../src/index.ts';

const [connectionString = '', table] = process.argv.slice(2);
const storage = (await openPostgresStorage({ connectionString, table, queryTimeout: 2_000 }))._unsafeUnwrap();
const inserted = await storage.insert({ name: 'Rex', categoryId: 1 });
const sockets = process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap');
console.log(JSON.stringify({ isStored: inserted.isOk(), sockets }));
