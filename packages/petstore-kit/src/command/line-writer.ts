import type { Writable } from 'node:stream';

/** How many characters may wait for the reader of a stream. Further lines are dropped until it reads again, and counted. */
const maxUnread = 1_048_576;

/**
 * Makes a function that writes lines to a stream. The lines of one turn of the event loop are one write, ahead of the replies
 * that they are about: a write for each line would cost more.
 *
 * @param prefix what each line begins with
 */
export function createLineWriter(stream: Writable, prefix = ''): (line: string) => void {
  let text = '';
  let dropped = 0;

  const flush = () => {
    if (text !== '') stream.write(text);
    text = '';
  };
  process.on('exit', flush); // also after an uncaught error

  return (line) => {
    if (stream.writableLength + text.length > maxUnread) {
      dropped += 1;
      return;
    }
    if (text === '') setImmediate(flush);
    if (dropped > 0) text += `${prefix}Lines dropped here, because nobody read them: ${dropped}.\n`;
    dropped = 0;
    text += `${prefix}${line}\n`;
  };
}
