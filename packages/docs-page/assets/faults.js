/** @typedef {{ operation?: string, times: number, respond?: { status: number }, fault?: string, raw?: object, delay: number }} Step */

/**
 * Makes the form of a server with sessions work. A change of the form sets, adds to or clears the script of `/v1`, and shows its
 * steps that are not used up.
 *
 * @param {HTMLElement} section
 * @param {HTMLInputElement} key
 */
export function letRequestsFail(section, key) {
  const form = /** @type {HTMLFormElement} */ (section.querySelector('form'));
  const output = /** @type {HTMLElement} */ (section.querySelector('output'));
  const url = new URL('_testing/sessions/main/script', location.href); // beside the page

  /**
   * Changes the script, and shows what is pending.
   *
   * @param {(pending: Step[]) => Step[]} [change]
   */
  const update = async (change) => {
    try {
      const pending = /** @type {Step[]} */ (await call());
      const script = change === undefined ? pending : change(pending);
      if (change !== undefined) await call({ method: 'PUT', body: JSON.stringify(script) });
      output.className = '';
      output.textContent = `Pending: ${script.map(describe).join('; ') || 'nothing'}.`;
    } catch (error) {
      output.className = 'bad';
      output.textContent = error instanceof Error ? error.message : String(error);
    }
  };

  /** @param {{ method: string, body: string }} [put] */
  async function call(put) {
    const headers = { Authorization: `Bearer ${key.value.trim()}`, 'Content-Type': 'application/json' };
    const response = await fetch(url, { ...put, headers });
    if (response.status === 401) throw new Error('This needs the API key.');
    if (response.status === 204) return undefined;
    const value = /** @type {unknown} */ (await response.json());
    if (!response.ok) throw new Error(/** @type {{ message: string }} */ (value).message);
    return value;
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const { operation, status, seconds } = Object.fromEntries(new FormData(form));
    const step = {
      ...(operation && { operation }),
      ...(status && { respond: { status: Number(status) } }),
      delay: Math.round(Number(seconds) * 1000),
    };
    void update((pending) => [...pending, /** @type {Step} */ ({ times: 1, ...step })]);
  });
  form.querySelector('[type=button]')?.addEventListener('click', () => void update(() => []));
  const show = () => {
    if (key.value !== '') void update();
  };
  for (const event of ['pageshow', 'focus', 'answered']) addEventListener(event, show); // a client may have met a step meanwhile
}

/** @param {Step} step */
function describe({ operation = 'any request', times, respond, fault, raw, delay }) {
  const what = fault ?? respond?.status ?? (raw ? 'a raw response' : 'its own response');
  return `${operation}${times > 1 ? ` (${times} times)` : ''} gets ${what}${delay > 0 ? ` after ${delay / 1000} s` : ''}`;
}
