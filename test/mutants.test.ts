// Checks the table that proves the conformance run: `npm run mutation:client` makes it.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fingerprint } from '../tools/mutation/client/fingerprint.ts';

const page = readFileSync(new URL('../tools/mutation/client/mutants.md', import.meta.url), 'utf8');

test('the table of the mutants belongs to the right client as it is', () => {
  expect(page).toContain(`- Source of the client: ${fingerprint()}\n`);
});

test('each mutant of the right client is seen by a case, or shown to be right', () => {
  const counts =
    /^- Mutants: \d+, as (\d+) clients\n- Seen: (\d+)\n- Not seen, and right: (\d+)\n- Not seen, and open: 0$/m;
  const [clients = 0, seen = 0, right = 0] = (counts.exec(page) ?? []).slice(1).map(Number);
  expect(clients).toBeGreaterThan(0);
  expect(seen + right).toBe(clients);
});
