// An adapter that breaks the protocol. Its argument says how it begins, and the id of the pet that is asked for how it answers.
import { Buffer } from 'node:buffer';
import { spawn } from 'node:child_process';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { setInterval } from 'node:timers';

/** @typedef {{ id: string, baseUrl: string, arguments: { petId?: string } }} Request */

/** @param {unknown} line */
const write = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

const hello = { protocol: 1, client: { name: 'breaking', version: '1', language: 'javascript' }, capabilities: [] };

/** @type {Readonly<Record<string, () => void>>} */
const beginnings = {
  right: () => write(hello),
  'no UTF-8': () => process.stdout.write(Buffer.from([0xff, 0x0a])),
  'protocol 2': () => write({ ...hello, protocol: 2 }),
};

/** @type {Readonly<Record<string, (request: Request) => unknown>>} */
const answers = {
  correctly: ({ id }) => write({ id, ok: null }),
  'with no JSON': () => process.stdout.write('Hello!\n'),
  'with an unknown id': () => write({ id: 'another', ok: null }),
  'with a log line behind': ({ id }) => process.stdout.write(`${JSON.stringify({ id, ok: null })}\nHello!\n`),
  twice: ({ id }) => process.stdout.write(`${JSON.stringify({ id, ok: null })}\n`.repeat(2)),
  'with no UTF-8': ({ id }) => process.stdout.write(Buffer.from(`{"id":"${id}","ok":"\xff"}\n`, 'latin1')),
  never: () => undefined,
  'by an exit': () => process.exit(3),
  'and ends': ({ id }) => process.stdout.write(`${JSON.stringify({ id, ok: null })}\n`, () => process.exit(0)),
  'and ends with 5': ({ id }) => {
    process.exitCode = 5;
    write({ id, ok: null });
  },
  'and never ends': ({ id }) => {
    setInterval(() => undefined, 1_000);
    write({ id, ok: null });
  },
  'with a child': ({ id, baseUrl }) => {
    // It has the stdout of this process, and lives as long as its connection.
    const [port] = /[0-9]+(?=\/v1)/.exec(baseUrl) ?? [];
    const code = `require('node:net').connect(${port}, '127.0.0.1')`;
    spawn(process.execPath, ['-e', code], { stdio: 'inherit' })
      .once('spawn', () => write({ id, ok: null }))
      .unref();
  },
};

beginnings[process.argv[2] ?? 'right']?.();
for await (const line of createInterface({ input: process.stdin })) {
  const request = /** @type {Request} */ (JSON.parse(line));
  answers[request.arguments.petId ?? '']?.(request);
}
