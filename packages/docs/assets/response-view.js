// @ts-check
import { element } from './elements.js';
import { formatJson } from './format-json.js';

/**
 * The body of a response and, folded, its headers.
 *
 * @param {import('./send-request.js').ReceivedResponse} response
 */
export function responseView({ headers, body }) {
  const headerLines = Array.from(headers, ([name, value]) => `${name}: ${value}`);
  return [
    element(
      'pre',
      { class: 'response-body', tabindex: '0', role: 'group', 'aria-label': 'Response body' },
      headers.get('content-type') === 'application/json' ? formatJson(body) : body,
    ),
    element(
      'details',
      {},
      element('summary', {}, 'Headers'),
      element('pre', { class: 'response-headers' }, headerLines.join('\n')),
    ),
  ];
}

/**
 * The status, the time and the size, as one line.
 *
 * @param {import('./send-request.js').ReceivedResponse} response
 */
export function statusLine({ status, statusText, body, milliseconds }) {
  const bytes = new TextEncoder().encode(body).length;
  return element(
    'p',
    { class: 'status-line' },
    element('strong', { class: status < 400 ? 'good' : 'bad' }, `${status} ${statusText}`),
    element('span', { class: 'quiet' }, `${Math.round(milliseconds)} ms, ${bytes} bytes`),
  );
}
