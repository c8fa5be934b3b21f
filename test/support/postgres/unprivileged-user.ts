import { execFileSync } from 'node:child_process';

/** PostgreSQL and PgBouncer refuse to run as root. If we are root, they run as this user. */
const unprivilegedUser = 'nobody';

/** Returns the ids under which a server runs, for the options of `spawn`; `{}` if they are those of this process. */
export function findUnprivilegedIds(): { readonly uid?: number; readonly gid?: number } {
  return process.getuid?.() === 0 ? { uid: readId('-u'), gid: readId('-g') } : {};
}

function readId(kind: '-u' | '-g'): number {
  return Number(execFileSync('id', [kind, unprivilegedUser], { encoding: 'utf8' }));
}
