import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { findFreePort } from './free-port.ts';
import { findUnprivilegedIds } from './unprivileged-user.ts';

/** PgBouncer in front of a PostgreSQL server. */
export interface PgBouncer {
  /** The address of the database behind it. */
  readonly connectionString: string;
  stop(): Promise<void>;
}

const program = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  .map((folder) => join(folder, 'pgbouncer'))
  .find((path) => existsSync(path));

/** What to add to the title of a test that needs PgBouncer: why it is skipped, or nothing. */
export const whyNoPgBouncer = program === undefined ? ' (skipped: pgbouncer is not installed)' : '';

/**
 * Starts PgBouncer on 127.0.0.1, without passwords.
 *
 * @param connectionString the database, which all clients use as its user
 * @param settings more settings, by their names in `pgbouncer.ini`
 */
export async function startPgBouncer(
  connectionString: string,
  settings: Readonly<Record<string, string | number>>,
): Promise<PgBouncer> {
  if (program === undefined) throw new Error('pgbouncer is not installed.');
  const { hostname, port: serverPort, username, password, pathname } = new URL(connectionString);
  const port = await findFreePort();
  const all = { listen_addr: '127.0.0.1', listen_port: port, unix_socket_dir: '', auth_type: 'any', ...settings };
  const folder = await mkdtemp(join(tmpdir(), 'petstore-pgbouncer-'));
  const file = join(folder, 'pgbouncer.ini');
  const database = `* = host=${hostname} port=${serverPort} dbname=${pathname.slice(1)} user=${username} password=${password}`;
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`);
  await writeFile(file, ['[databases]', database, '[pgbouncer]', ...lines, ''].join('\n'));
  const ids = findUnprivilegedIds();
  if (ids.uid !== undefined && ids.gid !== undefined) {
    await chown(folder, ids.uid, ids.gid);
    await chown(file, ids.uid, ids.gid);
  }

  const child = spawn(program, [file], { ...ids, stdio: ['ignore', 'ignore', 'pipe'] });
  const killWithUs = () => child.kill('SIGKILL');
  process.once('exit', killWithUs);
  const exited = once(child, 'exit');
  let log = '';
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => {
      reject(new Error(`PgBouncer did not start: ${log}`));
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      log = `${log}${text}`.slice(-10_000);
      if (log.includes('process up')) resolve();
    });
  });
  return {
    connectionString: `postgres://${username}@127.0.0.1:${port}${pathname}`,
    async stop() {
      process.off('exit', killWithUs);
      child.kill('SIGKILL');
      await exited;
      await rm(folder, { recursive: true });
    },
  };
}
