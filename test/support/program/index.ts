export { bundleProgram } from './bundle-program.ts';
export { quoteShellWords } from './shell-words.ts';
