import { setTimeout as wait } from 'node:timers/promises';

/** The header fields that node:http adds to an answer by itself. */
const ofTheConnection = ['date', 'connection', 'keep-alive', 'transfer-encoding'];

/** Sends one request, to a server that may still be starting. Returns its answer. */
export async function firstAnswer(url, { method, headers, body }) {
  for (let tries = 0; ; tries++) {
    try {
      const response = await fetch(url, { method, headers, body });
      const own = [...response.headers].filter(([name]) => !ofTheConnection.includes(name));
      return { status: response.status, headers: Object.fromEntries(own), body: await response.text() };
    } catch (error) {
      if (error.cause?.code !== 'ECONNREFUSED' || tries === 600) throw error;
      await wait(50);
    }
  }
}
