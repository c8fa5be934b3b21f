import { ESLint } from 'eslint';
import { expect, test } from 'vitest';

/** The linter as this repository sets it up for the packages that run without Node too. */
const eslint = new ESLint({ cwd: `${import.meta.dirname}/..`, ruleFilter: ({ ruleId }) => rulesAtWork.has(ruleId) });
const rulesAtWork = new Set(['no-undef', 'no-restricted-imports']);

/** The rules that report a module of a package. */
async function reportedBy(code: string, name: string): Promise<readonly (string | null)[]> {
  const [report] = await eslint.lintText(code, { filePath: `packages/${name}/src/index.ts` });
  return report?.messages.map(({ ruleId, message }) => ruleId ?? message) ?? [];
}

test.each([
  ["import 'node:fs';", 'no-restricted-imports'],
  ["import { join } from 'path';", 'no-restricted-imports'],
  ["export { Buffer } from 'node:buffer';", 'no-restricted-imports'],
  ['process.exit();', 'no-undef'],
  ['Buffer.from([]);', 'no-undef'],
  ['setImmediate(() => 1);', 'no-undef'],
  ['document.write();', 'no-undef'],
  ['localStorage.clear();', 'no-undef'],
  ['caches.open();', 'no-undef'],
  ['new WebSocket();', 'no-undef'], // Node 20 has none
])('%s is refused where Node, browsers and Workers do not share it', async (code, rule) => {
  for (const name of ['core', 'storage-memory']) expect(await reportedBy(code, name)).toEqual([rule]);
});

test.each(['new TextDecoder();', "new URL('/', 'http://a');", 'performance.now();', 'console.log(Response, Map);'])(
  '%s is let through',
  async (code) => {
    expect(await reportedBy(code, 'core')).toEqual([]);
  },
);
