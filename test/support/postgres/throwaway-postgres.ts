import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findFreePort } from './free-port.ts';
import { providePostgresPrograms } from './postgres-programs.ts';
import { findUnprivilegedIds } from './unprivileged-user.ts';

/** A new, empty PostgreSQL server on 127.0.0.1. */
export interface ThrowawayPostgres {
  /** The address of its database, with the password of its superuser. */
  readonly connectionString: string;
  readonly port: number;
  /** Stops the server as an operator does: connections end, and the tables stay for `resume`. */
  pause(): Promise<void>;
  /** Starts the server again, on the same port. */
  resume(): Promise<void>;
  /** Stops the server and removes its files. */
  stop(): Promise<void>;
}

/**
 * Starts a server in a temporary folder, which does not wait for the disk (`fsync=off`).
 *
 * @param settings more settings, by their names in `postgresql.conf`
 * @param files the texts of files that the settings name, by their names: `../name` in a setting, but `name` in `hba_file`
 * @throws Error that says what to do if there is no PostgreSQL on this machine
 */
export async function startThrowawayPostgres(
  settings: Readonly<Record<string, string>> = {},
  files: Readonly<Record<string, string>> = {},
): Promise<ThrowawayPostgres> {
  const user = findUnprivilegedIds();
  const folder = await mkdtemp(join(tmpdir(), 'petstore-postgres-'));
  const environment = { cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C' }, ...user };
  const password = randomBytes(12).toString('hex');
  try {
    for (const [name, text] of Object.entries({ password, ...files })) {
      await writeFile(join(folder, name), text, { mode: 0o600 });
    }
    if (user.uid !== undefined && user.gid !== undefined) {
      for (const name of ['.', 'password', ...Object.keys(files)]) await chown(join(folder, name), user.uid, user.gid);
    }
    const programs = await providePostgresPrograms(folder);
    await promisify(execFile)(
      join(programs, 'initdb'),
      ['--pgdata=data', '--username=postgres', '--pwfile=password', ...initialSettings],
      environment,
    );
    const port = await findFreePort();
    const allSettings = { ...serverSettings, ...settings, port: String(port) };
    const start = () => startServer(join(programs, 'postgres'), allSettings, environment);
    let server = await start();
    return {
      connectionString: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
      port,
      pause: () => end(server, 'SIGINT'),
      async resume() {
        server = await start();
      },
      async stop() {
        await end(server, 'SIGQUIT');
        await rm(folder, { recursive: true });
      },
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

const initialSettings = ['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--no-sync'];

const serverSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  fsync: 'off',
  restart_after_crash: 'off',
};

type Environment = Parameters<typeof spawn>[2] & { readonly cwd: string };

async function startServer(
  program: string,
  settings: Readonly<Record<string, string>>,
  environment: Environment,
): Promise<ChildProcess> {
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(program, ['-D', 'data', ...flags], {
    ...environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const killWithUs = () => server.kill('SIGQUIT');
  process.once('exit', killWithUs);
  server.once('exit', () => process.off('exit', killWithUs));

  let log = '';
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.once('exit', () => {
      reject(new Error(`The throwaway PostgreSQL did not start: ${log}`));
    });
    server.stderr.setEncoding('utf8').on('data', (text: string) => {
      log = `${log}${text}`.slice(-10_000);
      if (log.includes('database system is ready to accept connections')) resolve();
    });
  });
  return server;
}

async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exited = once(server, 'exit');
  server.kill(signal);
  await exited;
}
