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

/** Reads the log of a check as a sequence of arrows. */
export function readExchange({ log, times = [] }: CheckReport): readonly Arrow[] {
  const messages: { readonly prefix: string; readonly time: number; readonly lines: string[] }[] = [];
  for (const [index, line] of log.entries()) {
    const [prefix = ''] = /^(?:\d+ [<>]|stderr {2}\|)/.exec(line) ?? [];
    const text = line.slice(prefix.length).replace(/^ /, '');
    const last = messages.at(-1);
    if (last !== undefined && prefix !== '' && last.prefix === prefix) last.lines.push(text);
    else messages.push({ prefix, time: times[index] ?? 0, lines: [text] });
  }
  return messages.map(({ prefix, time, lines }) => {
    const { title, ...way } = describeWay(prefix, lines[0] ?? '');
    const isWhole = lines.length === 1 && title.length <= maxTitle;
    const bytes = isWhole ? undefined : [title, ...lines.slice(1)].join('\n');
    return { time, ...way, title: excerpt(title, maxTitle), bytes };
  });
}

function describeWay(prefix: string, line: string): Pick<Arrow, 'from' | 'to' | 'title'> {
  if (prefix.endsWith('>')) return { from: 'client', to: 'store', title: line };
  if (prefix.endsWith('<')) return { from: 'store', to: 'client', title: line };
  if (prefix !== '') return { from: 'stderr', to: '', title: line };
  const [, isAnswer, message] = /^(?:run {5}>|((?:adapter|client ) <)) (.*)$/s.exec(line) ?? [];
  if (message === undefined) return { from: '', to: '', title: line };
  return isAnswer === undefined
    ? { from: 'run', to: 'client', title: message }
    : { from: 'client', to: 'run', title: message };
}
