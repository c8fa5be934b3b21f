/**
 * What the packages of this project share. It is for them alone, and may change in any release.
 *
 * @module
 */
export type { NodeHandler } from './connection.ts';
export { findWrongOption, type CommandLineOption } from './command-line.ts';
export { surviveOutputErrors } from './output-errors.ts';
export { startServerWith } from './start-server.ts';
export { findWrongStdin, stopSignal } from './stop-signal.ts';
export { clearTimeout, setTimeout } from './timers.ts';
