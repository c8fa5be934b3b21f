import type { Client, Language } from '../client.ts';

const shell: Language = {
  name: 'shell',
  folder: 'examples/conformance',
  version: 'curl --version && jq --version && bash --version',
  install: [],
};

export const shellClients: readonly Client[] = [
  {
    id: 'curl',
    language: shell,
    name: 'curl',
    setting: '`curl --max-time`, jq',
    adapter: 'adapter.sh',
    command: 'bash adapter.sh',
  },
];
