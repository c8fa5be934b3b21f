// The load, in a process of its own: autocannon over keep-alive connections, which counts the right answers.
import autocannon from 'autocannon';
import { answerQuestions } from '../shared/child.js';

let running;
let right = 0;
let wrong;

answerQuestions({
  /** Starts asking; each answer must have this status and a body as long as the first one, or a few bytes longer. */
  start({ url, request, status, bodyLength, spareLength, connections }) {
    right = 0;
    wrong = undefined;
    running = autocannon({
      url,
      method: request.method,
      headers: request.headers,
      body: request.body,
      connections,
      duration: 3600,
      sampleInt: 50,
      verifyBody: (body) => body.length >= bodyLength && body.length <= bodyLength + spareLength,
    });
    running.on('response', (_client, given) => {
      if (given === status) right += 1;
      else wrong = `status ${given} instead of ${status}`;
    });
    running.on('reqMismatch', (body) => (wrong = `a body of ${body.length} instead of ${bodyLength} bytes`));
    running.on('reqError', (error) => (wrong = error.message));
  },
  /** How many right answers there have been. */
  count() {
    if (wrong !== undefined) throw new Error(`An answer was wrong: ${wrong}.`);
    return right;
  },
  async stop() {
    running.stop();
    await running;
  },
});
