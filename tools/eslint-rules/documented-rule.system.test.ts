import { Linter } from 'eslint';
import { expect, test } from 'vitest';
import { snippetsIn } from '../../test/documents.ts';

test('the ESLint rule of docs/in-a-test.md finds a creation whose Result is dropped', async () => {
  const [{ code } = { code: '' }] = snippetsIn('js').filter(({ path }) => path === 'docs/in-a-test.md');
  const { default: config } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
    readonly default: Linter.Config[];
  };
  const found = (line: string) => new Linter().verify(line, config).map(({ message }) => message);
  const message = 'Use unwrap: a refused pet would go unnoticed.';
  expect(found('await store.createPet({});')).toEqual([message]);
  expect(found('store.createPet({});')).toEqual([message]);
  expect(found('await unwrap(store.createPet({}));')).toEqual([]);
  expect(found('const result = await store.createPet({});')).toEqual([]);
});
