import type { PetStore } from '../pet-store.ts';
import type { UnwrappableError } from '../unwrap.ts';

/** A pet store under test. */
export interface OpenedPetStore {
  readonly store: PetStore<UnwrappableError>;
  /** Closes the store and opens it again with the same pets. Leave it out if the pets do not outlive a restart. */
  readonly reopen?: (() => Promise<PetStore<UnwrappableError>>) | undefined;
  /** Closes what the store uses, such as its storage or server. */
  readonly close?: (() => Promise<unknown>) | undefined;
}

/** How to open pet stores to test, and how many cases to try. */
export interface PetStoreFixture {
  /** Opens a new, empty store without a default status. */
  open(): OpenedPetStore | Promise<OpenedPetStore>;
  /** How many cases a property tries; 100 by default. Use fewer for a slow store. */
  readonly runs?: number | undefined;
}

/** Opens a pet store, uses it, and closes it even if `use` throws. */
export async function withPetStore(
  fixture: PetStoreFixture,
  use: (opened: OpenedPetStore) => Promise<void>,
): Promise<void> {
  const opened = await fixture.open();
  try {
    await use(opened);
  } finally {
    await opened.close?.();
  }
}
