/** The longest time that a timer can be set to, in milliseconds. */
export const longestTimeout = 2 ** 31 - 1;
