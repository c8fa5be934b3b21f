import { openPostgresStorage } from '@petstore/storage-postgres';
import { startThrowawayPostgres, type ThrowawayPostgres } from '@petstore/test-support/postgres';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { certificate } from './certificate.ts';
import { openUntilFinished, rex } from './tables.ts';

/** A server with TLS, with a self-signed certificate for `localhost`, one that demands TLS, and one without TLS. */
let [secure, demanding, plain]: ThrowawayPostgres[] = [];
let folder: string;
let rootCertificate: string;

const tls = { ssl: 'on', ssl_cert_file: '../server.crt', ssl_key_file: '../server.key' };
const files = { 'server.crt': certificate.cert, 'server.key': certificate.key };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'petstore-tls-'));
  rootCertificate = join(folder, 'root.crt');
  await writeFile(rootCertificate, certificate.cert);
  [secure, demanding, plain] = await Promise.all([
    startThrowawayPostgres(tls, files),
    startThrowawayPostgres({ ...tls, hba_file: 'hba' }, { ...files, hba: 'hostssl all all all scram-sha-256\n' }),
    startThrowawayPostgres({ unix_socket_directories: tmpdir() }),
  ]);
});
afterAll(async () => {
  for (const server of [secure, demanding, plain]) await server?.stop();
  await rm(folder, { recursive: true });
});

describe('an address is over TLS or not, as its sslmode says:', () => {
  test.each([
    ['none', '', false],
    ['disable', 'sslmode=disable', false],
    ['no-verify', 'sslmode=no-verify', true],
    ['verify-full with the certificate', 'sslmode=verify-full&sslrootcert=FILE', true],
    ['require as libpq means it', 'uselibpqcompat=true&sslmode=require', true],
  ])('%s', async (_what, query, isEncrypted) => {
    quietly();
    const address = createAddress(secure, query);
    address.searchParams.set('application_name', 'petstore_tls');
    const storage = await openUntilFinished({ connectionString: address.href });
    expect((await storage.insert(rex)).isOk()).toBe(true);
    const client = new pg.Client(secure?.connectionString);
    await client.connect();
    const { rows } = await client.query<{ ssl: boolean }>(
      "SELECT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'petstore_tls'",
    );
    await client.end();
    expect(new Set(rows.map(({ ssl }) => ssl))).toEqual(new Set([isEncrypted]));
  });

  test('the variable PGSSLMODE, if the address says nothing', async () => {
    vi.stubEnv('PGSSLMODE', 'no-verify');
    onTestFinished(() => void vi.unstubAllEnvs());
    await openUntilFinished({ connectionString: createAddress(demanding, '').href });
  });
});

describe('a connection that TLS prevents is an Err:', () => {
  test.each([
    ['a self-signed certificate', () => secure, 'sslmode=require', /self-signed certificate\)\.$/],
    ['a server without TLS', () => plain, 'sslmode=require', /does not support SSL connections\); .*sslmode=disable/],
    ['a server that demands TLS', () => demanding, '', /no encryption\); .*sslmode=verify-full/],
  ])('%s', async (_what, server, query, expected) => {
    quietly();
    expect(await getOpeningError(createAddress(server(), query))).toMatch(expected);
  });

  test('a unix socket', async () => {
    const address = createAddress(plain, 'sslmode=verify-full');
    address.searchParams.set('host', tmpdir());
    expect(await getOpeningError(address)).toMatch(/does not support SSL connections\); .*disable.* unix socket\.$/);
  });

  test('a certificate for another host', async () => {
    const address = createAddress(secure, 'sslmode=verify-full&sslrootcert=FILE');
    address.hostname = '127.0.0.1';
    expect(await getOpeningError(address)).toMatch(/does not match certificate's altnames/);
  });
});

function createAddress(server: ThrowawayPostgres | undefined, query: string): URL {
  const address = new URL(server?.connectionString ?? '');
  address.hostname = 'localhost';
  address.search = query.replace('FILE', encodeURIComponent(rootCertificate));
  return address;
}

/** Opens a storage that cannot be opened. */
async function getOpeningError({ href, password }: URL): Promise<string> {
  const opened = await openPostgresStorage({ connectionString: href, connectTimeout: 20_000 });
  const { message } = opened._unsafeUnwrapErr();
  expect(message).toMatch(/^The table pets could not be opened: there was no connection to [^\n]+$/);
  expect(message).not.toContain(password);
  return message;
}

/** Drops the warning of `pg`, once for each process, that `require` will mean less in its next major version. */
function quietly(): void {
  const warning = vi.spyOn(process, 'emitWarning').mockReturnValue();
  onTestFinished(() => {
    warning.mockRestore();
  });
}
