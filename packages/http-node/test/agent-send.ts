import type { Send } from '@petstore/test-support/wire';
import { Agent, request as httpRequest } from 'node:http';

/** Sends requests as an ordinary client does, over connections that are kept alive. */
export function createAgentSend(port: number): { readonly send: Send; readonly close: () => void } {
  const agent = new Agent({ keepAlive: true });

  return {
    close: () => {
      agent.destroy();
    },
    send: ({ method, path, headers, body, streamed }) =>
      new Promise((resolve, reject) => {
        const request = httpRequest({ host: '127.0.0.1', port, agent, method, path });
        for (const [name, value] of headers) request.setHeader(name, value);
        if (streamed) request.setHeader('Transfer-Encoding', 'chunked');
        else if (body !== undefined) request.setHeader('Content-Length', Buffer.byteLength(body));
        request.on('error', reject).on('response', (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
          response.on('end', () => {
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers as Record<string, string>,
              body: Buffer.concat(chunks).toString(),
            });
          });
        });
        request.end(body);
      }),
  };
}
