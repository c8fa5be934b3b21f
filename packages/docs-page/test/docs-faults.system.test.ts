import { expect, test } from 'vitest';
import { describeDocs, send } from './docs-browser.ts';
import { apiKey, serveEmptyPage, serveSessions } from './servers.ts';

describeDocs(({ open, openPage }) => {
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
