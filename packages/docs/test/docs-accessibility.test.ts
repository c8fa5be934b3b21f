// Checks of accessibility that can be automated.
import { describeInChromium } from '@petstore/test-support/chromium';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { apiKey, servePetStore } from './servers.ts';

const widths = [320, 360, 800, 1024, 1400];

describeInChromium('/docs is accessible:', (openPage) => {
  /** Opens the page, and makes it show a success and an error. */
  async function openUsed(options: Parameters<typeof openPage>[0]): Promise<Page> {
    const { address } = await servePetStore();
    const page = await openPage(options);
    await page.goto(`${address}/docs`);
    await page.locator('#listPets').getByRole('button', { name: 'Send' }).click();
    await page.locator('#listPets .response-body').waitFor();
    await page.fill('#key', apiKey);
    await page.locator('#createPet').getByRole('button', { name: 'Send' }).click();
    await page.locator('#createPet .response-body').waitFor();
    return page;
  }

  test.each(widths)('fits a window %d pixels wide', async (width) => {
    const page = await openUsed({ viewport: { width, height: 800 } });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });

  test.each(['light', 'dark'] as const)('has enough contrast in %s colours', async (colorScheme) => {
    const page = await openUsed({ colorScheme });
    expect(await page.evaluate(textBelowContrast, 4.5)).toEqual([]);
    expect(await page.evaluate(textBelowContrast, 22)).not.toEqual([]); // no contrast is above 21: the check does find text
  });

  test('labels every field and button, and has no duplicate id', async () => {
    const page = await openUsed({});
    const fields = page.locator('input, select, textarea');
    expect(await fields.count()).toBe(5);
    for (const field of await fields.all()) {
      expect(await field.evaluate((element) => (element as HTMLInputElement).labels?.[0]?.innerText)).toMatch(/\w/);
    }
    for (const button of await page.locator('button').all()) expect(await button.ariaSnapshot()).toMatch(/button "\w/);
    const ids = await page.evaluate(() => Array.from(document.querySelectorAll('[id]'), ({ id }) => id));
    expect(ids).toEqual([...new Set(ids)]);
    const references = await page.evaluate(() =>
      Array.from(document.querySelectorAll('[aria-labelledby], [aria-describedby], a[href^="#"]'), (element) => [
        element.getAttribute('href')?.slice(1) ?? [],
        element.getAttribute('aria-labelledby')?.split(' ') ?? [],
        element.getAttribute('aria-describedby')?.split(' ') ?? [],
      ]).flat(2),
    );
    expect(references.length).toBeGreaterThan(10);
    expect(references.filter((id) => !ids.includes(id))).toEqual([]);
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
  });

  test('has its headings in order', async () => {
    const page = await openUsed({});
    const levels = await page.evaluate(() =>
      Array.from(document.querySelectorAll('h1, h2, h3, h4'), ({ tagName }) => Number(tagName.slice(1))),
    );
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    expect(levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)).toEqual([]);
  });

  test('can be used with the keyboard alone, and shows the focus', async () => {
    const { address } = await servePetStore();
    const page = await openPage();
    await page.goto(`${address}/docs`);

    const focusOrder: string[] = [];
    for (let presses = 0; presses < 60 && !focusOrder.includes('getPet-petId'); presses += 1) {
      await page.keyboard.press('Tab');
      const { id, name, outline } = await page.evaluate(() => {
        const focused = document.activeElement as HTMLElement;
        return { id: focused.id, name: focused.innerText, outline: getComputedStyle(focused).outlineStyle };
      });
      expect(outline, id || name).not.toBe('none');
      focusOrder.push(id || name);
      if (id === 'key') await page.keyboard.type(apiKey);
      if (id === 'createPet-body') {
        await page.keyboard.press('Tab');
        await page.keyboard.press('Enter');
      }
    }
    expect(focusOrder.slice(0, 4)).toEqual([
      'Skip to the operations',
      'openapi.json',
      'key',
      'List all animals\nGET /pets',
    ]);
    expect(focusOrder).toContain('listPets-limit');
    expect(focusOrder.at(-1)).toBe('getPet-petId');
    await expect.poll(() => page.locator('#createPet .outcome').innerText()).toContain('201 Created');
    expect(await page.locator('#createPet').getByRole('status').last().innerText()).toContain('201 Created');
  });

  test('moves nothing while it loads', async () => {
    const { address } = await servePetStore();
    for (const width of widths) {
      const page = await openPage({ viewport: { width, height: 800 } });
      await page.route('**/docs.js', async (route) => {
        // Only a shift after the first paint counts.
        await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
        await route.continue();
      });
      await page.goto(`${address}/docs`, { waitUntil: 'commit' });
      await page.locator('#base-address', { hasText: 'http' }).waitFor(); // the script has run
      const shift = await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            let sum = 0;
            new PerformanceObserver((entries) => {
              for (const entry of entries.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
            }).observe({ type: 'layout-shift', buffered: true });
            requestAnimationFrame(() => {
              requestAnimationFrame(() => {
                resolve(sum);
              });
            });
          }),
      );
      expect(shift, `${width} pixels wide`).toBe(0);
    }
  });
});

/** The texts whose contrast with their background is below a minimum (WCAG 2.2, 1.4.3). Runs in the page. */
function textBelowContrast(minimum: number): string[] {
  const channels = (colour: string) => (colour.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = channels(colour).map((channel) => {
      const share = channel / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const backgroundOf = (element: Element | null): string => {
    if (element === null) return 'rgb(255, 255, 255)';
    const { backgroundColor } = getComputedStyle(element);
    return channels(backgroundColor)[3] === 0 ? backgroundOf(element.parentElement) : backgroundColor;
  };
  return [...document.body.querySelectorAll('*')]
    .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim() !== ''))
    .map((element) => {
      const [darker = 0, lighter = 0] = [
        luminance(getComputedStyle(element).color),
        luminance(backgroundOf(element)),
      ].sort((a, b) => a - b);
      return { element, contrast: (lighter + 0.05) / (darker + 0.05) };
    })
    .filter(({ contrast }) => contrast < minimum)
    .map(({ element, contrast }) => `${element.tagName} "${element.textContent}": ${contrast.toFixed(2)}`);
}
