import { createPetStore } from '@petstore/core';
import { openApiDocument } from '@petstore/http';
import { createMemoryStorage } from '@petstore/storage-memory';
import * as http from 'node:http';
import * as https from 'node:https';
import { expect, test } from 'vitest';
import { createRequestListener } from '../src/index.ts';
import { listenUntilFinished, openRawConnection } from '@petstore/test-support/raw-http';

/** TLS without a certificate: both sides know the key. */
const psk = Buffer.from('a key that both sides know');
const tls = {
  ciphers: 'PSK',
  minVersion: 'TLSv1.2',
  maxVersion: 'TLSv1.2',
  checkServerIdentity: () => undefined,
} as const;

const listener = createRequestListener({
  store: createPetStore({ storage: createMemoryStorage() }),
  apiKeys: ['key'],
});

test.each([
  ['the Host "localhost:8080"', 'HTTP/1.1\r\nHost: localhost:8080', 'http://localhost:8080/v1'],
  ['the Host "pets.example"', 'HTTP/1.1\r\nHost: pets.example', 'http://pets.example/v1'],
  ['the Host "[::1]:8080"', 'HTTP/1.1\r\nHost: [::1]:8080', 'http://[::1]:8080/v1'],
  ['an empty Host', 'HTTP/1.1\r\nHost:', './v1'],
  ['a Host that is no host', 'HTTP/1.1\r\nHost: a%00b', './v1'],
  ['no Host, which HTTP/1.0 allows,', 'HTTP/1.0', './v1'],
])('the document for %s has the server of this request', async (_host, head, baseUrl) => {
  const connection = await openRawConnection(await listenUntilFinished(http.createServer(listener)));
  for (const text of ['HTTP/1.1\r\nHost: another.example\r\n', `${head}\r\n`]) {
    connection.write(`GET /openapi.json ${text}\r\n`);
  }
  await connection.reply();
  expect(JSON.parse((await connection.reply()).body)).toEqual(openApiDocument({ baseUrl }));
  connection.socket.destroy();
});

test('the document has the scheme https on an encrypted socket', async () => {
  const port = await listenUntilFinished(https.createServer({ ...tls, pskCallback: () => psk }, listener));
  const document = await new Promise((resolve, reject) => {
    const options = { ...tls, port, path: '/openapi.json', pskCallback: () => ({ psk, identity: 'test' }) };
    const request = https.get(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
      response.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString())));
    });
    request.on('error', reject);
  });
  expect(document).toEqual(openApiDocument({ baseUrl: `https://localhost:${port}/v1` }));
});
