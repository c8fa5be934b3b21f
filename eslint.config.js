export { default } from './tools/eslint.config.js'; // ESLint looks for its configuration here
