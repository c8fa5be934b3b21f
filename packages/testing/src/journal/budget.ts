export type Budget = ReturnType<typeof createBudget>;

/** Keeps a number of bytes within a limit: what was put first goes first. */
export function createBudget(max: number) {
  const kept = new Map<symbol, { readonly bytes: number; readonly drop: () => void }>();
  let total = 0;
  const remove = (id: symbol) => {
    total -= kept.get(id)?.bytes ?? 0;
    kept.delete(id);
  };
  return {
    remove,
    /** Counts a thing, or counts it anew. While there are too many bytes, removes the oldest things, and calls the `drop` of each. */
    put(id: symbol, bytes: number, drop: () => void): void {
      total += bytes - (kept.get(id)?.bytes ?? 0);
      kept.set(id, { bytes, drop });
      for (const [oldest, { drop: dropOldest }] of kept) {
        if (total <= max) break;
        remove(oldest);
        dropOldest();
      }
    },
  };
}
