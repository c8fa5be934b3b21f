// Exits with 0 if the store answers its health check with 200, else with 1. The image has no curl.
import { get } from 'node:http';
import { env, exit } from 'node:process';

get(`http://127.0.0.1:${env.PORT ?? '8080'}/healthz`, ({ statusCode }) => exit(statusCode === 200 ? 0 : 1)).on(
  'error',
  () => exit(1),
);
