// Uses /docs in a browser, as people do.
import { describeInChromium } from '@petstore/test-support/chromium';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { apiKey, mountPetStore, servePetStore } from './servers.ts';

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

  /** Notes the requests of the forms from now on. */
  function requestsOf(page: Page): readonly string[] {
    const sent: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/v1/')) sent.push(`${request.method()} ${pathname}`);
    });
    return sent;
  }

  /** Answers a list or a creation only when the returned function is called. */
  async function holdBack(page: Page, query = ''): Promise<() => void> {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(`**/v1/pets${query}`, async (route) => {
      await released;
      await route.fulfill({ status: 503, body: '{}' });
    });
    return release;
  }

  test.each([
    ['with JavaScript', true],
    ['without JavaScript', false],
  ])('describes the operations and the schemas %s', async (_how, javaScriptEnabled) => {
    const { address } = await servePetStore();
    const page = await open(`${address}/docs`, { javaScriptEnabled });

    expect(await page.locator('header').innerText()).toContain('Version 1.0.0');
    expect(await page.locator('#base-address').innerText()).toBe(`${address}/v1`);
    expect(await page.locator('h2 + p').allInnerTexts()).toEqual(['GET /pets', 'POST /pets', 'GET /pets/{petId}']);
    expect(await page.locator('#listPets').innerText()).toContain('minimum 1, maximum 100, default 20');
    expect(await page.locator('#listPets dd pre').innerText()).toContain('"name": "Rex"');
    expect(await page.locator('#createPet dl').first().innerText()).toContain('integer, int64');
    expect(await page.locator('#getPet').innerText()).toContain('Deprecated: it will be removed on 2030-12-05');
    expect(await page.locator('#listPets dt').allInnerTexts()).toEqual(expect.arrayContaining(['200', '401']));
    expect(await page.locator('#schemas h3').allInnerTexts()).toEqual(['NewPet', 'Pet', 'Error']);
    expect(await page.locator('form').first().isVisible()).toBe(javaScriptEnabled);
    expect((await page.locator('aside').innerText()).includes('need JavaScript')).toBe(!javaScriptEnabled);
    expect(page.messages).toEqual([]);
    expect([...page.origins]).toEqual([address]);
  });

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
    expect(await page.locator('#listPets .command').innerText()).toContain(`'${address}/v1/pets?limit=3&status=sold'`);
    const listed = await send(page, 'listPets');
    expect(listed).toMatchObject({ status: '200 OK' });
    expect(listed.body).toContain(`"categoryId": ${longest}`);

    await page.fill('#getPet [name=petId]', '1');
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
    expect(await page.locator('#getPet .command').innerText()).toContain('/v1/pets/a%2Fb%3Fc%23d%20%24%26%20%C3%A9');
    await page.fill('#listPets [name=limit]', '-1&x');
    expect(await page.locator('#listPets .command').innerText()).toContain('/v1/pets?limit=-1%26x');
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

  test('selects the whole command at a click', async () => {
    const { address } = await servePetStore();
    const page = await open(`${address}/docs`);
    const command = page.locator('#listPets .command');
    expect(await command.innerText()).toBe(`curl '${address}/v1/pets'`);

    await page.fill('#key', apiKey);
    await command.click();
    const selected = await page.evaluate(() => String(getSelection()));
    expect(selected).toBe(`curl '${address}/v1/pets' \\\n  -H 'Authorization: Bearer ${apiKey}'`);
    expect(await command.innerText()).toBe(selected);
  });

  test('copies a command that works, and says so', async () => {
    const { address } = await servePetStore();
    const page = await open(`${address}/docs`, { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.locator('#listPets').getByRole('button', { name: 'Copy' }).click();
    await page.getByText('Copied', { exact: true }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`curl '${address}/v1/pets'`);
    await page.fill('#key', apiKey);
    await page.locator('#listPets').getByRole('button', { name: 'Copy' }).waitFor();
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
    expect(await page.locator('#listPets .command').innerText()).toContain('Bearer a+b%c');
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
    const sent = requestsOf(page);
    const status = (operation: string) => page.locator(`#${operation} output.good`);

    await page.locator('#createPet textarea').press('Control+Enter');
    await status('createPet').waitFor();
    await page.locator('#listPets [name=limit]').press('Meta+Enter');
    await status('listPets').waitFor();
    await page.locator('#getPet [name=petId]').press('Control+Enter'); // required, and empty
    await page.fill('#getPet [name=petId]', '1');
    await page.locator('#getPet').getByRole('button', { name: 'Send' }).press('Control+Enter');
    await status('getPet').waitFor();
    expect(sent).toEqual(['POST /v1/pets', 'GET /v1/pets', 'GET /v1/pets/1']);
  });

  test('sends a held Ctrl+Enter once', async () => {
    const { address } = await servePetStore();
    const page = await open(`${address}/docs#key=${apiKey}`);
    const sent = requestsOf(page);
    await page.focus('#createPet textarea');
    for (const key of ['Control', 'Enter', 'Enter', 'Enter']) await page.keyboard.down(key);
    for (const key of ['Enter', 'Control']) await page.keyboard.up(key);
    await send(page, 'listPets');
    expect(sent).toEqual(['POST /v1/pets', 'GET /v1/pets']);
  });

  test('shows the response of the last request, even if an earlier one comes later', async () => {
    const { address } = await servePetStore();
    const page = await open(`${address}/docs#key=${apiKey}`);
    const release = await holdBack(page, '?limit=1');
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
    const command = page.locator('#listPets .command');
    await expect.poll(() => command.innerText()).toBe(`curl '${address}/v1/pets?status=sold'`);
  });

  test('shows the body of a response, and its headers when they are unfolded', async () => {
    const { address } = await servePetStore();
    const page = await open(`${address}/docs#key=${apiKey}`);
    await send(page, 'createPet');
    const received = page.locator('#createPet .received > *');
    expect(await received.first().innerText()).toContain('"name": "Bella"');
    expect(await page.locator('#createPet .headers').isVisible()).toBe(false);
    await received.getByText('Headers', { exact: true }).click();
    expect(await page.locator('#createPet .headers').innerText()).toContain('content-type: application/json');
  });

  test('brings the response into view on a small screen', async () => {
    const { address } = await servePetStore();
    const page = await open(`${address}/docs#key=${apiKey}`);
    await page.setViewportSize({ width: 375, height: 740 });
    await page.locator('#createPet textarea').press('Control+Enter');
    const body = page.locator('#createPet .body');
    await body.waitFor();
    const isInView = (shown: Element) => {
      const { top, bottom } = shown.getBoundingClientRect();
      return top >= 0 && bottom <= 740;
    };
    await expect.poll(() => body.evaluate(isInView)).toBe(true);
  });

  test('works under a prefix of another application', async () => {
    const address = await mountPetStore('/petstore');
    const page = await open(`${address}/petstore/docs`);
    await page.fill('#key', apiKey);

    expect(await page.locator('#base-address').innerText()).toBe(`${address}/petstore/v1`);
    expect((await send(page, 'createPet')).status).toBe('201 Created');
    expect((await send(page, 'listPets')).body).toContain('"name": "Bella"');
    expect(page.messages).toEqual([]);
    expect([...page.origins]).toEqual([address]);
  });

  test('runs, loads and calls nothing from other servers', async () => {
    const { address } = await servePetStore();
    const { address: elsewhere } = await servePetStore();
    const page = await open(`${address}/docs`);

    const called = await page.evaluate(async (other) => {
      const inline = document.createElement('script');
      inline.textContent = 'document.title = "taken over"';
      const script = document.createElement('script');
      script.src = `${other}/docs/docs.js`;
      document.head.append(inline, script);
      return fetch(`${other}/openapi.json`).then(
        () => 'answered',
        () => 'refused',
      );
    }, elsewhere);
    expect(called).toBe('refused');
    await expect.poll(() => page.messages.length).toBeGreaterThanOrEqual(3);
    expect(page.messages.every((message) => message.includes('Content Security Policy'))).toBe(true);
    expect(await page.title()).toBe('Pet Store');
  });
});
