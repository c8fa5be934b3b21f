import { createPetStore } from '@petstore/core';
import { openApiDocument, type HttpOptions } from '@petstore/http';
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

function petStore(options: Partial<HttpOptions> = {}) {
  const store = createPetStore({ storage: createMemoryStorage() });
  return createRequestListener({ store, apiKeys: ['key'], ...options });
}

/** Reads the document with a certain Host header. */
async function readDocument(port: number, host: string, path = '/openapi.json'): Promise<unknown> {
  const connection = await openRawConnection(port);
  connection.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  const { body } = await connection.reply();
  connection.socket.destroy();
  return JSON.parse(body);
}

test.each([
  ['localhost:8080', 'http://localhost:8080/v1'],
  ['pets.example', 'http://pets.example/v1'],
  ['[::1]:8080', 'http://[::1]:8080/v1'],
  ['', './v1'],
  ['a%00b', './v1'],
])('the document for the Host "%s" has the server %s', async (host, baseUrl) => {
  const port = await listenUntilFinished(http.createServer(petStore()));
  await readDocument(port, 'another.example');
  expect(await readDocument(port, host)).toEqual(openApiDocument({ baseUrl }));
});

test('the document has the server beside it if there is no Host, which HTTP/1.0 allows', async () => {
  const connection = await openRawConnection(await listenUntilFinished(http.createServer(petStore())));
  connection.write('GET /openapi.json HTTP/1.0\r\n\r\n');
  const { body } = await connection.reply();
  expect(JSON.parse(body)).toEqual(openApiDocument());
  connection.socket.destroy();
});

test('the document has the scheme https on an encrypted socket', async () => {
  const port = await listenUntilFinished(https.createServer({ ...tls, pskCallback: () => psk }, petStore()));
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
