import type { Client, Language } from '../client.ts';
import { fromDebian } from '../newest.ts';

const c: Language = {
  name: 'C',
  folder: 'verdicts/clients/c',
  version: 'cc --version && curl-config --version && test -e /usr/include/jansson.h',
  install: ['mkdir -p build && cc -std=c11 -D_GNU_SOURCE -o build/libcurl libcurl.c protocol.c -lcurl -ljansson'],
};

export const cClients: readonly Client[] = [
  {
    id: 'libcurl',
    language: c,
    name: 'libcurl',
    setting: '`curl_easy_perform`, `CURLOPT_FOLLOWLOCATION`, in the version of Debian 12',
    adapter: 'libcurl.c',
    newest: fromDebian('libcurl4'),
    command: 'build/libcurl',
    alone: { file: 'alone/libcurl.c', command: 'cc -o build/alone alone/libcurl.c -lcurl && build/alone' },
    findings: {
      36: {
        words: 'sends a creation again if a kept connection drops, on purpose',
        report: 'https://github.com/curl/curl/pull/18417',
      },
      // Since libcurl 8.3, the limit is 30 redirects.
      76: {
        words: 'follows redirects without end',
        report: 'https://github.com/curl/curl/pull/11581',
        mendedIn: 'libcurl 8.3',
      },
      86: { report: 'https://github.com/curl/curl/pull/10690', mendedIn: 'libcurl 8.0' },
      87: { report: 'https://github.com/curl/curl/issues/18921', mendedIn: 'libcurl 8.17' },
    },
  },
  {
    id: 'libcurl-fresh',
    language: c,
    name: 'libcurl',
    option: 'CURLOPT_FRESH_CONNECT',
    basedOn: 'libcurl',
    setting: '`CURLOPT_FRESH_CONNECT` for a creation, in the version of Debian 12',
    adapter: 'libcurl.c',
    newest: fromDebian('libcurl4'),
    command: 'build/libcurl fresh',
  },
];
