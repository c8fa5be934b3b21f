/** Gathers items while a batch of them is being committed, and then commits them together. */
export interface GroupCommit<Item, Committed> {
  /** Adds an item. Resolves to what its batch made of it; rejects if the commit of its batch does. */
  add(item: Item): Promise<Committed>;
  /** Resolves when nothing is being committed and nothing waits. */
  idle(): Promise<void>;
}

/** Commits items, all or none; resolves to what it made of each, in their order. */
export type Commit<Item, Committed> = (batch: readonly Item[]) => Promise<readonly Committed[]>;

/** An item that waits for its batch. */
interface Waiting<Item, Committed> {
  readonly item: Item;
  readonly resolve: (committed: Committed) => void;
  readonly reject: (reason: unknown) => void;
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
    try {
      const committed = await commit(batch.map(({ item }) => item));
      for (const [place, { resolve }] of batch.entries()) resolve(committed[place] as Committed);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  return {
    add(item) {
      const committed = new Promise<Committed>((resolve, reject) => {
        waiting.push({ item, resolve, reject });
      });
      draining ??= drain();
      return committed;
    },
    idle: () => draining ?? Promise.resolve(),
  };
}
