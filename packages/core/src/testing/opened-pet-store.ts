import type { PetStore } from '../pet-store.ts';

/** A pet store under test, with what it takes to close it and, where it outlives a restart, to open it again. */
export interface OpenedPetStore {
  readonly store: PetStore;
  /** Closes what is open and opens the same pets again. */
  readonly reopen?: (() => Promise<PetStore>) | undefined;
  /** Closes what the store stands on. */
  readonly close?: (() => Promise<unknown>) | undefined;
}

/** How to get pet stores to test, and how many. */
export interface PetStoreFixture {
  /** Opens a pet store that is new, empty and without a default status. */
  open(): OpenedPetStore | Promise<OpenedPetStore>;
  /** How many cases a property tries; 100 by default. Fewer suit a store behind a socket or a disk. */
  readonly runs?: number | undefined;
}

/** Opens a pet store, uses it, and closes it whatever happened. */
export async function withPetStore<T>(
  fixture: PetStoreFixture,
  use: (opened: OpenedPetStore) => Promise<T>,
): Promise<T> {
  const opened = await fixture.open();
  try {
    return await use(opened);
  } finally {
    await opened.close?.();
  }
}
