/** Whether the run is to be short: enough to see that everything works, too noisy to quote. */
export const quick = process.argv.includes('--quick');

/** The CPU for the measured process, and the one for the load; see README.md. */
export const cpus = { measured: '0', load: '1' };
