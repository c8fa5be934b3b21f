import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { sendRequest } from '../assets/send-request.js';

test('says that an answer came if only its body is cut off', async () => {
  const server = createServer((socket) => {
    socket.once('data', () => socket.end('HTTP/1.1 201 Created\r\nContent-Length: 100\r\n\r\n{"id":1'));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/pets`;
  const outcome = await sendRequest({ method: 'POST', url, headers: {}, body: '{}' });
  expect(outcome).toEqual({
    failure: expect.stringMatching(/^The server answered 201 Created, but the body [^.]*\. [^.]*\.$/) as string,
  });
});
