import type { Redact } from '@petstore/http';
import type { Socket } from 'node:net';
import { printable, shorten } from '../observation/text.ts';

/** Bytes that went over a connection, or a line of its own. */
interface Event {
  /** The beginning of each line of the bytes, such as `3 > `; empty for a line of its own. */
  readonly prefix: string;
  readonly content: string | Buffer;
  readonly time: number;
}

/** What went over the wire and between the run and its adapter, in the order of time. */
export type EventLog = ReturnType<typeof createEventLog>;

const maxLines = 160;

export function createEventLog() {
  let events: Event[] = [];
  let connections = 0;
  let open = new Set<Socket>();
  const add = (content: string | Buffer, prefix = '') => {
    events.push({ prefix, content, time: performance.now() });
  };
  return {
    /** Records what goes over a connection from now on. */
    watch: (socket: Socket) => {
      const connection = ++connections;
      open.add(socket);
      add(`${connection} opened`);
      socket.on('data', (chunk: Buffer) => add(Buffer.from(chunk), `${connection} > `));
      socket.once('close', () => {
        open.delete(socket);
        add(`${connection} closed`);
      });
      watchWrites(socket, (bytes) => add(bytes, `${connection} < `));
    },
    add: (line: string) => add(line),
    /** Forgets what was recorded. Open connections are still watched. */
    clear() {
      events = [];
      open = new Set();
    },
    /** Returns how many of the connections that were opened since the last clear are still open. */
    openConnections: () => open.size,
    /** Returns the log as lines, and their times. Of too many lines, it leaves out those in the middle. */
    read(redact: Redact): { readonly log: readonly string[]; readonly times: readonly number[] } {
      const all = join(events);
      const half = maxLines / 2;
      // Each event has at least one line. So the lines of the middle events would be left out: do not spend time to redact them.
      const some = all.length > maxLines ? [...all.slice(0, half), ...all.slice(-half)] : all;
      const lines = some.flatMap((event) => format(event, redact).map((line) => ({ line, time: event.time })));
      const start = lines[0]?.time ?? 0;
      const leftOut = { line: '… lines left out …', time: lines[half]?.time ?? 0 };
      const shown = lines.length <= maxLines ? lines : [...lines.slice(0, half), leftOut, ...lines.slice(-half)];
      return { log: shown.map(({ line }) => line), times: shown.map(({ time }) => Math.round(time - start)) };
    },
  };
}

/** Calls back for all bytes that are written to a socket. node:http writes a response with `write`, and ends it with `end`. */
function watchWrites(socket: Socket, onBytes: (bytes: Buffer) => void): void {
  for (const method of ['write', 'end'] as const) {
    const original = socket[method].bind(socket) as (...args: unknown[]) => never;
    socket[method] = (...args: unknown[]) => {
      const [chunk, encoding] = args;
      if (typeof chunk === 'string') onBytes(Buffer.from(chunk, encoding as BufferEncoding));
      else if (chunk instanceof Uint8Array) onBytes(Buffer.from(chunk));
      return original(...args);
    };
  }
}

/** Joins pieces that were received or sent in a row, because only a whole key is redacted. */
function join(events: readonly Event[]): readonly Event[] {
  const result: Event[] = [];
  for (const { prefix, content, time } of events) {
    const last = result.at(-1);
    if (last?.prefix === prefix && Buffer.isBuffer(last.content) && Buffer.isBuffer(content)) {
      result[result.length - 1] = { ...last, content: Buffer.concat([last.content, content]) };
    } else result.push({ prefix, content, time });
  }
  return result;
}

function format({ prefix, content }: Event, redact: Redact): readonly string[] {
  const text = redact(content.toString());
  if (prefix === '') return [shorten(printable(text)).trimEnd()];
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
  const binary = lines.findIndex(isBinary);
  const shown = binary < 0 ? lines : [...lines.slice(0, binary), '… bytes that are no text'];
  return shown.map((line) => `${prefix}${shorten(printable(line))}`.trimEnd());
}

/** Whether a line has control characters, as gzip has. A valid head has none, and valid JSON has none but line breaks and tabs. */
function isBinary(line: string): boolean {
  return Array.from(line).some((character) => character < ' ' && character !== '\t');
}
