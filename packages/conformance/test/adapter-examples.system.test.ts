// Runs `petstore-kit conformance` over each adapter of the examples, as a user would.
import { bundleProgram, quoteShellWords } from '@petstore/test-support/program';
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const examples = join(import.meta.dirname, '../../../examples/conformance');
const program = await bundleProgram(join(import.meta.dirname, '../../petstore-kit/src/main.ts'));
const env = {
  ...process.env,
  GOTOOLCHAIN: 'local',
  GOPROXY: 'off',
  PYTHONDONTWRITEBYTECODE: '1',
  CARGO_TARGET_DIR: join(examples, 'rust/target'),
  CARGO_NET_RETRY: '0', // without a network, fail at once
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'petstore-adapters-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Returns the first line that a program prints about its version; an empty string if the program is missing. */
function readVersion(name: string, ...args: readonly string[]): string {
  const { status, stdout } = spawnSync(name, args, { encoding: 'utf8', env });
  return status === 0 ? (stdout.split('\n')[0] ?? '') : '';
}

/** Returns the lines of the file with the expected failures of an adapter. */
function expectedFailures(adapter: string): readonly string[] {
  return readFileSync(join(examples, `${adapter}.expected`), 'utf8').split('\n');
}

/**
 * Runs the cases with an adapter in its folder, strictly, and again while the machine is overloaded: such a run says nothing of the
 * time limits. Returns the exit code and the output.
 */
async function run(
  command: string,
  adapter: string,
  expected = expectedFailures(adapter),
): Promise<{ readonly exitCode: number; readonly printed: string }> {
  const file = join(folder, `${adapter.replace('/', '-')}.expected`);
  await writeFile(file, expected.join('\n'));
  const cwd = join(examples, dirname(adapter));
  const judging = 'conformance run --strict --start-timeout 600 --expected-failures'.split(' '); // a busy machine starts programs slowly
  const args = [...judging, file, '--command', command];
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], { cwd, env });
    return { exitCode: 0, printed: stdout };
  } catch (failure) {
    const { code, stdout, stderr } = failure as { code: number; stdout: string; stderr: string };
    if (stdout.includes('The machine is overloaded')) return run(command, adapter, expected);
    return { exitCode: code, printed: stdout + stderr };
  }
}

// Much of the time is spent waiting.
describe.concurrent('each adapter of the examples', () => {
  /** Returns the command of an adapter in TypeScript. It is bundled, because a run starts it several times. */
  const command = async (adapter: string) =>
    quoteShellWords(process.execPath, await bundleProgram(join(examples, adapter)));

  test.each(['adapter.ts', 'petstore-client.ts'])('typescript/%s fails only the expected cases', async (name) => {
    const adapter = `typescript/${name}`;
    const isNode26 = Number(process.versions.node.split('.')[0]) >= 26; // see the page of the examples
    const expected = [
      ...expectedFailures(adapter),
      ...(isNode26 ? ['71: it reads no length with a space behind it'] : []),
    ];
    expect(await run(await command(adapter), adapter, expected)).toMatchObject({ exitCode: 0 });
  });

  const python = readVersion('python3', '--version');
  test.skipIf(!/^Python 3\.1\d/.test(python))(
    'python/adapter.py fails only the expected cases (this test needs python3 3.10 or later)',
    async () => {
      expect(await run('python3 adapter.py', 'python/adapter.py')).toMatchObject({ exitCode: 0 });
    },
  );

  const go = readVersion('go', 'version');
  test.skipIf(!/go1\.(19|[2-9]\d)/.test(go))(
    `go/adapter.go fails only the expected cases (this test needs go 1.19 or later)`,
    async () => {
      const binary = join(folder, 'adapter');
      await promisify(execFile)('go', ['build', '-buildvcs=false', '-o', binary, '.'], {
        cwd: join(examples, 'go'),
        env,
      });
      const isRightAt41 = go.includes('go1.19'); // it keeps the key from another port
      const expected = expectedFailures('go/adapter.go').filter((line) => !isRightAt41 || !line.startsWith('41'));
      expect(await run(binary, 'go/adapter.go', expected)).toMatchObject({ exitCode: 0 });
    },
  );

  const netHttp = readVersion('ruby', '-rnet/http', '-e', 'puts Net::HTTP::VERSION if RUBY_VERSION >= "3.1"');
  test.skipIf(netHttp === '')(
    'ruby/adapter.rb fails only the expected cases (this test needs ruby 3.1 or later)',
    async () => {
      const expected = expectedFailures('ruby/adapter.rb').filter(
        (line) => netHttp === '0.2.0' || !line.startsWith('31'),
      );
      expect(await run('ruby -w adapter.rb', 'ruby/adapter.rb', expected)).toMatchObject({ exitCode: 0 });
    },
  );

  const php = readVersion('php', '-r', 'if (PHP_VERSION_ID >= 80100 && extension_loaded("curl")) echo PHP_VERSION;');
  test.skipIf(php === '')(
    'php/adapter.php fails only the expected cases (this test needs php 8.1 or later with the curl extension)',
    async () => {
      expect(await run('php adapter.php', 'php/adapter.php')).toMatchObject({ exitCode: 0 });
    },
  );

  const java = /^javac (\d+)[.\d]*/.exec(readVersion('javac', '--version'));
  test.skipIf(Number(java?.[1] ?? 0) < 17)(
    `java/Adapter.java fails only the expected cases (this test needs a JDK 17 or later)`,
    async () => {
      await promisify(execFile)('javac', ['-d', folder, 'Adapter.java', 'Protocol.java'], {
        cwd: join(examples, 'java'),
      });
      const command = quoteShellWords('java', '-cp', folder, 'Adapter');
      const failsAtTrailers = /^javac 17\.0\.2[1-9]/.test(java?.[0] ?? '');
      const expected = expectedFailures('java/Adapter.java').filter(
        (line) => failsAtTrailers || !line.startsWith('19'),
      );
      expect(await run(command, 'java/Adapter.java', expected)).toMatchObject({ exitCode: 0 });
    },
  );

  const [, cargo = 0] = /^cargo 1\.(\d+)/.exec(readVersion('cargo', '--version')) ?? [];
  const hasCrates =
    Number(cargo) >= 85 && spawnSync('cargo', ['fetch', '--locked'], { cwd: join(examples, 'rust'), env }).status === 0;
  test.skipIf(!hasCrates)(
    `rust/adapter.rs fails only the expected cases (this test needs cargo 1.85 or later, and crates from their registry)`,
    async () => {
      await promisify(execFile)('cargo', ['build', '--locked', '--offline'], { cwd: join(examples, 'rust'), env });
      const command = quoteShellWords(join(examples, 'rust/target/debug/petstore-adapter'));
      expect(await run(command, 'rust/adapter.rs')).toMatchObject({ exitCode: 0 });
    },
  );

  const isShellMeasured =
    readVersion('bash', '--version') !== '' &&
    readVersion('curl', '--version') !== '' &&
    readVersion('jq', '--version').startsWith('jq-1.6');
  test.skipIf(!isShellMeasured)(
    `shell/adapter.sh fails only the expected cases (this test needs bash, curl and jq 1.6)`,
    async () => {
      expect(await run('bash adapter.sh', 'shell/adapter.sh')).toMatchObject({ exitCode: 0 });
    },
  );
});
