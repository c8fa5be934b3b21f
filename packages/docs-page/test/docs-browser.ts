import { describeInChromium, type Page } from '@petstore/test-support/chromium';
import { servePetStore } from './servers.ts';

/** An integer that a double cannot hold. */
export const longest = '9007199254740993';

type OpenPage = Parameters<Parameters<typeof describeInChromium>[1]>[0];

/** Describes /docs in a browser, as people use it. */
export function describeDocs(tests: (browser: ReturnType<typeof createBrowser>) => void): void {
  describeInChromium('/docs', (openPage) => {
    tests(createBrowser(openPage));
  });
}

/** Makes what opens pages: `openPage` opens one that has loaded nothing yet. */
function createBrowser(openPage: OpenPage) {
  /** Opens a page, and notes where its requests go, its errors, and what its Content-Security-Policy refuses. */
  const open = async (url: string, options?: Parameters<OpenPage>[0]) => {
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
  /** Opens the page at `/docs` of a new server, with what follows that path. */
  const openDocs = async (rest = '', options?: Parameters<OpenPage>[0], server = servePetStore()) => {
    const { address } = await server;
    return Object.assign(await open(`${address}/docs${rest}`, options), { address });
  };
  return { openPage, open, openDocs };
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
