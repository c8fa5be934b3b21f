import { once } from 'node:events';
import { connect } from 'node:net';
import { Failure, partsOf, type Deadline, type Exchange, type Incoming } from './exchange.ts';

/**
 * Makes an exchange that speaks HTTP by hand, over one connection for each server at a time.
 *
 * @param sizeOf reads the line of a chunk that has its size
 * @param headOf writes the head of a request
 * @param fieldOf reads a line of the head of a response
 * @param framingOf says where the body of a response ends
 * @param isLast says whether a connection ends with a response
 * @param unasked what it does with bytes behind a response: it closes the connection, or discards or keeps them
 * @param version HTTP/1.0 knows neither chunks nor interim responses
 */
export function createOwnExchange({
  sizeOf = (line) => Number.parseInt(line, 16),
  headOf = (start, fields) => [start, ...fields.map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n'),
  fieldOf = usualField,
  framingOf = rightFraming,
  isLast = ({ version, headers }) =>
    version === 'HTTP/1.0' || /(?:^|,)\s*close\s*(?:,|$)/i.test(headers.connection ?? ''),
  unasked = 'close',
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
    if (unasked !== 'keep' && connection?.discard() === true && unasked === 'close') {
      connection.destroy();
      connection = undefined;
    }
    const leave = () => connection?.reset();
    deadline.signal.addEventListener('abort', leave);
    try {
      connection ??= await open(host, port, deadline);
      connection.write(
        `${headOf(`${method} ${target} HTTP/${version}`, Object.entries({ Host: server, ...headers }))}${body}`,
      );
      let head = await connection.head(fieldOf);
      while (head.status < 200 && version === '1.1') head = await connection.head(fieldOf);
      isAnswered = true;
      const framing = framingOf(head);
      const isChunked = framing === 'chunked' && version === '1.1';
      const chunks = method === 'HEAD' ? [] : await readBody(connection, isChunked ? sizeOf : framing);
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
  readonly framingOf?: (head: Head) => Framing;
  readonly isLast?: (head: Head) => boolean;
  readonly unasked?: 'close' | 'discard' | 'keep';
  readonly version?: '1.0' | '1.1';
}

type FieldOf = (line: string) => readonly [name: string, value: string];

export function usualField(line: string): readonly [name: string, value: string] {
  const [, name = '', value = ''] = /^([^:]*):(.*)$/.exec(line) ?? [];
  return [name.toLowerCase(), value.trim()];
}

export interface Head extends Pick<Incoming, 'status' | 'reason'> {
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
    if (isOver) throw new Error('The connection ended too early.');
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
    while (buffer.length < count) await more();
    return take(count);
  };
  const line = async () => {
    while (!buffer.includes('\r\n')) await more();
    const text = take(buffer.indexOf('\r\n') + 2).toString('latin1');
    return text.slice(0, -2);
  };

  return {
    write: (text: string) => void socket.write(text),
    async head(fieldOf: FieldOf): Promise<Head> {
      const [version = '', status, ...reason] = (await line()).split(' ');
      const headers: Record<string, string> = {};
      for (let field = await line(); field !== ''; field = await line()) {
        const [name, value] = fieldOf(field);
        headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
      }
      return { version, status: Number(status), reason: reason.join(' '), headers };
    },
    /** Discards the bytes that have arrived. Returns whether there were any. */
    discard() {
      const hasBytes = buffer.length + socket.readableLength > 0;
      while (socket.read() !== null);
      buffer = Buffer.alloc(0);
      return hasBytes;
    },
    line,
    bytes,
    /** Reads until the connection ends. */
    async rest() {
      while (!isOver) await more();
      return take(buffer.length);
    },
    destroy: () => void socket.destroy(),
    reset: () => void socket.resetAndDestroy(),
  };
}

/** Where a body ends: with its last chunk, after as many bytes, or with the connection. */
type Framing = 'chunked' | number | 'close';

/** Says where a body ends, as RFC 9112, section 6.3, does. */
export function rightFraming({ status, headers }: Head): Framing {
  if (status === 204 || status === 304) return 0;
  if (headers['transfer-encoding']?.toLowerCase() === 'chunked') return 'chunked';
  const { 'content-length': length } = headers;
  if (length === undefined) return 'close';
  if (!/^[0-9]+$/.test(length)) throw new Error(`The Content-Length is ${length}.`);
  return Number(length);
}

async function readBody(
  connection: Connection,
  framing: ((line: string) => number) | Framing,
): Promise<readonly Uint8Array[]> {
  if (typeof framing === 'number') return [await connection.bytes(framing)];
  if (typeof framing === 'string') return [await connection.rest()];
  const chunks: Uint8Array[] = [];
  for (let size = framing(await connection.line()); size > 0; size = framing(await connection.line())) {
    chunks.push(await connection.bytes(size));
    await connection.line();
  }
  while ((await connection.line()) !== ''); // trailers
  return chunks;
}
