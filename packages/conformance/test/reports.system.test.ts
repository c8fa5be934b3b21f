import { codePoint } from '@petstore/core/contract';
import { describeInChromium, type Page } from '@petstore/test-support/chromium';
import axe from 'axe-core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { htmlReport } from '../src/report/html-report.ts';
import { junitReport } from '../src/report/junit-report.ts';
import { checks, hostile, options, report, reportOf } from './sample-report.ts';

describeInChromium('The reports of a conformance run in Chromium:', (openPage) => {
  test('JUnit XML is well-formed, whatever the texts hold', async () => {
    const texts = fc.sample(fc.string({ unit: codePoint, maxLength: 40 }), 200);
    const files = [hostile, ...texts].map((text) => junitReport(reportOf(text), options));
    const page = await openPage();
    const errors = await page.evaluate(xmlErrors, files);
    expect(errors).toEqual([]);
    expect(await page.evaluate(xmlErrors, ['<a>\u0001</a>'])).toHaveLength(1); // the parser does report errors
  });

  test.each(['light', 'dark'] as const)(
    'the page is accessible in %s colours, also on a narrow screen',
    async (colorScheme) => {
      const page = await openPage({ colorScheme, viewport: { width: 390, height: 844 } });
      await page.addInitScript({ content: axe.source });
      await servePage(page);
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 844 });
        await page.goto('http://report.test/#case-2');
        const { violations, passes } = await page.evaluate(runAxe);
        expect(violations).toEqual([]);
        expect(passes).toContain('color-contrast');
        expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(width);
      }
    },
  );

  test('the page shows only what is chosen, and the case whose square is followed', async () => {
    const page = await openPage({ javaScriptEnabled: false });
    await servePage(page);
    await page.goto('http://report.test/');
    const shown = async () => {
      const visible = checks.map(async ({ case: number }) =>
        (await page.locator(`#case-${number}`).isVisible()) ? [number] : [],
      );
      return (await Promise.all(visible)).flat();
    };
    expect(await shown()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    await page.getByLabel('Failed').check();
    expect(await shown()).toEqual([2]);
    await page.getByLabel('Warned').check();
    expect(await shown()).toEqual([3]);
    await page.getByLabel('Notes').check();
    expect(await shown()).toEqual([4]);
    await page.getByRole('link', { name: '5 reads' }).click();
    expect(await shown()).toEqual([4, 5]);
  });
});

/** Serves the report to a page. */
function servePage(page: Page): Promise<unknown> {
  const body = htmlReport(report, options);
  return page.route('http://report.test/', (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body }));
}

declare const DOMParser: new () => {
  parseFromString(text: string, type: string): { querySelector(selector: string): { textContent: string } | null };
};

/** Returns the errors of an XML parser. Runs in the page. */
function xmlErrors(files: readonly string[]): readonly string[] {
  const parser = new DOMParser();
  return files.flatMap(
    (file) => parser.parseFromString(file, 'application/xml').querySelector('parsererror')?.textContent ?? [],
  );
}

/** Runs axe in the page. */
async function runAxe(): Promise<{ violations: readonly unknown[]; passes: readonly string[] }> {
  const { violations, passes } = await (globalThis as unknown as { axe: typeof axe }).axe.run();
  return {
    violations: violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ html, failureSummary }) => [html, failureSummary]),
    })),
    passes: passes.map(({ id }) => id),
  };
}
