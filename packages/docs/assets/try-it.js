// @ts-check
import { curlLine } from './curl-line.js';
import { formatJson } from './format-json.js';
import { requestOf } from './request.js';

/** Shown instead of a hidden key. */
const hiddenKey = '••••••••';

/**
 * Makes the form in a panel work: shows its request as a command, sends it, and shows the response.
 *
 * @param {Element} panel
 * @param {string} baseAddress
 * @param {import('./api-key.js').ApiKey} key
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

  const request = (keyToSend = key.value()) => requestOf(form, baseAddress, keyToSend);
  const showCommand = () => {
    const isHidden = !key.isShown() && key.value() !== '';
    command.textContent = curlLine(request(isHidden ? hiddenKey : key.value()));
    copied.textContent = '';
  };

  form.addEventListener('input', showCommand);
  key.onChange(showCommand);
  addEventListener('pageshow', showCommand); // Back restores the fields without an event
  showCommand();

  const copyCommand = async () => {
    const line = curlLine(request());
    copied.textContent = ''; // so that the same words are read out again
    try {
      await navigator.clipboard.writeText(line);
      copied.textContent = key.value() === '' ? 'Copied.' : 'Copied, with your key.';
    } catch {
      command.textContent = line; // on plain HTTP, browsers give scripts a clipboard only on localhost
      getSelection()?.selectAllChildren(command);
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
