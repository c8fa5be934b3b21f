import { provideChromium } from '@petstore/test-support/chromium';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe } from 'vitest';

const program = await provideChromium();

/** Nothing but what a page asks for: no updates, no first run, no talk with its maker. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Opens a page in a browser profile of its own. */
export type OpenPage = (options?: BrowserContextOptions) => Promise<Page>;

/** Tests in headless Chromium. Every profile is closed after its test. */
export function describeInChromium(title: string, tests: (openPage: OpenPage) => void): void {
  const reason = program === undefined ? ' (this machine has no Chromium, and npm has none for it)' : '';
  describe.skipIf(program === undefined)(`${title}${reason}`, () => {
    let browser: Browser | undefined;
    const contexts: BrowserContext[] = [];

    beforeAll(async () => {
      browser = await chromium.launch({ ...program, args });
    });
    afterEach(async () => {
      await Promise.all(contexts.splice(0).map((context) => context.close()));
    });
    afterAll(() => browser?.close());

    tests(async (options) => {
      if (browser === undefined) throw new Error('Chromium did not start.');
      const context = await browser.newContext(options);
      contexts.push(context);
      return context.newPage();
    });
  });
}
