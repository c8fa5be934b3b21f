// @ts-check
import { curlLine } from './curl-line.js';
import { formatJson } from './format-json.js';
import { requestOf } from './request.js';

/**
 * Makes the form in a panel work: shows its request as a command, sends it, and shows the response.
 *
 * @param {Element} panel
 * @param {string} baseAddress
 * @param {HTMLInputElement} key
 */
export function tryIt(panel, baseAddress, key) {
  const form = /** @type {HTMLFormElement} */ (panel.querySelector('form'));
  const command = part('.command code');
  const copied = part('.copied');
  const outcome = part('.outcome span');
  const keyHint = part('.outcome .note');
  const received = part('.received');

  /** @param {string} selector */
  function part(selector) {
    return /** @type {HTMLElement} */ (panel.querySelector(selector));
  }

  const request = () => requestOf(form, baseAddress, key.value.trim());
  const showCommand = () => {
    command.textContent = curlLine(request());
    copied.textContent = '';
  };
  form.addEventListener('input', showCommand);
  key.addEventListener('input', showCommand);
  addEventListener('pageshow', showCommand); // also after Back, which restores the fields without an event

  const copyCommand = async () => {
    copied.textContent = ''; // so that the same words are read out again
    try {
      await navigator.clipboard.writeText(command.textContent);
      copied.textContent = 'Copied.';
    } catch {
      getSelection()?.selectAllChildren(command); // on plain HTTP, browsers give scripts a clipboard only on localhost
      copied.textContent = 'Not copied: the command is selected, copy it by hand.';
    }
  };
  part('.copy').addEventListener('click', () => void copyCommand());

  /**
   * @param {string} className
   * @param {string} text
   */
  const showOutcome = (className, text) => {
    outcome.className = className;
    outcome.textContent = text;
    keyHint.hidden = true;
  };

  let sent = 0;
  const sendAndShow = async () => {
    const turn = ++sent;
    showOutcome('quiet', 'Sending…');
    received.hidden = true;
    const result = await send(request());
    if (turn !== sent) return; // a later request was sent meanwhile
    if ('failure' in result) {
      showOutcome('bad', result.failure);
      return;
    }
    const { response, body } = result;
    showOutcome(response.ok ? 'good' : 'bad', `${response.status} ${response.statusText}`);
    keyHint.hidden = response.status !== 401;
    part('.response-body').textContent = formatJson(body);
    part('.response-headers').textContent = Array.from(response.headers, (header) => header.join(': ')).join('\n');
    received.hidden = false;
    received.scrollIntoView({ block: 'nearest' }); // on a phone, the form fills the screen
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void sendAndShow();
  });
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault(); // a browser may treat Ctrl+Enter as Enter, and send too
    if (!event.repeat) form.requestSubmit();
  });
}

/**
 * @param {import('./request.js').ApiRequest} request
 * @returns {Promise<{ response: Response, body: string } | { failure: string }>}
 */
async function send({ url, ...options }) {
  try {
    const response = await fetch(url, options);
    return { response, body: await response.text() };
  } catch (error) {
    return {
      failure: `There is no whole response: the request cannot be sent, or the connection failed. ${String(error)}`,
    };
  }
}
