import * as timers from 'node:timers';

/** Node's timers as they were when this module was loaded. A test that fakes its timers must not stop the server. */
export const { clearTimeout, setImmediate, setTimeout } = timers;
