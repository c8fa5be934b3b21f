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
    basedOn: 'libcurl',
    newest: fromDebian('curl'),
    setting: '`curl --max-time`, in the version of Debian 12',
    adapter: 'curl.sh',
    command: 'bash curl.sh',
    alone: { file: 'alone/curl.sh', command: 'bash alone/curl.sh' },
  },
];
