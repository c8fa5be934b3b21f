import { describeInChromium, type Page } from '@petstore/test-support/chromium';
import { servePetStore } from './servers.ts';

/** An integer that a double cannot hold. */
export const longest = '9007199254740993';

/** What a page does beside what it shows. */
interface Background {
  /** Where its requests went. */
  readonly origins: Set<string>;
  /** Its errors, and what its Content-Security-Policy refused. */
  readonly messages: string[];
}

type OpenPage = Parameters<Parameters<typeof describeInChromium>[1]>[0];
type Options = Parameters<OpenPage>[0];

/** How a test opens a page. */
interface Browser {
  /** Opens a page that has loaded nothing yet. */
  readonly openPage: OpenPage;
  readonly open: (url: string, options?: Options) => Promise<Page & Background>;
  /** Starts a pet store server, and opens its page at `/docs` with what follows that path. */
  readonly openDocs: (rest?: string, options?: Options) => Promise<Page & Background & { readonly address: string }>;
}

/** Describes /docs in a browser, as people use it. */
export function describeDocs(tests: (browser: Browser) => void): void {
  describeInChromium('/docs', (openPage) => {
    const open: Browser['open'] = async (url, options) => {
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
    };
    const openDocs: Browser['openDocs'] = async (rest = '', options) => {
      const { address } = await servePetStore();
      return Object.assign(await open(`${address}/docs${rest}`, options), { address });
    };
    tests({ openPage, open, openDocs });
  });
}

/** Sends a form, and returns the response as the page shows it. */
export async function send(page: Page, operation: string) {
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
