export { bundleProgram } from './bundle-program.ts';
export { shellWords } from './shell-words.ts';
