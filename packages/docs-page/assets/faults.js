/** @typedef {{ operation?: string, times?: number, respond?: { status: number }, fault?: string, raw?: object, delay: number }} Step */

/**
 * Makes the form of a server with sessions work. It adds a step to the script of `/v1` or clears the script, and shows the steps that
 * no request has got yet.
 *
 * @param {HTMLElement} section
 * @param {HTMLInputElement} key
 */
export function letRequestsFail(section, key) {
  const form = /** @type {HTMLFormElement} */ (section.querySelector('form'));
  const output = /** @type {HTMLElement} */ (section.querySelector('output'));
  const url = new URL('_testing/sessions/main/script', location.href); // beside the page

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /**
   * Changes the script, and shows what is pending. While something is, it asks again each second: a client may meet a step.
   *
   * @param {(pending: string) => string} [change] changes the JSON of the script as text: its integers stay exact
   */
  const update = async (change) => {
    clearTimeout(timer);
    try {
      const pending = await call();
      const script = change === undefined ? pending : change(pending);
      if (change !== undefined) await call({ method: 'PUT', body: script });
      const steps = /** @type {Step[]} */ (JSON.parse(script));
      output.className = '';
      output.textContent = `Pending: ${steps.map(describe).join('; ') || 'nothing'}.`;
      clearTimeout(timer);
      if (steps.length > 0) timer = setTimeout(() => void update(), 1_000);
    } catch (error) {
      output.className = 'bad';
      output.textContent = error instanceof Error ? error.message : String(error);
    }
  };

  /** @param {{ method: string, body: string }} [put] */
  async function call(put) {
    const headers = { Authorization: `Bearer ${key.value.trim()}`, 'Content-Type': 'application/json' };
    const response = await fetch(url, { ...put, headers });
    if (response.status === 401) throw new Error('This needs a valid API key.');
    const text = await response.text();
    const { message } = /** @type {{ message?: string }} */ (response.ok ? {} : JSON.parse(text));
    if (!response.ok) throw new Error(message);
    return text;
  }

  /** @param {Step} step */
  function describe({ operation, times = 1, respond, fault, raw, delay }) {
    const what = fault ?? respond?.status ?? (raw ? 'a raw response' : 'its own response');
    const [choice] = form.querySelectorAll(`option[value="${operation}"]`);
    return `${choice?.textContent ?? 'any request'}${times > 1 ? ` (${times} times)` : ''} gets ${what}${delay > 0 ? ` after ${delay / 1000} s` : ''}`;
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const { operation, status, seconds } = Object.fromEntries(new FormData(form));
    const step = {
      ...(operation && { operation }),
      ...(status && { respond: { status: Number(status) } }),
      delay: Math.round(Number(seconds) * 1000),
    };
    void update((pending) => `${pending.slice(0, -1)}${pending === '[]' ? '' : ','}${JSON.stringify(step)}]`);
  });
  form.querySelector('[type=button]')?.addEventListener('click', () => void update(() => '[]'));
  const show = () => {
    if (key.value !== '') void update();
  };
  for (const event of ['pageshow', 'focus']) addEventListener(event, show); // another page may have set a step
}
