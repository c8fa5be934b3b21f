/*
 * A process of another user: `creating-user-child.ts FILE USER GROUPS` creates a pet in a file as that user, with the group of
 * the same number and those groups. It prints `created` or the message of the failure.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openJsonStorage } from '../src/index.ts';

const [path = '', user = '', groups = ''] = process.argv.slice(2);

const folder = await mkdtemp(join(tmpdir(), 'petstore-loading-'));
await create(join(folder, 'pets.json')); // loads all code while it can be read: the user may not be allowed to enter this repository
await rm(folder, { recursive: true });
process.setgroups?.(groups === '' ? [] : groups.split(',').map(Number));
process.setgid?.(Number(user));
process.setuid?.(Number(user));
console.log(await create(path));

async function create(file: string): Promise<string> {
  const created = await openJsonStorage(file).andThen((storage) =>
    storage.insert({ name: 'Rex', categoryId: 1 }).andThen(() => storage.close()),
  );
  return created.match(
    () => 'created',
    ({ message }) => message,
  );
}
