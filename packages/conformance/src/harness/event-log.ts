import type { Redact } from '@petstore/http';
import type { Socket } from 'node:net';
import { printable, shorten } from '../report/text.ts';

/** Something that happened on a connection, or a line of the run or of its adapter. */
interface Event {
  /** The number of the connection; absent for a line. */
  readonly connection?: number;
  readonly kind: 'opened' | 'received' | 'sent' | 'closed' | 'line';
  readonly bytes?: Uint8Array;
  readonly text?: string;
}

/** What went over the wire and between the run and its adapter, in the order of time. */
export interface EventLog {
  /** Records what goes over a connection from now on. */
  readonly watch: (socket: Socket) => void;
  /** Records a line. */
  readonly add: (line: string) => void;
  /** Forgets what was recorded. Open connections are still watched. */
  clear(): void;
  /** Returns how many of the connections that were opened since the last clear are still open. */
  openConnections(): number;
  /** Returns the log as lines. Of too many, it leaves out those in the middle. */
  lines(redact: Redact): readonly string[];
}

/** How many lines the log of a case has. */
const maxLines = 160;

/** Makes an empty log. */
export function createEventLog(): EventLog {
  let events: Event[] = [];
  let connections = 0;
  let open = new Set<number>();
  return {
    watch(socket) {
      const connection = ++connections;
      open.add(connection);
      const keep = (kind: Event['kind'], bytes?: Uint8Array) => {
        events.push({ connection, kind, ...(bytes && { bytes }) });
      };
      keep('opened');
      socket.on('data', (chunk: Buffer) => {
        keep('received', Buffer.from(chunk));
      });
      socket.once('close', () => {
        open.delete(connection);
        keep('closed');
      });
      watchWrites(socket, (bytes) => {
        keep('sent', bytes);
      });
    },
    add(text) {
      events.push({ kind: 'line', text });
    },
    clear() {
      events = [];
      open = new Set();
    },
    openConnections: () => open.size,
    lines(redact) {
      const all = join(events);
      const half = maxLines / 2;
      // Each event has at least one line. So the lines of the middle events would be left out: do not spend time to mask them.
      const some = all.length > maxLines ? [...all.slice(0, half), ...all.slice(-half)] : all;
      const lines = some.flatMap((event) => format(event, redact));
      if (lines.length <= maxLines) return lines;
      return [...lines.slice(0, half), '… lines left out …', ...lines.slice(-half)];
    },
  };
}

/** Calls back for all bytes that are written to a socket. node:http writes a response with `write`, and ends it with `end`. */
function watchWrites(socket: Socket, onBytes: (bytes: Uint8Array) => void): void {
  const keep = (chunk: unknown, encoding: unknown) => {
    if (typeof chunk === 'string') {
      onBytes(Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8'));
    } else if (chunk instanceof Uint8Array) onBytes(chunk);
  };
  for (const method of ['write', 'end'] as const) {
    const original = socket[method].bind(socket) as (...args: unknown[]) => never;
    socket[method] = (...args: unknown[]) => {
      keep(args[0], args[1]);
      return original(...args);
    };
  }
}

/** Joins pieces that were received or sent in a row, because only a whole key is masked. */
function join(events: readonly Event[]): readonly Event[] {
  const result: Event[] = [];
  for (const event of events) {
    const last = result.at(-1);
    if (last?.bytes && event.bytes && last.kind === event.kind && last.connection === event.connection) {
      result[result.length - 1] = { ...last, bytes: Buffer.concat([last.bytes, event.bytes]) };
    } else result.push(event);
  }
  return result;
}

const arrows = { received: '>', sent: '<' } as const;

function format(
  { connection = 0, kind, bytes = new Uint8Array(), text = '' }: Event,
  redact: Redact,
): readonly string[] {
  if (kind === 'line') return [shorten(printable(redact(text)))];
  if (kind === 'opened' || kind === 'closed') return [`${connection} ${kind}`];
  const lines = redact(Buffer.from(bytes).toString('utf8'))
    .replace(/\r?\n$/, '')
    .split(/\r?\n/);
  return lines.map((line) => `${connection} ${arrows[kind]} ${shorten(printable(line))}`.trimEnd());
}
