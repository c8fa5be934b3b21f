/*
 * A process of another user: `creating-user-child.ts FILE USER GROUPS` creates a pet in a file as that user, with the group of
 * the same number and those groups.
 */
import { openJsonStorage } from '../src/index.ts';

const [path = '', user = '', groups = ''] = process.argv.slice(2);
process.setgroups?.(groups === '' ? [] : groups.split(',').map(Number));
process.setgid?.(Number(user));
process.setuid?.(Number(user));

const storage = (await openJsonStorage(path))._unsafeUnwrap();
const created = await storage.insert({ name: 'Rex', categoryId: 1 });
console.log(
  created.match(
    () => 'created',
    ({ message }) => message,
  ),
);
(await storage.close())._unsafeUnwrap();
