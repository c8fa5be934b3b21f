import type { Send } from '@petstore/test-support/wire';
import { Agent, request as httpRequest } from 'node:http';
import { describedReply } from './described-reply.ts';

/** Sends requests as an ordinary client does, over connections that are kept and used again; each reply must be as documented. */
export function agentSend(port: number): { readonly send: Send; readonly close: () => void } {
  const agent = new Agent({ keepAlive: true });

  return {
    close: () => {
      agent.destroy();
    },
    send: (wireRequest) =>
      new Promise((resolve, reject) => {
        const { method, path, headers, body } = wireRequest;
        const request = httpRequest(
          { host: '127.0.0.1', port, agent, method, path, headers: Object.fromEntries(headers) },
          (response) => {
            const chunks: Buffer[] = [];
            response.on('data', (chunk: Buffer) => chunks.push(chunk));
            response.on('error', reject).on('end', () => {
              const reply = {
                status: response.statusCode ?? 0,
                headers: response.headers as Record<string, string>,
                body: Buffer.concat(chunks).toString(),
              };
              try {
                resolve(describedReply(wireRequest, reply));
              } catch (undocumented) {
                reject(new Error('The reply is not as documented.', { cause: undocumented }));
              }
            });
          },
        );
        request.on('error', reject).end(body);
      }),
  };
}
