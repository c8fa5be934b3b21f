// Which case is blamed for what arrives: a client may still send for a case that is over, on the connections of that case.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { cases } from '../src/cases/cases.ts';
import { connectTestee, type ClientFixture } from '../src/connected-client.ts';
import type { ConformanceCase } from '../src/conformance-case.ts';
import { createEventLog } from '../src/event-log.ts';
import { pass } from '../src/finding.ts';
import { openHarness } from '../src/harness.ts';
import { runCases } from '../src/run.ts';

/** A case that lists pets once. */
function listing(number: number): ConformanceCase {
  return {
    case: number,
    name: 'lists pets',
    level: 'must',
    reference: 'RFC 9112, section 3',
    why: 'It is for this test.',
    expected: 'The client lists pets.',
    async look(harness) {
      await harness.open().call('listPets');
      return pass('It listed them.');
    },
  };
}

interface Request {
  readonly path: string;
  readonly text: string;
  /** Opens a connection. */
  readonly open: () => Promise<Socket>;
}

/** Judges a client by its requests. Returns the verdicts in the order in which they were shown. */
async function shown(list: (request: Request) => Promise<unknown>, some = [listing(1), listing(2)]) {
  const connectTo: ClientFixture['connect'] = ({ baseUrl, apiKey }) => {
    const { host, pathname } = new URL(baseUrl);
    const path = `${pathname.replace(/\/$/, '')}/pets`;
    const text = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${apiKey}\r\n\r\n`;
    return {
      async listPets() {
        await list({ path, text, open: () => open(Number(new URL(baseUrl).port)) });
        return { ok: [] };
      },
    };
  };
  const events = createEventLog();
  const harness = await openHarness(connectTestee({ connect: connectTo }, events.add), events);
  const verdicts: (readonly [number, string])[] = [];
  const checks = await runCases(
    harness,
    some,
    () => '',
    (check) => verdicts.push([check.case, check.verdict]),
  );
  await harness.close();
  return { checks: checks.map(({ verdict, seen }) => ({ verdict, seen })), verdicts };
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** Sends a text, and waits for the head of its answer. */
async function ask(socket: Socket, text: string): Promise<void> {
  socket.write(text);
  await once(socket, 'data');
}

const invalid = 'This is not HTTP.\r\n\r\n';
const isBlamed = { verdict: 'fail', seen: expect.stringContaining('not valid HTTP') as string };
const passes = { verdict: 'pass', seen: 'It listed them.' };

test('invalid HTTP behind a request of the case before is blamed on that case, which is shown again', async () => {
  const sockets: Socket[] = [];
  const { checks, verdicts } = await shown(async ({ text, open }) => {
    if (sockets[0]) await ask(sockets[0], invalid);
    sockets.push(await open());
    await ask(sockets.at(-1) as Socket, text);
  });
  expect(checks).toEqual([isBlamed, passes]);
  expect(verdicts).toEqual([
    [1, 'pass'],
    [2, 'pass'],
    [1, 'fail'],
  ]);
});

test('invalid HTTP on a connection without a request is blamed on the case in which it was opened', async () => {
  let unused: Socket | undefined;
  const { checks } = await shown(async ({ text, open }) => {
    if (unused) await ask(unused, invalid);
    unused = await open();
    await ask(await open(), text);
  });
  expect(checks).toEqual([isBlamed, passes]);
});

test.each([
  ['a request line', ({ path }: Request) => `GET ${path} and more HTTP/1.1\r\n\r\n`],
  ['a header field', ({ path }: Request) => `GET ${path} HTTP/1.1\r\nHost: two hosts\r\n\r\n`],
])('%s that is not valid HTTP is blamed on its own case, also on an older connection', async (_, wrong) => {
  let kept: Socket | undefined;
  const { checks } = await shown(async (request) => {
    if (kept) {
      await ask(kept, wrong(request));
      await ask(await request.open(), request.text);
    } else {
      kept = await request.open();
      await ask(kept, request.text);
    }
  });
  expect(checks).toEqual([passes, isBlamed]);
});

test('a head that is not valid HTTP and arrives in pieces is blamed on its own case', async () => {
  let kept: Socket | undefined;
  const { checks } = await shown(async ({ path, text, open }) => {
    if (kept) {
      kept.setNoDelay();
      kept.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n`);
      await ask(await open(), text); // the server has read the first piece once it answers this
      await ask(kept, 'this is no field\r\n\r\n');
    } else {
      kept = await open();
      await ask(kept, text);
    }
  });
  expect(checks).toEqual([passes, isBlamed]);
});

test('a request of the case before that arrives late is no stray request of this one', async () => {
  const paths = cases.filter((each) => each.case === 1);
  let late: Request | undefined;
  const { checks } = await shown(
    async (request) => {
      if (late) await ask(await request.open(), late.text);
      late ??= request;
      await ask(await request.open(), request.text);
    },
    [listing(0), ...paths],
  );
  expect(checks.map(({ verdict }) => verdict)).toEqual(['pass', 'pass']);
});
