// @ts-check
import { curlLine } from './curl-line.js';
import { element } from './elements.js';
import { requestFields, requestValues } from './request-fields.js';
import { requestOf } from './request.js';
import { responseView, statusLine } from './response-view.js';
import { sendRequest } from './send-request.js';

/** What stands for a key that is not to be seen. */
const hiddenKey = '••••••••';

/**
 * A form that calls an operation, with the request as a command, and what came back.
 *
 * @param {import('./api-description.js').Operation} operation
 * @param {string} baseAddress
 * @param {import('./api-key.js').ApiKey} key
 */
export function tryIt(operation, baseAddress, key) {
  const { id, method } = operation;
  const send = element('button', { type: 'submit', class: 'send' }, `Send ${method}`);
  const form = element('form', { 'aria-labelledby': `${id}-try` }, ...requestFields(operation), send);
  const command = element('code');
  const copy = element('button', { type: 'button' }, 'Copy');
  const copied = element('span', { class: 'quiet', role: 'status' });
  const outcome = element('div', { class: 'outcome', role: 'status' }, element('p', { class: 'quiet' }, 'None yet.'));
  const received = element('div', { class: 'received' });

  const request = (keyToSend = key.value()) => {
    const { values, body } = requestValues(operation, form);
    return requestOf(operation, baseAddress, keyToSend, values, body);
  };
  const showCommand = () => {
    const isHidden = !key.isShown() && key.value() !== '';
    command.textContent = curlLine(request(isHidden ? hiddenKey : key.value()));
    copied.textContent = '';
  };

  form.addEventListener('input', showCommand);
  key.onChange(showCommand);
  showCommand();

  const copyCommand = async () => {
    const line = curlLine(request());
    try {
      await navigator.clipboard.writeText(line);
      copied.textContent = key.value() === '' ? 'Copied.' : 'Copied, with your key.';
    } catch {
      command.textContent = line; // where a page may not write to the clipboard, people can
      getSelection()?.selectAllChildren(command);
      copied.textContent = 'Selected: copy it with the keyboard.';
    }
  };
  copy.addEventListener('click', () => void copyCommand());

  let sent = 0;
  const sendAndShow = async () => {
    const turn = ++sent;
    outcome.replaceChildren(element('p', { class: 'quiet' }, 'Sending…'));
    const toSend = request();
    const response = await sendRequest(toSend);
    if (turn !== sent) return; // a later request has taken its place
    if ('failure' in response) {
      outcome.replaceChildren(element('p', { class: 'failure' }, response.failure));
      received.replaceChildren();
      return;
    }
    outcome.replaceChildren(statusLine(response), ...(response.status === 401 ? [keyHint(toSend)] : []));
    received.replaceChildren(...responseView(response));
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void sendAndShow();
  });

  return element(
    'div',
    { class: 'try-it' },
    element('h3', { id: `${id}-try` }, 'Try it'),
    form,
    element('div', { class: 'bar' }, element('h4', {}, 'Request'), copied, copy),
    element('pre', { class: 'command' }, command),
    element('h4', {}, 'Response'),
    outcome,
    received,
  );
}

/** @param {import('./request.js').ApiRequest} request */
function keyHint({ headers }) {
  const words = headers.Authorization === undefined ? 'No key was sent. ' : 'The server does not know this key. ';
  return element('p', { class: 'note' }, words, element('a', { href: '#key' }, 'Type one'), ' and send again.');
}
