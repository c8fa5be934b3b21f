import type { Send } from '@petstore/http/testing';
import { Agent, request as httpRequest } from 'node:http';

/** Sends requests as an ordinary client does: over connections that are kept and used again. */
export function agentSend(port: number): { readonly send: Send; readonly close: () => void } {
  const agent = new Agent({ keepAlive: true });

  return {
    close: () => {
      agent.destroy();
    },
    send: ({ method, path, headers, body }) =>
      new Promise((resolve, reject) => {
        const request = httpRequest(
          { host: '127.0.0.1', port, agent, method, path, headers: Object.fromEntries(headers) },
          (response) => {
            const chunks: Buffer[] = [];
            response.on('data', (chunk: Buffer) => chunks.push(chunk));
            response.on('error', reject).on('end', () => {
              resolve({
                status: response.statusCode ?? 0,
                headers: response.headers as Record<string, string>,
                body: Buffer.concat(chunks).toString(),
              });
            });
          },
        );
        request.on('error', reject).end(body);
      }),
  };
}
