import { withTimeout } from '@petstore/core';
import { clearTimeout, setTimeout } from '@petstore/http-node';

/** Holds requests back until enough of them have arrived. */
export type Barrier = ReturnType<typeof createBarrier>;

/**
 * @param count how many requests are enough
 * @param limit how long a request waits for the others, in milliseconds
 */
export function createBarrier(count: number, limit: number) {
  let arrived = 0;
  let isLate = false;
  let open: (isOpen: true) => void;
  const opened = new Promise<true>((resolve) => (open = resolve));
  return {
    /** Resolves when enough requests have arrived, this one included, or when this one has waited for too long. */
    async arrive() {
      arrived += 1;
      if (arrived === count) open(true);
      isLate ||= (await withTimeout(opened, limit, { clearTimeout, setTimeout })) !== true;
    },
    /** Whether a request waited for too long. */
    isLate: () => isLate,
  };
}
