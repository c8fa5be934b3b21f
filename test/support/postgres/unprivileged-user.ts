import { execFileSync } from 'node:child_process';

/** Who runs PostgreSQL and PgBouncer if the tests run as root, because both refuse to run as root. */
const unprivilegedUser = 'nobody';

/** Returns the ids under which a server runs, for the options of `spawn`; `{}` for the ids of this process. */
export function findUnprivilegedIds(): { readonly uid?: number; readonly gid?: number } {
  return process.getuid?.() === 0 ? { uid: readId('-u'), gid: readId('-g') } : {};
}

function readId(kind: '-u' | '-g'): number {
  return Number(execFileSync('id', [kind, unprivilegedUser], { encoding: 'utf8' }));
}
