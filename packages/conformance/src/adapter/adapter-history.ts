/** How many characters of stderr are kept. */
const maxStderr = 1_048_576;

/** What the processes of one adapter share: another one starts if one breaks the protocol, hangs or ends. */
export class AdapterHistory {
  hasAnswered = false;
  lastId = 0;
  #stderr = '';

  constructor(readonly log: (line: string) => void) {}

  readonly addStderr = (text: string): void => {
    this.#stderr = (this.#stderr + text).slice(-maxStderr);
  };

  takeStderr(): string {
    const taken = this.#stderr;
    this.#stderr = '';
    return taken;
  }

  /** Adds the line of stderr that most likely says why a program ended. Some languages write a stack or a version after it. */
  withStderr(sentence: string): string {
    const lines = this.#stderr.trimEnd().split('\n');
    const telling = lines.findLast((line) => /^(?!\s).*(?:error|exception|panic)/i.test(line)) ?? lines.at(-1) ?? '';
    return telling.trim() === '' ? sentence : `${sentence} Its stderr says: ${telling.trim()}`;
  }
}
