import { stringifyJson } from '@petstore/core';
import { Html, html, prose, type HttpResponse } from '@petstore/http';
import { createHash } from 'node:crypto';
import { faults } from '../script/faults.ts';
import type { SessionRoute } from './session-route.ts';
import { sessionRoutes } from './session-routes.ts';
import { testingPath } from './sessions.ts';

/**
 * Makes the page that explains the sessions, with a line for curl for each call. It contains no token and no key.
 *
 * @param origin the address of the server, which a client can choose
 */
export function createTestingPage(origin: string): HttpResponse {
  const url = `${origin}${testingPath}`;
  const { text: body } = html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>Pet store: sessions for tests</title>
      ${new Html(`<style>${style}</style>`)}
      <h1>Sessions for tests</h1>
      <p>
        A session is a separate pet store for one test, in memory. It misbehaves as its script says, and records the
        requests that arrive. Each call needs the token that <code>petstore-kit --testing</code> printed, or that was
        set. The lines below take it from the shell:
      </p>
      <pre>
TOKEN=…   # the token
ID=…      # of a session: "id" in the answer to POST ${testingPath}/sessions</pre>
      <p>
        The fields of each body are in the <a href="${testingPath}/openapi.json">OpenAPI document</a> of these calls.
      </p>
      <h2>Calls</h2>
      ${sessionRoutes.map(
        (route) =>
          html`<h3>${route.method} ${testingPath}${route.path}</h3>
            <p>${prose(route.summary)}</p>
            <pre>${writeCurlLine(route, url)}</pre> `,
      )}
      <h2>Faults of a script</h2>
      <dl>
        ${Object.entries(faults).map(
          ([name, description]) =>
            html`<dt>${name}</dt>
              <dd>${prose(description)}</dd> `,
        )}
      </dl>
    </html> `;
  return { status: 200, headers, body };
}

/** Writes a line for a shell that makes the call, with the query and the body that the documents show. */
function writeCurlLine({ method, path, example }: SessionRoute, url: string): string {
  const query = example.query === undefined ? '' : `?${example.query}`;
  const parts = ['curl', ...(method === 'GET' ? [] : [`-X ${method}`]), '-H "Authorization: Bearer $TOKEN"'];
  if (example.body !== undefined) {
    const body = stringifyJson(example.body).replaceAll("'", String.raw`'\''`);
    parts.push('-H "Content-Type: application/json"', `-d '${body}'`);
  }
  return [...parts, `"${url}${path.replace('{id}', '$ID')}${query}"`].join(' ');
}

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 60rem; margin: 0 auto; padding: 1rem }
h1, h2, h3 { line-height: 1.2 }
h3 { font-family: ui-monospace, monospace; font-size: 1rem; margin-top: 2rem }
pre { overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; padding: .75rem; border: 1px solid #8888; border-radius: .25rem }
dt { font-family: ui-monospace, monospace }
`;

const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};
