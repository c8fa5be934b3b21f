import { expect, test } from 'vitest';
import { reasonsNotToRelease } from './reasons-not-to-release.js';

const ready = {
  changes: '',
  changelog: '# Changelog\n\n## 1.2.3 - 2026-11-27\n\n## 1.2.2 - 2026-11-01\n',
  manifest: '{ "version": "1.2.3", "homepage": "https://pets.example" }',
  isPublished: false,
};

test('nothing stands in the way of a release that is ready', () => {
  expect(reasonsNotToRelease(ready)).toEqual([]);
});

test.each([
  ['a change', { changes: ' M README.md' }, 'Commit or remove these changes first:\n M README.md'],
  [
    'no date',
    { changelog: '## 1.2.3 - not released yet\n' },
    'CHANGELOG.md begins with "## 1.2.3 - not released yet" instead of "## 1.2.3 - " and the date.',
  ],
  [
    'another version',
    { changelog: '## 1.2.2 - 2026-11-01\n' },
    'CHANGELOG.md begins with "## 1.2.2 - 2026-11-01" instead of "## 1.2.3 - " and the date.',
  ],
  ['a published version', { isPublished: true }, 'The registry has version 1.2.3 already: raise it.'],
  [
    'a placeholder',
    { manifest: '{ "version": "1.2.3", "homepage": "https://pets.invalid/#readme" }' },
    'packages/petstore-kit/package.json has a placeholder for an address: https://pets.invalid/#readme',
  ],
])('%s stands in the way of a release', (_, difference, reason) => {
  expect(reasonsNotToRelease({ ...ready, ...difference })).toEqual([reason]);
});
