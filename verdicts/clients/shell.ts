import type { Client, Language } from '../client.ts';
import { fromDebian } from '../newest.ts';

const shell: Language = {
  name: 'shell',
  folder: 'verdicts/clients/shell',
  version: 'echo "$(curl --version | head -n 1 | cut -d " " -f 1,2) of $(. /etc/os-release && echo "$PRETTY_NAME")"',
  needs: 'curl --version && jq --version && bash --version',
  install: [],
};

export const shellClients: readonly Client[] = [
  {
    id: 'curl',
    language: shell,
    name: 'curl',
    newest: fromDebian('curl'),
    setting: '`curl --max-time`, in the version of Debian 12',
    adapter: 'curl.sh',
    command: 'bash curl.sh',
    findings: { 87: { report: 'https://github.com/curl/curl/issues/18921', mendedIn: 'curl 8.17' } },
    alone: { file: 'alone/curl.sh', command: 'bash alone/curl.sh' },
  },
];
