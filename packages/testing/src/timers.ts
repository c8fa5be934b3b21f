import * as timers from 'node:timers';

/** Node's timers as they were when this module was loaded: a test that fakes its timers must not stop what waits here. */
export const { clearTimeout, setTimeout } = timers;
