/** Keeps a number of bytes within a limit: what was put first goes first. */
export interface Budget {
  /** Counts a thing, or counts it anew. Calls `drop` of the oldest things, which must remove them, while there are too many bytes. */
  put(id: symbol, bytes: number, drop: () => void): void;
  remove(id: symbol): void;
}

export function createBudget(max: number): Budget {
  const kept = new Map<symbol, { readonly bytes: number; readonly drop: () => void }>();
  let total = 0;
  const count = (id: symbol) => kept.get(id)?.bytes ?? 0;
  return {
    put(id, bytes, drop) {
      total += bytes - count(id);
      kept.set(id, { bytes, drop });
      for (const oldest of kept.values()) {
        if (total <= max) break;
        oldest.drop();
      }
    },
    remove(id) {
      total -= count(id);
      kept.delete(id);
    },
  };
}
