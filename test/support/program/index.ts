export { bundleProgram } from './bundle-program.ts';
