/**
 * What the `petstore` command needs. It is for that package alone, and may change in any release.
 *
 * @module
 */
export { startSessionServer, type SessionServer } from './start-session-server.ts';
