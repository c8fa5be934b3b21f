import { expect, test } from 'vitest';
import { describeDocs, send } from './docs-browser.ts';
import { apiKey, servePetStore } from './servers.ts';

describeDocs(({ openDocs, open, openPage }) => {
  test('keeps the key for its tab alone', async () => {
    const page = await openDocs();
    await page.fill('#key', apiKey);
    await page.reload();
    expect(await page.inputValue('#key')).toBe(apiKey);
    expect((await send(page, 'listPets')).status).toBe('200 OK');

    const otherTab = await page.context().newPage();
    await otherTab.goto(`${page.address}/docs`);
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
});
