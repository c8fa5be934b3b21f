import type { Client, Language } from '../client.ts';

const c: Language = {
  name: 'C',
  folder: 'examples/conformance/c',
  version: 'cc --version && curl-config --version && test -e /usr/include/jansson.h',
  install: ['mkdir -p build && cc -std=c11 -D_GNU_SOURCE -o build/libcurl libcurl.c protocol.c -lcurl -ljansson'],
};

export const cClients: readonly Client[] = [
  {
    id: 'libcurl',
    language: c,
    name: 'libcurl',
    setting: '`curl_easy_perform`, `CURLOPT_FOLLOWLOCATION`, Jansson',
    adapter: 'libcurl.c',
    command: 'build/libcurl',
  },
  {
    id: 'libcurl-fresh',
    language: c,
    name: 'libcurl',
    setting: '`CURLOPT_FRESH_CONNECT` for a creation',
    adapter: 'libcurl.c',
    command: 'build/libcurl fresh',
  },
];
