import * as timers from 'node:timers';

/** Node's timers as they were when this module was loaded. A test that fakes its timers later must stop no server and no delay of a script. */
export const { clearTimeout, setImmediate, setTimeout } = timers;
