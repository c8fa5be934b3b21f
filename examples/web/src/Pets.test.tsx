// A fresh store for each test, in the place of the global fetch: no server, no port, nothing to reset.
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createFetchHandler, createMemoryStorage, createPetStore } from 'petstore-kit';
import { createTestFetch } from 'petstore-kit/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Pets } from './Pets.tsx';

const apiKeys = [import.meta.env.VITE_PETS_KEY];

beforeEach(() => {
  const storage = createMemoryStorage({ pets: [{ id: 7, name: 'Mimi', categoryId: 2, status: 'sold' }] });
  vi.stubGlobal('fetch', createFetchHandler({ store: createPetStore({ storage }), apiKeys }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function add(name: string) {
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: name } });
  fireEvent.click(screen.getByText('Add'));
}

test('lists the pets of the store', async () => {
  render(<Pets />);
  expect(await screen.findByText('Mimi (sold)')).toBeTruthy();
});

test('adds a pet', async () => {
  render(<Pets />);
  await screen.findByText('Mimi (sold)');
  add('Rex');
  expect(await screen.findByText('Rex (available)')).toBeTruthy();
});

test('has a store of its own: the pet of the other test is not in it', async () => {
  render(<Pets />);
  await screen.findByText('Mimi (sold)');
  expect(screen.queryByText('Rex (available)')).toBeNull();
});

test('says why a pet was not added, and keeps its name', async () => {
  const store = createTestFetch({ apiKeys, script: [{ operation: 'createPet', respond: { status: 503 } }] });
  vi.stubGlobal('fetch', store.fetch);
  render(<Pets />);
  add('Rex');
  expect((await screen.findByRole('alert')).textContent).toBe('The test asked for this response.');
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Rex');
});
