/*
 * A process of another user: `creating-user-child.ts FILE USER GROUPS` creates a pet in a file as that user, with the group of
 * the same number and those groups.
 */
import { unwrap } from '@petstore/core';
import { openJsonStorage } from '../src/index.ts';

const [path = '', user = '', groups = ''] = process.argv.slice(2);

await create(`${path}.loading`); // loads all code while it can be read: the user may not be allowed to enter this repository
process.setgroups?.(groups === '' ? [] : groups.split(',').map(Number));
process.setgid?.(Number(user));
process.setuid?.(Number(user));
console.log(await create(path));

async function create(file: string): Promise<string> {
  const storage = await unwrap(openJsonStorage(file));
  const created = await storage.insert({ name: 'Rex', categoryId: 1 });
  await unwrap(storage.close());
  return created.match(
    () => 'created',
    ({ message }) => message,
  );
}
