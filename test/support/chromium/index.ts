export { describeInChromium } from './describe-in-chromium.ts';
