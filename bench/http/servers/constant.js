// The limit of node:http: the same answer to every request, made beforehand.
import { createServer } from 'node:http';
import { answerQuestions } from '../../shared/child.js';

let answer = { status: 404, headers: {}, body: '' };

answerQuestions({
  become(given) {
    answer = given;
  },
});

const [port] = process.argv.slice(2);

createServer((_request, response) => {
  response.writeHead(answer.status, answer.headers);
  response.end(answer.body);
}).listen(Number(port), '127.0.0.1');
