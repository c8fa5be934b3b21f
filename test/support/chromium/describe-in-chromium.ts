import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import { provideChromium } from './provide-chromium.ts';

const program = await provideChromium();

/** With these, Chromium sends only what a page asks for. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Opens a page in a new browser profile. */
export type OpenPage = (options?: BrowserContextOptions) => Promise<Page>;

/** Describes tests that run in headless Chromium. Each profile is closed after its test. */
export function describeInChromium(title: string, tests: (openPage: OpenPage) => void): void {
  const reason = program === undefined ? ' (there is no Chromium on this machine, nor in npm for it)' : '';
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
      context.setDefaultTimeout(0); // the limit of the test ends what hangs
      return context.newPage();
    });
  });
}
