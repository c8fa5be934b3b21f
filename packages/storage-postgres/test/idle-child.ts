/*
 * A process without other sockets: `idle-child.ts CONNECTION_STRING TABLE` stores a pet, and prints which sockets keep it alive
 * while the storage is open.
 */
import { openPostgresStorage } from '../src/index.ts';

const [connectionString = '', table] = process.argv.slice(2);
const storage = (await openPostgresStorage({ connectionString, table }))._unsafeUnwrap();
(await storage.insert({ name: 'Rex', categoryId: 1 }))._unsafeUnwrap();
const sockets = process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap');
console.log(JSON.stringify(sockets));
