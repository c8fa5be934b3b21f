import * as timers from 'node:timers';
import * as promises from 'node:timers/promises';

/** Node's timers as they were when this module was loaded: a test that fakes its timers must not stop the server. */
export const { clearTimeout, setTimeout } = timers;

/** Waits until the next turn of the event loop. */
export const nextTurn = promises.setImmediate;
