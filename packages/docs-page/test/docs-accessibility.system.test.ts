// Checks of accessibility that can be automated.
import type { Page } from '@petstore/test-support/chromium';
import axe, { type AxeResults } from 'axe-core';
import { describe, expect, test } from 'vitest';
import { describeDocs, send } from './docs-browser.ts';
import { apiKey, servePetStore, serveSessions } from './servers.ts';

/** What the browser reports if something moves, for which TypeScript has no type. */
interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly sources: readonly { readonly node: Node | null }[];
}

describeDocs(({ openPage, openDocs }) => {
  /** Opens the page, and makes it show a success and an error. */
  async function openUsed(options: Parameters<typeof openPage>[0]): Promise<Page> {
    const page = await openDocs('', options, serveSessions());
    await send(page, 'listPets');
    await page.fill('#key', apiKey);
    await send(page, 'createPet');
    return page;
  }

  test.each([320, 800, 1400])('fits a window %d pixels wide', async (width) => {
    const page = await openUsed({ viewport: { width, height: 800 } });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });

  test.each(['light', 'dark'] as const)('passes the checks of axe in %s colours', async (colorScheme) => {
    const page = await openUsed({ colorScheme });
    await page.evaluate(() => {
      for (const folded of document.querySelectorAll('details')) folded.open = true;
    });
    await page.fill('#createPet textarea', '[\n'.repeat(100)); // a long command must not need a mouse to be scrolled
    await page.evaluate(axe.source);
    const { violations, passes } = await page.evaluate<AxeResults>('axe.run()');
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`)).toEqual([]);
    expect(passes.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['color-contrast', 'label', 'select-name', 'button-name', 'link-name', 'html-has-lang']),
    );
  });

  test.each(['none', 'active'] as const)(
    'shows which section and which language are current, with forced colours: %s',
    async (forcedColors) => {
      const page = await openDocs('#createPet', { forcedColors });
      await page.locator('nav [aria-current]').waitFor();
      const colours = (selector: string) =>
        page
          .locator(selector)
          .evaluateAll((all) =>
            all.map((one) => getComputedStyle(one).borderBlockEndColor + getComputedStyle(one).borderInlineStartColor),
          );
      const links = await colours('nav a');
      expect(new Set(links).size).toBe(2);
      expect(links.filter((colour) => colour === links[1])).toHaveLength(1);
      const languages = await colours('#createPet fieldset label');
      expect(new Set(languages).size).toBe(2);
      expect(languages.filter((colour) => colour === languages[0])).toHaveLength(1);
    },
  );

  test('names each block of code, and its button, for a screen reader', async () => {
    const page = await openUsed({});
    const section = page.locator('#createPet');
    for (const name of ['response body', 'curl: Add an animal', 'example of 201']) {
      await section.getByRole('button', { name: `Copy ${name}`, exact: true }).waitFor();
    }
    for (const name of ['response body', 'curl: Add an animal']) {
      await section.getByRole('group', { name, exact: true }).waitFor();
    }
    expect(await section.getByRole('figure', { name: 'The request of the form', exact: true }).count()).toBe(1);
  });

  test('can be used with the keyboard alone, and shows the focus', async () => {
    const page = await openDocs('', {}, serveSessions());
    const focusOrder: string[] = [];
    for (let presses = 0; presses < 90 && !focusOrder.includes('petId'); presses += 1) {
      await page.keyboard.press('Tab');
      const { name, outline } = await page.evaluate(() => {
        const focused = document.activeElement as HTMLElement;
        const label = (focused as HTMLInputElement).labels?.[0];
        const shown = focused.getAttribute('type') === 'radio' ? (label ?? focused) : focused; // a radio button is its label
        const name = label?.innerText.split('\n')[0] ?? focused.ariaLabel ?? focused.textContent;
        return { name: name.replace(/\s+/g, ' ').trim(), outline: getComputedStyle(shown).outlineStyle };
      });
      expect(outline, name).not.toBe('none');
      focusOrder.push(name);
      if (name === 'API key') await page.keyboard.type(apiKey);
      if (name === 'body') {
        await page.keyboard.press('Tab');
        await page.keyboard.press('Tab');
        await page.keyboard.press('Enter');
      }
    }
    expect(focusOrder.slice(0, 12)).toEqual([
      'Skip the navigation',
      'Let the next request fail',
      'List all animals GET /pets',
      'Add an animal POST /pets',
      'Get an animal GET /pets/{petId} Deprecated',
      'Errors',
      'Schemas',
      'OpenAPI 3.0',
      'OpenAPI 3.1',
      'Copy base address',
      'base address',
      'API key',
    ]);
    expect(focusOrder).toEqual(
      expect.arrayContaining(['curl', 'Copy curl: List all animals', 'curl: List all animals', 'limit']),
    );
    expect(focusOrder.at(-1)).toBe('petId');
    await expect.poll(() => page.locator('#createPet output').innerText()).toContain('201 Created');
    expect(await page.locator('#createPet').getByRole('status').last().innerText()).toContain('201 Created');
  });

  test('has a link that skips the navigation, which is seen when it has the focus', async () => {
    const page = await openDocs();
    const skip = page.getByRole('link', { name: 'Skip the navigation' });
    const height = () => skip.evaluate((link) => link.getBoundingClientRect().height);
    expect(await height()).toBe(1);
    await page.keyboard.press('Tab');
    expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true);
    expect(await height()).toBeGreaterThan(20);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('section')?.id)).toBe('listPets');
  });

  describe('moves nothing while it loads', () => {
    const key = 'key-'.repeat(20);
    test.each<[how: string, load: (page: Page, address: string) => Promise<unknown>]>([
      ['with a key in its address', (page, address) => page.goto(`${address}/docs#key=${key}`)],
      [
        'after Back, with another language and a longer body',
        async (page, address) => {
          await page.goto(`${address}/docs`);
          await page.locator('#listPets').getByRole('radio', { name: 'Go' }).check();
          await page.fill('#createPet textarea', '{\n'.repeat(40));
          await page.goto(`${address}/openapi.json`);
          await page.goBack();
        },
      ],
    ])('%s', async (_how, load) => {
      const { address } = await servePetStore();
      const page = await openPage({ viewport: { width: 768, height: 6000 } }); // only what is in view counts
      // The browser paints nothing before it has the style sheet, and gets that once the page is parsed.
      await page.route('**/docs.css', async (route) => {
        await page.waitForFunction(() => document.readyState !== 'loading');
        await route.continue();
      });
      // The script runs only after the page was painted.
      await page.route('**/docs.js', async (route) => {
        await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
        await route.continue();
      });
      await load(page, address);
      expect(await readMoves(page)).toEqual([]);
    });

    /** Returns what moved since the page was loaded. */
    async function readMoves(page: Page): Promise<readonly unknown[]> {
      await page.locator('[aria-current]').first().waitFor(); // the script has run, and is done
      return page.evaluate(
        () =>
          new Promise<readonly unknown[]>((resolve) => {
            const moves: unknown[] = [];
            new PerformanceObserver((entries) => {
              for (const { value, sources } of entries.getEntries() as LayoutShift[]) {
                const moved = sources.map(({ node }) => node?.parentElement?.outerHTML.slice(0, 200));
                moves.push({ value, moved });
              }
            }).observe({ type: 'layout-shift', buffered: true });
            requestAnimationFrame(() => requestAnimationFrame(() => resolve(moves)));
          }),
      );
    }
  });
});
