import type { Client, Language } from '../client.ts';
import { incomplete } from '../groups.ts';
import { fromDebian } from '../newest.ts';
import { interimTwice, list } from '../repetitions.ts';

const php: Language = {
  name: 'PHP',
  folder: 'verdicts/clients/php',
  version: 'php --version',
  install: [],
};

const phpWithCurl: Language = {
  ...php,
  name: 'PHP',
  version: `php --version && php --run 'exit(extension_loaded("curl") ? 0 : 1);'`,
};

/** From the package `php-guzzlehttp-guzzle` of Debian. */
const phpWithGuzzle: Language = {
  ...php,
  name: 'PHP',
  version: `php --version && php --run 'require "GuzzleHttp/autoload.php";'`,
};

export const phpClients: readonly Client[] = [
  {
    id: 'php-curl',
    language: phpWithCurl,
    name: 'curl extension',
    basedOn: 'libcurl',
    newest: fromDebian('php8.2-curl'),
    setting: '`curl_exec`, one handle that is kept, with PHP 8.2 and libcurl 7.88 of Debian 12',
    adapter: 'curl.php',
    command: 'php curl.php',
    alone: { file: 'alone/curl.php', command: 'php alone/curl.php' },
  },
  {
    id: 'php-streams',
    language: php,
    name: 'file_get_contents',
    setting: '`stream_context_create`, `ignore_errors`, with PHP 8.2 of Debian 12',
    adapter: 'streams.php',
    newest: fromDebian('php8.2-cli'),
    command: 'php streams.php',
    alone: { file: 'alone/streams.php', command: 'php alone/streams.php' },
    findings: {
      21: { words: 'takes the second interim response for the final one', repetition: interimTwice },
      85: {
        words: 'asks for `/v1//pets` if a redirect leads to `pets`',
        report: 'https://github.com/php/php-src/pull/23532',
      },
      ...Object.fromEntries([31, 32, 33, 35].map((number) => [number, { words: incomplete }])),
      86: {
        words: 'returns all that comes up to the end of the connection, also behind Content-Length',
        report: 'https://github.com/php/php-src/pull/6874',
        repetition: { calls: 'GET', responses: [`${list()}${list()}<close>`] },
      },
    },
  },
  {
    id: 'guzzle',
    language: phpWithGuzzle,
    name: 'Guzzle',
    basedOn: 'libcurl',
    setting: '`new Client([…])`, `$client->request(…)`, with libcurl 7.88, both in the version of Debian 12',
    adapter: 'guzzle.php',
    newest: fromDebian('php-guzzlehttp-guzzle'),
    command: `php guzzle.php "$(dpkg-query --show --showformat '\${Version}' php-guzzlehttp-guzzle | cut -d - -f 1)"`,
    alone: { file: 'alone/guzzle.php', command: 'php alone/guzzle.php' },
  },
];
