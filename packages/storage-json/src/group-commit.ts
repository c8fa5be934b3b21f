import { ResultAsync, type Result, type StorageFailure } from '@petstore/core';

/** Gathers items while a batch of them is being committed, and then commits them together. */
export interface GroupCommit<Item, Committed> {
  /** Adds an item; resolves to its outcome. */
  add(item: Item): ResultAsync<Committed, StorageFailure>;
  /** Resolves when nothing is being committed and nothing waits. */
  idle(): Promise<void>;
}

/** Commits items; resolves to the outcome of each, in their order, and never rejects. */
export type Commit<Item, Committed> = (batch: readonly Item[]) => Promise<readonly Result<Committed, StorageFailure>[]>;

/** An item that waits for its batch. */
interface Waiting<Item, Committed> {
  readonly item: Item;
  readonly resolve: (outcome: Result<Committed, StorageFailure>) => void;
}

/**
 * Makes a group commit. Batches are committed one at a time, in the order in which their items came.
 *
 * @param maximumBatch the most items in one batch
 */
export function createGroupCommit<Item, Committed>(
  commit: Commit<Item, Committed>,
  maximumBatch: number,
): GroupCommit<Item, Committed> {
  const waiting: Waiting<Item, Committed>[] = [];
  let draining: Promise<void> | undefined;

  async function drain(): Promise<void> {
    await Promise.resolve(); // what is added in this turn joins the first batch
    while (waiting.length > 0) await commitBatch(waiting.splice(0, maximumBatch));
    draining = undefined;
  }

  async function commitBatch(batch: readonly Waiting<Item, Committed>[]): Promise<void> {
    const outcomes = await commit(batch.map(({ item }) => item));
    batch.forEach(({ resolve }, place) => {
      resolve(outcomes[place] as Result<Committed, StorageFailure>);
    });
  }

  return {
    add(item) {
      const outcome = new Promise<Result<Committed, StorageFailure>>((resolve) => {
        waiting.push({ item, resolve });
      });
      draining ??= drain();
      return new ResultAsync(outcome);
    },
    idle: () => draining ?? Promise.resolve(),
  };
}
