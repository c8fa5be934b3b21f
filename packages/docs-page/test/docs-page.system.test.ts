// Uses /docs in a browser, as people do.
import { describeInChromium, type Page } from '@petstore/test-support/chromium';
import { expect, test } from 'vitest';
import { apiKey, mountPetStore, serveEmptyPage, servePetStore, serveSessions } from './servers.ts';

const longest = '9007199254740993';

/** What a page does beside what it shows. */
interface Background {
  /** Where its requests went. */
  readonly origins: Set<string>;
  /** Its errors, and what its Content-Security-Policy refused. */
  readonly messages: string[];
}

describeInChromium('/docs', (openPage) => {
  async function open(url: string, options?: Parameters<typeof openPage>[0]): Promise<Page & Background> {
    const page = await openPage(options);
    const origins = new Set<string>();
    const messages: string[] = [];
    page.on('request', (request) => origins.add(new URL(request.url()).origin));
    page.on('pageerror', (error) => messages.push(error.message));
    page.on('console', (message) => {
      // Chromium itself reports each response with an error status.
      if (message.type() !== 'log' && !message.text().startsWith('Failed to load resource')) {
        messages.push(message.text());
      }
    });
    await page.goto(url); // until its scripts have run
    return Object.assign(page, { origins, messages });
  }

  /** Sends a form, and returns the response as the page shows it. */
  async function send(page: Page, operation: string) {
    const section = page.locator(`#${operation}`);
    await section.getByRole('button', { name: 'Send' }).click();
    const body = section.getByRole('group', { name: 'Response body' });
    await body.waitFor();
    return {
      status: await section.locator('output').innerText(),
      headers: (await section.locator('.headers').textContent()) ?? '',
      body: await body.innerText(),
    };
  }

  test('adds, lists and gets an animal, to the last digit', async () => {
    const { address } = await servePetStore();
    const page = await open(`${address}/docs`);
    await page.fill('#key', apiKey);

    await page.fill('#createPet textarea', `{"name":"Mimi","categoryId":${longest}, "status":"sold"}`);
    const created = await send(page, 'createPet');
    expect(created.status).toBe('201 Created');
    expect(created.body).toBe(`{\n  "id": 1,\n  "name": "Mimi",\n  "categoryId": ${longest},\n  "status": "sold"\n}`);

    await page.selectOption('#listPets [name=status]', 'sold');
    await page.fill('#listPets [name=limit]', '3');
    expect(await page.locator('#listPets .sample:visible').innerText()).toContain(
      `'${address}/v1/pets?limit=3&status=sold'`,
    );
    const listed = await send(page, 'listPets');
    expect(listed).toMatchObject({ status: '200 OK' });
    expect(listed.body).toContain(`"categoryId": ${longest}`);

    expect(await page.inputValue('#getPet [name=petId]')).toBe('1'); // the new animal
    expect(await page.locator('#getPet .sample:visible').innerText()).toContain(`${address}/v1/pets/1`);
    const got = await send(page, 'getPet');
    expect(got).toMatchObject({ status: '200 OK', body: created.body });
    expect(got.headers).toContain('Thu, 05 Dec 2030 00:00:00 GMT');
    expect(got.headers).toContain('<../pets>; rel="successor-version"');
    expect(page.messages).toEqual([]);
    expect([...page.origins]).toEqual([address]);
  });

  test('encodes what is typed, without validating it', async () => {
    const { address } = await servePetStore();
    const page = await open(`${address}/docs`);

    await page.fill('#getPet [name=petId]', 'a/b?c#d $& é');
    expect(await page.locator('#getPet .sample:visible').innerText()).toContain(
      '/v1/pets/a%2Fb%3Fc%23d%20%24%26%20%C3%A9',
    );
    await page.fill('#listPets [name=limit]', '-1&x');
    expect(await page.locator('#listPets .sample:visible').innerText()).toContain('/v1/pets?limit=-1%26x');
  });

  test('sends a body byte for byte', async () => {
    const { address } = await servePetStore();
    const page = await open(`${address}/docs`);
    await page.fill('#key', apiKey);
    const body = `\n{ "name" : "it's é €\\u0000",\n\t"categoryId": 1e2 }\n\n`;

    await page.fill('#createPet textarea', body);
    const [request] = await Promise.all([page.waitForRequest('**/v1/pets'), send(page, 'createPet')]);
    expect(request.postData()).toBe(body);
  });

  test.each([390, 1280])('keeps the address and the key on a screen of %d pixels, and wraps no code', async (width) => {
    const { address } = await servePetStore();
    const page = await open(`${address}/docs`, { viewport: { width, height: 740 } });
    await page.locator('#schemas').scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 100_000);
    for (const shown of ['.address', '#key']) {
      await expect.poll(async () => (await page.locator(shown).boundingBox())?.y).toBeLessThan(100);
      expect((await page.locator(shown).boundingBox())?.y).toBeGreaterThanOrEqual(0);
    }
    const sample = page.locator('#createPet .sample:visible');
    await page.fill('#createPet textarea', `{"name":"${'x'.repeat(200)}"}`);
    expect(await sample.evaluate((code) => code.scrollWidth > code.clientWidth)).toBe(true);
  });

  test('sends a further header, and writes it in the code', async () => {
    const { address } = await servePetStore();
    const page = await open(`${address}/docs#key=${apiKey}`);
    const header = page.locator('#listPets').getByRole('textbox', { name: 'Header' });
    const code = page.locator('#listPets .sample:visible');
    await header.fill('X-Request-Id');
    expect(await code.innerText()).not.toContain('X-Request-Id'); // not whole yet
    await header.fill('X-Request-Id: it: 1 ');
    expect(await code.innerText()).toContain("--header 'X-Request-Id: it: 1' \\\n  --header 'Authorization");
    const [request] = await Promise.all([page.waitForRequest('**/v1/pets'), send(page, 'listPets')]);
    expect(request.headers()).toMatchObject({ 'x-request-id': 'it: 1', authorization: `Bearer ${apiKey}` });
  });

  test('shows a 401, and links to the field of the key, which keeps what was typed', async () => {
    const { address } = await servePetStore();
    const page = await open(`${address}/docs`);

    const refused = await send(page, 'listPets');
    expect(refused.status).toBe('401 Unauthorized');
    expect(refused.headers).toContain('Bearer realm="petstore"');
    expect(refused.body).toContain('"code": "unauthorized"');
    await page.fill('#key', 'wrong');
    expect((await send(page, 'createPet')).headers).toContain('error="invalid_token"');

    const focused = page.evaluate(
      () =>
        new Promise((resolve) => {
          addEventListener('hashchange', () => {
            resolve(document.activeElement?.id);
          });
        }),
    );
    await page.locator('#createPet').getByRole('link', { name: 'API key' }).click();
    expect(await focused).toBe('key');
    expect(await page.inputValue('#key')).toBe('wrong'); // only `#key=…` is a key
    await page.fill('#key', apiKey);
    await page.fill('#createPet textarea', '{"name":1}');
    expect((await send(page, 'createPet')).status).toBe('400 Bad Request');
    await page.fill('#getPet [name=petId]', longest);
    expect((await send(page, 'getPet')).status).toBe('404 Not Found');
    expect(page.messages).toEqual([]);
  });

  test('says why there is no response', async () => {
    const { address, close } = await servePetStore();
    const page = await open(`${address}/docs`);
    const outcome = page.locator('#listPets output');

    await page.fill('#key', 'clé-€');
    await page.locator('#listPets [name=limit]').press('Enter');
    await expect.poll(() => outcome.innerText()).toContain('the request cannot be sent');

    await page.fill('#key', apiKey);
    await page.evaluate(() => {
      Response.prototype.text = () => Promise.reject(new TypeError('The body is cut off.'));
    });
    await page.locator('#listPets [name=limit]').press('Enter');
    await expect.poll(() => outcome.innerText()).toContain('The body is cut off.');

    await close();
    await page.locator('#listPets [name=limit]').press('Enter');
    await expect.poll(() => outcome.innerText()).toMatch(/the connection failed.*Failed to fetch/);
  });

  test('writes the request in each language as the form and the key are', async () => {
    const { address } = await servePetStore();
    const page = await open(`${address}/docs`);
    const section = page.locator('#createPet');
    const code = section.locator('.sample:visible');
    const first = await code.innerText();
    expect(first).toContain('Bearer YOUR_API_KEY');
    await page.fill('#key', apiKey);
    await page.fill('#createPet textarea', '{"name":"Mimi"}');
    for (const [language, body] of [
      ['curl', `--data-raw '{"name":"Mimi"}'`],
      ['JavaScript', `body: '{"name":"Mimi"}',`],
      ['Python', `data='{"name":"Mimi"}'.encode(),`],
      ['Go', String.raw`strings.NewReader("{\"name\":\"Mimi\"}")`],
    ] as const) {
      await section.getByRole('radio', { name: language }).check();
      const text = await code.innerText();
      expect(text).toContain(body);
      expect(text).toContain(`Bearer ${apiKey}`);
      expect(text).toContain(`${address}/v1/pets`);
      expect(text).not.toContain('YOUR_API_KEY');
    }
    await section.getByRole('radio', { name: 'curl' }).check();
    await page.fill('#key', '');
    expect(await code.innerText()).toContain('Bearer YOUR_API_KEY');
  });

  test('colours the strings and the numbers of code, also of code that a script writes', async () => {
    const { address } = await servePetStore();
    const page = await open(`${address}/docs`);
    const coloured = (name: string) =>
      page.evaluate((name) => {
        const ranges = Array.from(CSS.highlights.get(name) ?? []);
        return ranges.map(({ startContainer: code, startOffset, endOffset }) =>
          (code as Text).data.slice(startOffset, endOffset),
        );
      }, name);
    expect(await coloured('string')).toEqual(expect.arrayContaining(['"Rex"', "'Authorization: Bearer YOUR_API_KEY'"]));
    expect(await coloured('string')).not.toContain('"name"');
    await page.fill('#key', apiKey);
    await page.fill('#createPet textarea', `{"name":"M\\"imi","categoryId":${longest}}`);
    await send(page, 'createPet');
    expect(await coloured('string')).toEqual(
      expect.arrayContaining([`'Authorization: Bearer ${apiKey}'`, String.raw`"M\"imi"`]),
    );
    expect(await coloured('string')).not.toContain("'Authorization: Bearer YOUR_API_KEY'");
    expect(await coloured('number')).toContain(longest);
  });

  test('copies every block of code by its own button, and says so', async () => {
    const { address } = await servePetStore();
    const page = await open(`${address}/docs#key=${apiKey}`, { permissions: ['clipboard-read', 'clipboard-write'] });
    await send(page, 'createPet');
    await page.evaluate(() => {
      for (const folded of document.querySelectorAll('details')) folded.open = true;
    });

    for (const block of await page.locator('figure:visible').all()) {
      await block.getByRole('button', { name: 'Copy' }).click();
      await block.getByText('Copied', { exact: true }).waitFor();
      expect(await page.getByText('Copied', { exact: true }).count()).toBe(1);
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await block.locator('pre').textContent());
    }
    expect(await page.locator('pre').count()).toBe(await page.locator('figure').count());
    await page.fill('#key', '');
    await page.getByText('Copied', { exact: true }).waitFor({ state: 'detached' });
  });

  test('selects the code if the page has no clipboard, as over plain HTTP', async () => {
    const { address } = await servePetStore();
    const page = await openPage();
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
    });
    await page.goto(`${address}/docs`);
    await page.getByRole('button', { name: 'Copy example of 201' }).click();
    await page.getByText('Selected', { exact: true }).waitFor();
    const selected = await page.evaluate(() => String(getSelection()));
    expect(JSON.parse(selected)).toMatchObject({ id: 3, name: 'Bella' });
  });

  test('keeps the key for its tab alone', async () => {
    const { address } = await servePetStore();
    const page = await open(`${address}/docs`);
    await page.fill('#key', apiKey);
    await page.reload();
    expect(await page.inputValue('#key')).toBe(apiKey);
    expect((await send(page, 'listPets')).status).toBe('200 OK');

    const otherTab = await page.context().newPage();
    await otherTab.goto(`${address}/docs`);
    expect(await otherTab.inputValue('#key')).toBe('');
    expect(await page.evaluate(() => localStorage.length + document.cookie.length)).toBe(0);
  });

  test('takes the key from its address, and removes it there', async () => {
    const { address } = await servePetStore({ apiKeys: [apiKey, 'a+b%c'] });
    const page = await open(`${address}/docs#key=${apiKey}`);
    expect(page.url()).toBe(`${address}/docs`);
    expect((await send(page, 'listPets')).status).toBe('200 OK');

    await page.goto(`${address}/docs#key=a+b%25c`); // no new page is loaded: only the fragment differs
    await page.waitForURL(`${address}/docs`);
    expect(await page.inputValue('#key')).toBe('a+b%c');
    expect(await page.locator('#listPets .sample:visible').innerText()).toContain('Bearer a+b%c');
    expect((await send(page, 'createPet')).status).toBe('201 Created');
    await page.goto(`${address}/docs#getPet`);
    expect(page.url()).toBe(`${address}/docs#getPet`);
    expect(await page.inputValue('#key')).toBe('a+b%c');
    expect(page.messages).toEqual([]);
  });

  test('works in a browser that blocks storage, but does not keep the key', async () => {
    const { address } = await servePetStore();
    const page = await openPage();
    await page.addInitScript(() => {
      Object.defineProperty(window, 'sessionStorage', {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
    });
    await page.goto(`${address}/docs#key=${apiKey}`);
    expect(page.url()).toBe(`${address}/docs`);
    expect((await send(page, 'createPet')).status).toBe('201 Created');
    await page.reload();
    expect(await page.inputValue('#key')).toBe('');
    await page.fill('#key', apiKey);
    expect((await send(page, 'listPets')).status).toBe('200 OK');
  });

  test('sends with Ctrl+Enter and Cmd+Enter, once', async () => {
    const { address } = await servePetStore();
    const page = await open(`${address}/docs#key=${apiKey}`);
    const sent: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      // OPTIONS checks the key.
      if (pathname.startsWith('/v1/') && request.method() !== 'OPTIONS') sent.push(`${request.method()} ${pathname}`);
    });
    const status = (operation: string) => page.locator(`#${operation} output.good`);

    await page.locator('#createPet textarea').press('Control+Enter');
    await status('createPet').waitFor();
    await page.locator('#listPets [name=limit]').press('Meta+Enter');
    await status('listPets').waitFor();
    await page.fill('#getPet [name=petId]', '');
    await page.locator('#getPet [name=petId]').press('Control+Enter'); // required, and empty
    await page.fill('#getPet [name=petId]', '1');
    await page.locator('#getPet').getByRole('button', { name: 'Send' }).press('Control+Enter');
    await status('getPet').waitFor();
    expect(sent).toEqual(['POST /v1/pets', 'GET /v1/pets', 'GET /v1/pets/1']);
  });

  test('shows the response of the last request, even if an earlier one comes later', async () => {
    const { address } = await servePetStore();
    const page = await open(`${address}/docs#key=${apiKey}`);
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/v1/pets?limit=1', async (route) => {
      await released;
      await route.fulfill({ status: 503, body: '{}' });
    });
    await page.fill('#listPets [name=limit]', '1');
    await page.locator('#listPets').getByRole('button', { name: 'Send' }).click();
    await page.fill('#listPets [name=limit]', '2');
    await send(page, 'listPets');
    const late = page.waitForEvent('requestfinished', (request) => request.url().endsWith('limit=1'));
    release();
    await late;
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve))); // the page has read the late response
    expect(await page.locator('#listPets output').textContent()).toMatch(/^200/);
  });

  test('shows the request of the fields that Back restores', async () => {
    const { address } = await servePetStore();
    const page = await open(`${address}/docs`);
    await page.selectOption('#listPets [name=status]', 'sold');
    await page.goto(`${address}/openapi.json`);
    await page.goBack();
    const code = page.locator('#listPets .sample:visible');
    await expect.poll(() => code.innerText()).toContain(`curl '${address}/v1/pets?status=sold'`);
  });

  test('says at its head whether the key is valid', async () => {
    const { address } = await servePetStore({ apiKeys: [apiKey, 'other'] });
    const page = await open(`${address}/docs`);
    const state = page.locator('header output');
    expect(await state.innerText()).toBe('');
    await page.fill('#key', 'wrong');
    await page.locator('#key').press('Tab');
    await expect.poll(() => state.innerText()).toBe('not valid');
    await page.goto(`${address}/docs#key=other`); // in the same page
    await expect.poll(() => state.innerText()).toBe('valid');
    await page.fill('#key', '');
    await page.locator('#key').press('Tab');
    await expect.poll(() => state.innerText()).toBe('');
    expect(page.messages).toEqual([]);
  });

  test('shows the form, the response with its time and its size, and then the code on one screen', async () => {
    const { address } = await servePetStore();
    const page = await open(`${address}/docs#key=${apiKey}`, { viewport: { width: 1280, height: 900 } });
    for (let i = 0; i < 20; i++) await send(page, 'createPet'); // so that the list is longer than a screen
    for (const id of ['createPet', 'listPets']) {
      await page.goto(`${address}/docs#${id}`);
      const { body } = await send(page, id);
      const bytes = JSON.stringify(JSON.parse(body)).length;
      expect(await page.locator(`#${id} .cost`).innerText()).toMatch(new RegExp(`^\\d+ ms, ${bytes} bytes$`));
      const [form, received, code] = await Promise.all(
        ['form', '.received', 'fieldset'].map((part) => page.locator(`#${id} ${part}`).boundingBox()),
      );
      expect(form?.y).toBeGreaterThanOrEqual(0);
      expect((received?.y ?? 0) + (received?.height ?? 0)).toBeLessThanOrEqual(900);
      expect(code?.y).toBeGreaterThan(received?.y ?? 0);
      expect(await page.locator(`#${id} .try`).isVisible()).toBe(false); // the form is beside it
    }
  });

  test('leads to the form and brings the response into view on a small screen', async () => {
    const { address } = await servePetStore();
    const page = await open(`${address}/docs#key=${apiKey}`);
    await page.setViewportSize({ width: 390, height: 740 });
    await page.locator('#createPet').getByRole('link', { name: 'Try it' }).click();
    const textarea = page.locator('#createPet textarea');
    await expect.poll(async () => (await textarea.boundingBox())?.y).toBeLessThan(200);
    await textarea.press('Control+Enter');
    const body = page.locator('#createPet .body');
    await body.waitFor();
    const isInView = (shown: Element) => {
      const { top, bottom } = shown.getBoundingClientRect();
      return top >= 0 && bottom <= 740;
    };
    await expect.poll(() => body.evaluate(isInView)).toBe(true);
  });

  test('shows the language that is chosen for one operation at every operation, and moves nothing under the pointer', async () => {
    const { address } = await servePetStore();
    const page = await open(`${address}/docs`, { viewport: { width: 800, height: 600 } });
    const choice = page.locator('#getPet').getByRole('radio', { name: 'Go' });
    await choice.scrollIntoViewIfNeeded();
    const top = () => choice.evaluate((element) => Math.round(element.getBoundingClientRect().top));
    const before = await top();
    await choice.check();
    expect(await top()).toBe(before);
    expect(await page.locator('section .sample:visible').allInnerTexts()).toEqual(
      Array.from({ length: 3 }, () => expect.stringMatching(/^package main/) as string),
    );
  });

  test('marks in the navigation the section that is read', async () => {
    const { address } = await servePetStore();
    for (const { atTop, ...viewport } of [
      { width: 1400, height: 500, atTop: ['#listPets'] },
      { width: 360, height: 700, atTop: [] }, // no section reaches into the upper third yet
    ]) {
      const page = await open(`${address}/docs`, { viewport });
      const marked = () =>
        page.locator('[aria-current]').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
      await expect.poll(marked).toEqual(atTop);
      for (const id of ['getPet', 'schemas', 'listPets', 'createPet']) {
        await page.locator(`nav [href="#${id}"]`).click();
        await expect.poll(marked).toEqual([`#${id}`]);
      }
      await page.mouse.wheel(0, -100_000);
      await expect.poll(marked).toEqual(atTop);
    }
  });

  test('works with a slash behind its path, also behind a prefix of another application', async () => {
    const address = `${await mountPetStore('/petstore')}/petstore`;
    const page = await open(`${address}/docs/#key=${apiKey}`);
    expect(page.url()).toBe(`${address}/docs`);
    expect(await page.locator('header pre').innerText()).toBe(`${address}/v1`);
    expect((await send(page, 'createPet')).status).toBe('201 Created');
    expect(page.messages).toEqual([]);
  });

  test('has all its text from the server: its scripts add and change none', async () => {
    const { address } = await servePetStore();
    const texts: (string | null)[] = [];
    for (const javaScriptEnabled of [true, false]) {
      const page = await open(`${address}/docs`, { javaScriptEnabled });
      texts.push(await page.locator('header').textContent(), await page.locator('main').textContent());
      expect(await page.locator('form').first().isVisible()).toBe(javaScriptEnabled);
      expect((await page.locator('aside').innerText()).includes('need JavaScript')).toBe(!javaScriptEnabled);
    }
    expect(texts.slice(2)).toEqual(texts.slice(0, 2));
  });

  test('lets the next request of another page fail, shows what is pending, and clears it', async () => {
    const { address } = await serveSessions();
    const page = await open(`${address}/docs`);
    const panel = page.locator('#faults');
    const pending = (text: string) => expect.poll(() => panel.locator('output').innerText()).toContain(text);
    const set = panel.getByRole('button', { name: 'Set' });
    await set.click();
    await pending('This needs a valid API key.');
    await page.fill('#key', apiKey);

    await panel.getByRole('combobox', { name: 'The next' }).selectOption('POST /pets');
    await panel.getByLabel('after').fill('-1');
    expect(await panel.locator('input:invalid').count()).toBe(1);
    await panel.getByLabel('after').fill('0.001');
    await set.click();
    await pending('Pending: POST /pets gets 503 after 0.001 s.');

    const other = await openPage();
    await other.goto(await serveEmptyPage());
    const create = () =>
      other.evaluate(
        async ([url, key]) => {
          const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
          return (await fetch(url, { method: 'POST', headers, body: '{"name":"Rex","categoryId":1}' })).status;
        },
        [`${address}/v1/pets`, apiKey] as const,
      );
    expect(await create()).toBe(503);
    await pending('Pending: nothing.');
    expect(await create()).toBe(201);

    await panel.getByLabel('gets').selectOption('its own response');
    await panel.getByLabel('after').fill('60');
    await set.click();
    await pending('Pending: POST /pets gets its own response after 60 s.');
    await panel.getByLabel('gets').selectOption('429 Too Many Requests');
    await panel.getByLabel('after').fill('0');
    await panel.getByRole('combobox', { name: 'The next' }).selectOption('request');
    await set.click();
    await pending('after 60 s; any request gets 429.');
    expect((await send(page, 'listPets')).status).toBe('429 Too Many Requests');
    await pending('after 60 s.');
    await panel.getByRole('button', { name: 'Clear all' }).click();
    await pending('Pending: nothing.');
    expect((await send(page, 'createPet')).status).toBe('201 Created');
    expect(page.messages).toEqual([]);
  });
});
