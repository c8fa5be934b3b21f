import { type Redact } from '@petstore/http';
import type { Socket } from 'node:net';

/** Something that happened on a connection, or a line that the run or its adapter wrote. */
interface Event {
  /** The number of the connection; absent for a line. */
  readonly connection?: number;
  readonly kind: 'opened' | 'received' | 'sent' | 'closed' | 'line';
  readonly bytes?: Uint8Array;
  readonly text?: string;
}

/** What went over the wire, and between the run and its adapter, in order. */
export interface EventLog {
  /** Keeps what goes over a connection from now on. */
  readonly watch: (socket: Socket) => void;
  /** Keeps a line. */
  readonly add: (line: string) => void;
  /** Forgets what has happened. Open connections are still watched. */
  clear(): void;
  /** Returns how many of the connections that were opened since the last clear are still open. */
  openConnections(): number;
  /** Returns the log as lines; if there are too many, those in the middle are left out. */
  lines(redact: Redact): readonly string[];
}

/** How many lines a report has of one case, and how many characters of one line. */
const most = { lines: 160, characters: 500 };

/**
 * Makes an empty log.
 *
 * @param mostEvents how many events it keeps; of more, the oldest are left out
 */
export function createEventLog(mostEvents = Infinity): EventLog {
  let events: Event[] = [];
  const put = (event: Event) => {
    events.push(event);
    if (events.length > mostEvents) events.shift();
  };
  let connections = 0;
  let open = new Set<number>();
  return {
    watch(socket) {
      const connection = ++connections;
      open.add(connection);
      const keep = (kind: Event['kind'], bytes?: Uint8Array) => {
        put({ connection, kind, ...(bytes && { bytes }) });
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
      put({ kind: 'line', text });
    },
    clear() {
      events = [];
      open = new Set();
    },
    openConnections: () => open.size,
    lines(redact) {
      const all = joined(events);
      const half = most.lines / 2;
      // Each event has at least one line, so the lines of the middle events are left out: masking them would waste time.
      const some = all.length > most.lines ? [...all.slice(0, half), ...all.slice(-half)] : all;
      const lines = some.flatMap((event) => linesOf(event, redact));
      if (lines.length <= most.lines) return lines;
      return [...lines.slice(0, half), '… lines left out …', ...lines.slice(-half)];
    },
  };
}

/** Calls back for everything that is written to a socket: node:http writes a response by `write`, and ends it by `end`. */
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

/** Joins pieces that were received, or sent, in a row: a key is masked only if it is whole. */
function joined(events: readonly Event[]): readonly Event[] {
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

function linesOf(
  { connection = 0, kind, bytes = new Uint8Array(), text = '' }: Event,
  redact: Redact,
): readonly string[] {
  if (kind === 'line') return [printable(shorten(redact(text)))];
  if (kind === 'opened' || kind === 'closed') return [`${connection} ${kind}`];
  const lines = redact(Buffer.from(bytes).toString('utf8'))
    .replace(/\r?\n$/, '')
    .split(/\r?\n/);
  return lines.map((line) => `${connection} ${arrows[kind]} ${printable(shorten(line))}`.trimEnd());
}

function shorten(line: string): string {
  return line.length > most.characters ? `${line.slice(0, most.characters)}… (${line.length} characters)` : line;
}

/** Spells control characters as `\x00`. */
function printable(line: string): string {
  return line.replace(/\p{Cc}/gu, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`);
}
