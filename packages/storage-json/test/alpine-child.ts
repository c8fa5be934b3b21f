/*
 * A process on Alpine, as fs-native-extensions recognises it: `alpine-child.ts FILE` opens a file twice, and reports the results
 * on stdout.
 */
import fs from 'node:fs';
import { openJsonStorage } from '../src/index.ts';

const { existsSync } = fs;
fs.existsSync = (path) => path === '/etc/alpine-release' || existsSync(path);

const [path = ''] = process.argv.slice(2);
const open = async () =>
  (await openJsonStorage(path)).match(
    () => 'it was opened',
    ({ message }) => message,
  );
console.log(JSON.stringify([await open(), await open()]));
