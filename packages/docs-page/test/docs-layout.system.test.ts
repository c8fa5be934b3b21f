import { expect, test } from 'vitest';
import { describeDocs, send } from './docs-browser.ts';
import { apiKey, servePetStore } from './servers.ts';

describeDocs(({ openDocs, open }) => {
  test.each([390, 1280])('keeps the address and the key on a screen of %d pixels, and wraps no code', async (width) => {
    const page = await openDocs('', { viewport: { width, height: 740 } });
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

  test('shows the form, the response with its time and its size, and then the code on one screen', async () => {
    const page = await openDocs(`#key=${apiKey}`, { viewport: { width: 1280, height: 900 } });
    for (let i = 0; i < 20; i++) await send(page, 'createPet'); // so that the list is longer than a screen
    for (const id of ['createPet', 'listPets']) {
      await page.goto(`${page.address}/docs#${id}`);
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
    const page = await openDocs(`#key=${apiKey}`);
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
});
