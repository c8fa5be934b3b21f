// @ts-check
import { element } from './elements.js';
import { jsonView } from './json-view.js';

/**
 * The headers and the body of a response.
 *
 * @param {import('./send-request.js').ReceivedResponse} response
 */
export function responseView({ headers, body }) {
  const isJson = headers.some(([name, value]) => name === 'content-type' && value.startsWith('application/json'));
  return [
    element(
      'dl',
      { class: 'response-headers' },
      ...headers.map(([name, value]) => element('div', {}, element('dt', {}, name), element('dd', {}, value))),
    ),
    element(
      'pre',
      { class: 'response-body', tabindex: '0', role: 'region', 'aria-label': 'Response body' },
      isJson ? jsonView(body) : body,
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
    element('strong', { class: status < 400 ? 'good' : 'bad' }, `${status} ${statusText}`.trim()),
    element('span', { class: 'quiet' }, `${Math.max(1, Math.round(milliseconds))} ms, ${bytes} bytes`),
  );
}
