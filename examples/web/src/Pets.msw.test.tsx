// The same with MSW, which also answers what the page sends by other means than fetch.
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { http } from 'msw';
import { setupServer } from 'msw/node';
import { createFetchHandler, createPetStore } from 'petstore-kit';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { Pets } from './Pets.tsx';

const { VITE_PETS_URL, VITE_PETS_KEY } = import.meta.env;
const server = setupServer();

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  const petStore = createFetchHandler({ store: createPetStore(), apiKeys: [VITE_PETS_KEY] });
  server.use(http.all(`${VITE_PETS_URL}/*`, ({ request }) => petStore(request)));
});
afterEach(() => {
  cleanup();
  server.resetHandlers();
});
afterAll(() => server.close());

test('adds a pet', async () => {
  render(<Pets />);
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Rex' } });
  fireEvent.click(screen.getByText('Add'));
  expect(await screen.findByText('Rex (available)')).toBeTruthy();
});
