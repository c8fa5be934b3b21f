import { expect, test } from 'vitest';
import { describeDocs, longest, send } from './docs-browser.ts';
import { apiKey, servePetStore } from './servers.ts';

describeDocs(({ openDocs, openPage }) => {
  test('writes the request in each language as the form and the key are', async () => {
    const page = await openDocs();
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
      expect(text).toContain(`${page.address}/v1/pets`);
      expect(text).not.toContain('YOUR_API_KEY');
    }
    await section.getByRole('radio', { name: 'curl' }).check();
    await page.fill('#key', '');
    expect(await code.innerText()).toContain('Bearer YOUR_API_KEY');
  });

  test('colours the strings and the numbers of code, also of code that a script writes', async () => {
    const page = await openDocs();
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
    const page = await openDocs(`#key=${apiKey}`, { permissions: ['clipboard-read', 'clipboard-write'] });
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

  test('shows the language that is chosen for one operation at every operation, and moves nothing under the pointer', async () => {
    const page = await openDocs('', { viewport: { width: 800, height: 600 } });
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
});
