import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** The header fields that node:http adds to an answer by itself. */
const ofTheConnection = ['date', 'connection', 'keep-alive', 'transfer-encoding'];

/** Sends one request, to a server that may still be starting. Returns its answer unchanged. */
export async function firstAnswer(url, { method, headers, body }) {
  for (let tries = 0; ; tries++) {
    try {
      return await ask(url, method, headers, body);
    } catch (error) {
      if (error.code !== 'ECONNREFUSED' || tries === 600) throw error;
      await wait(50);
    }
  }
}

async function ask(url, method, headers, body) {
  const request = httpRequest(url, { method, headers, agent: false }).end(body);
  const [response] = await once(request, 'response');
  const chunks = await response.toArray();
  return {
    status: response.statusCode,
    headers: ownHeaders(response.rawHeaders),
    body: Buffer.concat(chunks).toString(),
  };
}

function ownHeaders(raw) {
  const headers = {};
  for (let i = 0; i < raw.length; i += 2) {
    if (!ofTheConnection.includes(raw[i].toLowerCase())) headers[raw[i]] = raw[i + 1];
  }
  return headers;
}
