import type { Writable } from 'node:stream';

export interface LineOutput {
  /** Prints a line on stdout. */
  readonly print: (line: string) => void;
  /** Prints a line on stderr, after the name of the command. */
  readonly warn: (line: string) => void;
}

/** How many characters may wait for the reader of a stream. Further lines are dropped until it reads again. */
const maxUnread = 1_048_576;

/**
 * Makes a function that writes lines to a stream: one write for each turn of the event loop, before the responses that the lines are
 * about.
 */
export function createLineWriter(stream: Writable, prefix = ''): (line: string) => void {
  let text = '';

  const flush = () => {
    if (text !== '') stream.write(text);
    text = '';
  };
  process.on('exit', flush); // also after an uncaught error

  return (line) => {
    if (stream.writableLength + text.length > maxUnread) return;
    if (text === '') setImmediate(flush);
    text += `${prefix}${line}\n`;
  };
}
