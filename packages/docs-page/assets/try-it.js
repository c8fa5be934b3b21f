import { formatJson } from './format-json.js';
import { furtherHeaders, requestOf } from './request.js';
import { writeCode } from './write-code.js';

const sending = { className: '', outcome: 'Sending…', cost: '', headers: '', body: '' };

/**
 * Makes a form work: shows its request as code, sends it, and shows the response.
 *
 * @param {HTMLFormElement} form
 * @param {string} baseAddress
 * @param {HTMLInputElement} key
 */
export function tryIt(form, baseAddress, key) {
  const request = () => requestOf(form, baseAddress, key.value.trim());
  const samples = /** @type {NodeListOf<HTMLElement>} */ (form.parentElement?.querySelectorAll('.sample'));
  const showCode = () => {
    for (const sample of samples) {
      const { source = '', language = '' } = sample.dataset;
      sample.textContent = writeCode(source, language, {
        ...request(),
        key: key.value.trim(),
        headers: furtherHeaders(form),
      });
    }
  };
  form.addEventListener('input', showCode);
  key.addEventListener('input', showCode);
  addEventListener('pageshow', showCode); // also after Back, which restores the fields without an event

  let sent = 0;
  const sendAndShow = async () => {
    const turn = ++sent;
    show(sending);
    const result = await send(request());
    if (turn !== sent) return; // a later request was sent meanwhile
    show(result);
    if (form.dataset.method === 'POST' && result.className === 'good') offerId(result.body);
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

  /** @param {typeof sending} result */
  function show({ className, outcome, cost, headers, body }) {
    part('output').className = className;
    part('output').textContent = outcome;
    part('.cost').textContent = cost;
    part('.headers').textContent = headers;
    part('.body').textContent = body;
    part('.received').hidden = headers === '';
    part('.received').scrollIntoView({ block: 'nearest' }); // on a phone, the form fills the screen
  }

  /** @param {string} selector */
  function part(selector) {
    return /** @type {HTMLElement} */ (form.querySelector(selector));
  }
}

/**
 * Writes the id of a new animal into the form that gets it: beyond 100 animals, no list has it.
 *
 * @param {string} body
 */
function offerId(body) {
  const field = /** @type {HTMLInputElement | null} */ (document.querySelector('#getPet [name=petId]'));
  if (field === null) return;
  field.value = /"id": (\d+)/.exec(body)?.[1] ?? field.value;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** @param {import('./request.js').ApiRequest} request */
async function send({ url, ...options }) {
  try {
    const start = performance.now();
    const response = await fetch(url, options);
    const text = await response.text();
    const milliseconds = Math.round(performance.now() - start);
    return {
      className: response.ok ? 'good' : 'bad',
      outcome: `${response.status} ${response.statusText}`,
      headers: Array.from(response.headers, (header) => header.join(': ')).join('\n'),
      cost: `${milliseconds} ms, ${new TextEncoder().encode(text).length} bytes`,
      body: formatJson(text),
    };
  } catch (error) {
    const outcome = `There is no whole response: the request cannot be sent, or the connection failed. ${String(error)}`;
    return { ...sending, className: 'bad', outcome };
  }
}
