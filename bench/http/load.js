// The load, in a process of its own: keep-alive connections, each of which sends its request again as soon as it is answered.
// On plain sockets: a client of node:http, or autocannon, costs more CPU for a request than the servers that it has to saturate.
import { once } from 'node:events';
import { connect } from 'node:net';
import { answerQuestions } from '../shared/child.js';

let connections = [];
let sending = false;
let answers;
let onIdle;
let onFailure;

answerQuestions({
  /** Connects. Every answer must have this status, and a body of this length or a few bytes more. */
  async open({ port, request, status, bodyLength, spareLength = 0, count }) {
    const bytes = requestBytes(port, request);
    const isRight = (answer) =>
      answer.status === status && answer.length >= bodyLength && answer.length <= bodyLength + spareLength;
    connections = Array.from({ length: count }, () => createConnection(port, bytes, isRight));
    await Promise.all(connections.map(({ socket }) => once(socket, 'connect')));
  },
  /** Sends for this time, then waits for the last answer. Returns the number of answers and the milliseconds until then. */
  async run(milliseconds) {
    const finished = new Promise((resolve, reject) => {
      onIdle = resolve;
      onFailure = reject;
    });
    const startedAt = performance.now();
    answers = 0;
    sending = true;
    setTimeout(() => (sending = false), milliseconds);
    for (const { send } of connections) send();
    await finished;
    return { answers, milliseconds: performance.now() - startedAt };
  },
  close() {
    for (const { socket } of connections) socket.destroy();
  },
});

function createConnection(port, bytes, isRight) {
  let waiting = false;
  let received = '';
  let missing = 0;

  const send = () => {
    waiting = true;
    socket.write(bytes);
  };
  const receive = (length, buffer) => {
    if (missing === 0) {
      received += buffer.latin1Slice(0, length);
      const answer = parseAnswer(received);
      if (answer === undefined) return;
      if (!isRight(answer)) return fail(`a wrong answer: ${received.slice(0, 500)}`);
      missing = answer.missing;
      received = '';
    } else missing -= length;
    if (missing < 0) return fail('more than was asked for');
    if (missing > 0) return;
    answers += 1;
    waiting = false;
    if (sending) send();
    else if (connections.every((connection) => !connection.isWaiting())) onIdle();
  };
  const fail = (reason) => onFailure?.(new Error(`The load received ${reason}.`));

  const socket = connect({
    host: '127.0.0.1',
    port,
    noDelay: true,
    onread: { buffer: Buffer.allocUnsafe(65_536), callback: receive },
  });
  socket.on('error', ({ message }) => fail(message));
  socket.on('end', () => fail('the end of its connection'));
  return { socket, send, isWaiting: () => waiting };
}

/** Returns the status, the length of the body and how much of it has not come; `undefined` if more must come to tell. */
function parseAnswer(received) {
  const headLength = received.indexOf('\r\n\r\n') + 4;
  if (headLength < 4) return undefined;
  const status = Number(received.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length));
  const contentLength = /\r\ncontent-length: (\d+)/i.exec(received.slice(0, headLength))?.[1];
  if (contentLength !== undefined) {
    const length = Number(contentLength);
    return { status, length, missing: headLength + length - received.length };
  }
  const onlyChunk = /^([\da-f]+)\r\n[^]*\r\n0\r\n\r\n$/i.exec(received.slice(headLength));
  return onlyChunk === null ? undefined : { status, length: Number.parseInt(onlyChunk[1], 16), missing: 0 };
}

function requestBytes(port, { method, path, headers, body = '' }) {
  const all = { host: `127.0.0.1:${port}`, ...headers, ...(body && { 'content-length': Buffer.byteLength(body) }) };
  const fields = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${fields.join('')}\r\n${body}`);
}
