import type { Socket } from 'node:net';

/** Changes the next success that is written to a connection: node:http writes a whole response at once. */
export function rewriteResponse(socket: Socket, rewrite: (response: string) => string): void {
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean;
  socket.write = (...[response, ...others]: unknown[]) => {
    const text = String(response);
    if (!text.startsWith('HTTP/1.1 1')) socket.write = write;
    return write(text.startsWith('HTTP/1.1 2') ? rewrite(text) : response, ...others);
  };
}
