// The limit of node:http: whatever is asked, the same answer, made beforehand.
import { createServer } from 'node:http';
import { answerQuestions } from '../../shared/child.js';

let answer = { status: 404, headers: {}, body: '' };

answerQuestions({
  become(given) {
    answer = given;
  },
});

createServer((_request, response) => {
  response.writeHead(answer.status, answer.headers);
  response.end(answer.body);
}).listen(Number(process.argv[2]), '127.0.0.1');
