// The least that a durable creation over node:http can cost: the body is read and appended as it is, one fdatasync for what
// waits, and then the same answer to everyone. Nothing is checked, decoded or kept.
import { open } from 'node:fs/promises';
import { createServer } from 'node:http';
import { answerQuestions } from '../shared/child.js';
import { createTimer } from '../shared/timer.js';

const body = '{"id":1,"name":"Rex","categoryId":1,"status":"sold"}';
const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length };

let batches = [];
let read;
let file;
let waiting = [];
let busy = false;

answerQuestions({
  async open({ path, port }) {
    file = await open(path, 'w');
    createServer((request, response) => {
      request.on('data', (line) => waiting.push({ line, response }));
      request.on('end', commit);
    }).listen(port, '127.0.0.1');
  },
  startReading() {
    batches = [];
    read = createTimer();
  },
  finishReading() {
    const pets = batches.reduce((sum, size) => sum + size, 0);
    return { pets, batches, ...read(pets) };
  },
});

async function commit() {
  if (busy) return;
  busy = true;
  while (waiting.length > 0) {
    const batch = waiting;
    waiting = [];
    await file.write(Buffer.concat(batch.map(({ line }) => line)));
    await file.datasync();
    batches.push(batch.length);
    for (const { response } of batch) response.writeHead(201, headers).end(body);
  }
  busy = false;
}
