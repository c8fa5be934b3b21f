// The limit of node:http: the same answer to every request, made beforehand. With the argument `reads`, it first reads the body.
import { createServer } from 'node:http';
import { answerQuestions } from '../../shared/child.js';

let answer = { status: 404, headers: {}, body: '' };

answerQuestions({
  become(given) {
    answer = given;
  },
});

const [port, , reads] = process.argv.slice(2);

createServer((request, response) => {
  const send = () => {
    response.writeHead(answer.status, answer.headers);
    response.end(answer.body);
  };
  if (reads === 'reads') request.on('end', send).resume();
  else send();
}).listen(Number(port), '127.0.0.1');
