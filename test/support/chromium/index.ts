export { provideChromium, type ChromiumProgram } from './provide-chromium.ts';
