import { expect, test } from 'vitest';
import { describeDocs, longest, send } from './docs-browser.ts';
import { apiKey, mountPetStore, servePetStore } from './servers.ts';

describeDocs(({ openDocs, open }) => {
  test('adds, lists and gets an animal, to the last digit', async () => {
    const page = await openDocs();
    await page.fill('#key', apiKey);

    await page.fill('#createPet textarea', `{"name":"Mimi","categoryId":${longest}, "status":"sold"}`);
    const created = await send(page, 'createPet');
    expect(created.status).toBe('201 Created');
    expect(created.body).toBe(`{\n  "id": 1,\n  "name": "Mimi",\n  "categoryId": ${longest},\n  "status": "sold"\n}`);

    await page.selectOption('#listPets [name=status]', 'sold');
    await page.fill('#listPets [name=limit]', '3');
    expect(await page.locator('#listPets .sample:visible').innerText()).toContain(
      `'${page.address}/v1/pets?limit=3&status=sold'`,
    );
    const listed = await send(page, 'listPets');
    expect(listed).toMatchObject({ status: '200 OK' });
    expect(listed.body).toContain(`"categoryId": ${longest}`);

    expect(await page.inputValue('#getPet [name=petId]')).toBe('1'); // the new animal
    expect(await page.locator('#getPet .sample:visible').innerText()).toContain(`${page.address}/v1/pets/1`);
    const got = await send(page, 'getPet');
    expect(got).toMatchObject({ status: '200 OK', body: created.body });
    expect(got.headers).toContain('Thu, 05 Dec 2030 00:00:00 GMT');
    expect(got.headers).toContain('<../pets>; rel="successor-version"');
    expect(page.messages).toEqual([]);
    expect([...page.origins]).toEqual([page.address]);
  });

  test('encodes what is typed, without validating it', async () => {
    const page = await openDocs();

    await page.fill('#getPet [name=petId]', 'a/b?c#d $& é');
    expect(await page.locator('#getPet .sample:visible').innerText()).toContain(
      '/v1/pets/a%2Fb%3Fc%23d%20%24%26%20%C3%A9',
    );
    await page.fill('#listPets [name=limit]', '-1&x');
    expect(await page.locator('#listPets .sample:visible').innerText()).toContain('/v1/pets?limit=-1%26x');
  });

  test('sends a body byte for byte', async () => {
    const page = await openDocs();
    await page.fill('#key', apiKey);
    const body = `\n{ "name" : "it's é €\\u0000",\n\t"categoryId": 1e2 }\n\n`;

    await page.fill('#createPet textarea', body);
    const [request] = await Promise.all([page.waitForRequest('**/v1/pets'), send(page, 'createPet')]);
    expect(request.postData()).toBe(body);
  });

  test('sends a further header, and writes it in the code', async () => {
    const page = await openDocs(`#key=${apiKey}`);
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
    const page = await openDocs();

    const refused = await send(page, 'listPets');
    expect(refused.status).toBe('401 Unauthorized');
    expect(refused.headers).toContain('Bearer realm="petstore"');
    expect(refused.body).toContain('"code": "unauthorized"');
    await page.fill('#key', 'wrong');
    expect((await send(page, 'createPet')).headers).toContain('error="invalid_token"');

    const focused = page.evaluate(async () => {
      await new Promise((resolve) => {
        addEventListener('hashchange', resolve);
      });
      return document.activeElement?.id;
    });
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

  test('sends with Ctrl+Enter and Cmd+Enter, once', async () => {
    const page = await openDocs(`#key=${apiKey}`);
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
    const page = await openDocs(`#key=${apiKey}`);
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
    const page = await openDocs();
    await page.selectOption('#listPets [name=status]', 'sold');
    await page.goto(`${page.address}/openapi.json`);
    await page.goBack();
    const code = page.locator('#listPets .sample:visible');
    await expect.poll(() => code.innerText()).toContain(`curl '${page.address}/v1/pets?status=sold'`);
  });

  test('works with a slash behind its path, also behind a prefix of another application', async () => {
    const address = `${await mountPetStore('/petstore')}/petstore`;
    const page = await open(`${address}/docs/#key=${apiKey}`);
    expect(page.url()).toBe(`${address}/docs`);
    expect(await page.locator('header pre').innerText()).toBe(`${address}/v1`);
    expect((await send(page, 'createPet')).status).toBe('201 Created');
    expect(page.messages).toEqual([]);
  });
});
