import type { Client, Finding, Language } from '../client.ts';
import { fromDebian } from '../newest.ts';

const shell: Language = {
  name: 'shell',
  folder: 'examples/conformance',
  version: 'echo $(curl --version | head -n 1 | cut -d " " -f 1,2) and $(jq --version)',
  needs: 'curl --version && jq --version && bash --version',
  install: [],
};

/** jq before 1.7 reads and writes integers as doubles. */
const ofJq: Finding = {
  words: 'jq 1.6 rounds integers beyond 2^53',
  report: 'https://github.com/jqlang/jq/issues/369',
};

export const shellClients: readonly Client[] = [
  {
    id: 'curl',
    language: shell,
    name: 'curl',
    setting: '`curl --max-time`, with jq for the JSON',
    adapter: 'adapter.sh',
    newest: fromDebian('curl'),
    command: 'bash adapter.sh',
    findings: {
      5: ofJq,
      11: ofJq,
      52: ofJq,
      62: { words: 'resolves dot segments, unless `--path-as-is` is set' },
      70: { words: 'jq takes {} for an empty list' },
      75: { words: 'jq reads bytes that are not UTF-8' },
      82: { words: 'jq reads one JSON text after the other' },
    },
  },
];
