// Which case a violation or a request counts against. A client may still send for a case that is over.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { cases } from '../src/cases/cases.ts';
import type { ClientFixture } from '../src/adapter/client-fixture.ts';
import { checkClient, makeCase } from './check-client.ts';

/** A case that lists pets once. */
const listing = (number: number) => makeCase(number, (trial) => trial.open().call('listPets'));

interface Request {
  readonly path: string;
  readonly text: string;
  /** Opens a connection. */
  readonly open: () => Promise<Socket>;
}

/** Runs cases with a client that lists pets in this way. */
async function runWith(list: (request: Request) => Promise<unknown>, chosen = [listing(1), listing(2)]) {
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
  const checks = await checkClient({ connect: connectTo }, chosen, { jobs: 1 }); // one case after the other
  return checks.map(({ verdict, seen }) => ({ verdict, seen }));
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** Sends a text, and waits for the head of its response. */
async function ask(socket: Socket, text: string): Promise<void> {
  socket.write(text);
  await once(socket, 'data');
}

const violates = { verdict: 'fail', seen: expect.stringContaining('not valid HTTP') as string };
const passes = { verdict: 'pass', seen: 'For listPets answered 200: It answered.' };

test.each([
  ['a request line', ({ path }: Request) => `GET ${path} and more HTTP/1.1\r\n\r\n`],
  ['a header field', ({ path }: Request) => `GET ${path} HTTP/1.1\r\nHost: two hosts\r\n\r\n`],
])('%s that is not valid HTTP counts against its own case, also on an older connection', async (_, wrong) => {
  let kept: Socket | undefined;
  const checks = await runWith(async (request) => {
    if (kept) {
      await ask(kept, wrong(request));
      await ask(await request.open(), request.text);
    } else {
      kept = await request.open();
      await ask(kept, request.text);
    }
  });
  expect(checks).toEqual([passes, violates]);
});

test('a late request of the previous case is not a misdirected request of this case', async () => {
  const addressCase = cases.filter((each) => each.case === 1);
  let late: Request | undefined;
  const checks = await runWith(
    async (request) => {
      if (late) await ask(await request.open(), late.text);
      late ??= request;
      await ask(await request.open(), request.text);
    },
    [listing(0), ...addressCase],
  );
  expect(checks.map(({ verdict }) => verdict)).toEqual(['pass', 'pass']);
});
