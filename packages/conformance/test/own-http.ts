import { once } from 'node:events';
import { connect } from 'node:net';
import { Failure, partsOf, type Deadline, type Exchange, type Incoming } from './exchange.ts';

/**
 * Makes an exchange that speaks HTTP by hand, over one connection for each server at a time.
 *
 * @param sizeOf reads the line of a chunk that has its size
 * @param headOf writes the head of a request
 * @param fieldOf reads a line of the head of a response
 * @param isLast says whether a connection ends with a response
 * @param version HTTP/1.0 knows neither chunks nor interim responses
 */
export function createOwnExchange({
  sizeOf = (line) => Number.parseInt(line, 16),
  headOf = usualHead,
  fieldOf = usualField,
  isLast = ({ version, headers }) =>
    version === 'HTTP/1.0' || /(?:^|,)\s*close\s*(?:,|$)/i.test(headers.connection ?? ''),
  version = '1.1',
}: OwnHttp): Exchange {
  const idle = new Map<string, Connection>();
  return async ({ method, url, headers, body = '' }, deadline) => {
    const { host, port, target } = partsOf(url);
    const server = `${host}:${port}`;
    const known = idle.get(server);
    idle.delete(server);
    let isAnswered = false;
    let connection = known;
    const leave = () => connection?.destroy();
    deadline.signal.addEventListener('abort', leave);
    try {
      connection ??= await open(host, port, deadline);
      connection.write(
        `${headOf(`${method} ${target} HTTP/${version}`, Object.entries({ Host: server, ...headers }))}${body}`,
      );
      let head = await connection.head(fieldOf);
      while (head.status < 200 && version === '1.1') head = await connection.head(fieldOf);
      isAnswered = true;
      const chunks = method === 'HEAD' ? [] : await readBody(connection, head, version === '1.1' && sizeOf);
      if (isLast(head)) connection.destroy();
      else idle.set(server, connection);
      return { ...head, chunks };
    } catch (error) {
      connection?.destroy();
      const { code, message } = error as NodeJS.ErrnoException;
      const outcome = code === 'ECONNREFUSED' ? 'not_sent' : 'unknown';
      throw new Failure({ kind: 'transport', outcome, message }, known !== undefined && !isAnswered);
    } finally {
      deadline.signal.removeEventListener('abort', leave);
    }
  };
}

type Fields = readonly (readonly [name: string, value: string])[];

interface OwnHttp {
  readonly sizeOf?: (line: string) => number;
  readonly headOf?: (start: string, fields: Fields) => string;
  readonly fieldOf?: FieldOf;
  readonly isLast?: (head: Head) => boolean;
  readonly version?: '1.0' | '1.1';
}

type FieldOf = (line: string) => readonly [name: string, value: string];

function usualHead(start: string, fields: Fields): string {
  return [start, ...fields.map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n');
}

function usualField(line: string): readonly [name: string, value: string] {
  const [, name = '', value = ''] = /^([^:]*):(.*)$/.exec(line) ?? [];
  return [name.toLowerCase(), value.trim()];
}

interface Head extends Pick<Incoming, 'status' | 'reason'> {
  readonly version: string;
  readonly headers: Readonly<Record<string, string>>;
}

type Connection = Awaited<ReturnType<typeof open>>;

async function open(host: string, port: number, { signal }: Deadline) {
  const socket = connect({ host, port });
  await once(socket, 'connect', { signal });
  const received = (socket as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
  let buffer = Buffer.alloc(0);
  let isOver = false;

  const more = async () => {
    const { value = new Uint8Array(), done } = (await received.next()) as IteratorResult<Uint8Array, undefined>;
    isOver = done === true;
    if (!isOver) buffer = Buffer.concat([buffer, value]);
  };
  const take = (count: number) => {
    const taken = buffer.subarray(0, count);
    buffer = buffer.subarray(count);
    return taken;
  };
  const bytes = async (count: number) => {
    while (buffer.length < count) {
      if (isOver) throw new Error('The connection ended too early.');
      await more();
    }
    return take(count);
  };
  const line = async () => {
    while (!buffer.includes('\r\n')) {
      if (isOver) throw new Error('The connection ended too early.');
      await more();
    }
    return take(buffer.indexOf('\r\n') + 2)
      .toString('latin1')
      .slice(0, -2);
  };

  return {
    write: (text: string) => void socket.write(text),
    async head(fieldOf: FieldOf): Promise<Head> {
      const [version = '', status, ...reason] = (await line()).split(' ');
      const fields: (readonly [string, string])[] = [];
      for (let field = await line(); field !== ''; field = await line()) fields.push(fieldOf(field));
      return { version, status: Number(status), reason: reason.join(' '), headers: Object.fromEntries(fields) };
    },
    line,
    bytes,
    /** Reads until the connection ends. */
    async rest() {
      while (!isOver) await more();
      return take(buffer.length);
    },
    destroy: () => void socket.destroy(),
  };
}

async function readBody(
  connection: Connection,
  { status, headers }: Head,
  sizeOf: ((line: string) => number) | false,
): Promise<readonly Uint8Array[]> {
  if (status === 204) return [];
  if (sizeOf && headers['transfer-encoding']?.toLowerCase() === 'chunked') {
    const chunks: Uint8Array[] = [];
    for (let size = sizeOf(await connection.line()); size > 0; size = sizeOf(await connection.line())) {
      chunks.push(await connection.bytes(size));
      await connection.line();
    }
    while ((await connection.line()) !== ''); // trailers
    return chunks;
  }
  const { 'content-length': length } = headers;
  return [length === undefined ? await connection.rest() : await connection.bytes(Number(length))];
}
