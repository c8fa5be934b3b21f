export { describeInChromium } from './describe-in-chromium.ts';
export type { Page } from 'playwright-core';
