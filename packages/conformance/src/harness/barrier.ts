import { withTimeout } from '@petstore/core';
import { clearTimeout, setTimeout } from '@petstore/http-node';

/** How long a request waits for those that are made at once, in milliseconds. */
const maxWait = 2_000;

/** Holds requests back until enough of them have arrived. */
export type Barrier = ReturnType<typeof createBarrier>;

export function createBarrier(count: number) {
  let arrived = 0;
  let isLate = false;
  let open: (isOpen: true) => void;
  const opened = new Promise<true>((resolve) => (open = resolve));
  return {
    /** Resolves when enough requests have arrived, this one included, or when this or an earlier one has waited for too long. */
    async arrive() {
      arrived += 1;
      if (arrived === count) open(true);
      isLate ||= (await withTimeout(opened, maxWait, { clearTimeout, setTimeout })) !== true;
    },
    isLate: () => isLate,
  };
}
