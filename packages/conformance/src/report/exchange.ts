import { excerpt } from '../observation/text.ts';
import type { CheckReport } from './report.ts';

/** A message of an exchange, or an event of a connection. */
export interface Arrow {
  /** When it was sent, in milliseconds since the exchange began. */
  readonly time: number;
  /** Who sent it; else what it is about, such as a connection. */
  readonly from: string;
  /** Who received it; empty if nobody did. */
  readonly to: string;
  readonly title: string;
  /** All lines of the message; `undefined` if the title is all. */
  readonly bytes: string | undefined;
}

const maxTitle = 60;

/**
 * Who wrote to whom, by how a line of a log begins. The harness writes the lines of the connections, each with the number of its
 * connection. The adapter and the caller write the others.
 */
const ways: Readonly<Record<string, readonly [from: string, to: string]>> = {
  '>': ['client', 'store'],
  '<': ['store', 'client'],
  'stderr|': ['stderr', ''],
  'run>': ['run', 'client'],
  'adapter<': ['client', 'run'],
  'client<': ['client', 'run'],
};

const linePattern = /^(?:(\d+)|(run|adapter|client|stderr) *) ([<>|]) ?(.*)$/s;

/** Reads the log of a check as a sequence of arrows. Lines in a row from one side of a connection, and of stderr, are one message. */
export function readExchange({ log, times = [] }: CheckReport): readonly Arrow[] {
  const messages: (Pick<Arrow, 'time' | 'from' | 'to'> & {
    readonly connection: string | undefined;
    lines: string[];
  })[] = [];
  for (const [index, line] of log.entries()) {
    const [, connection, speaker = '', sign = '', text = line] = linePattern.exec(line) ?? [];
    const [from, to] = ways[`${speaker}${sign}`] ?? ['', ''];
    const last = messages.at(-1);
    const mayGoOn = connection !== undefined || from === 'stderr';
    if (mayGoOn && last?.from === from && last.connection === connection) last.lines.push(text);
    else messages.push({ time: times[index] ?? 0, from, to, connection, lines: [text] });
  }
  return messages.map(({ time, from, to, lines: [title = '', ...others] }) => {
    const isWhole = others.length === 0 && title.length <= maxTitle;
    const bytes = isWhole ? undefined : [title, ...others].join('\n');
    return { time, from, to, title: excerpt(title, maxTitle), bytes };
  });
}
