/** How many cases a property tries. */
export const runs = 100;

/** How many cases a property of a contract tries over a socket, a file or a database. */
export const slowRuns = 5;
