import type { Client, Language } from '../client.ts';
import { fromDebian } from '../newest.ts';
import { gzipInMembers } from '../repetitions.ts';

const ruby: Language = {
  name: 'Ruby',
  folder: 'verdicts/clients/ruby',
  version: 'ruby --version',
  install: [],
};

/** From the packages of the system, such as `ruby-faraday` of Debian, or from RubyGems. */
const rubyWithFaraday: Language = {
  ...ruby,
  name: 'Ruby',
  version: 'ruby --version && ruby -rfaraday -e "puts Faraday::VERSION"',
};

export const rubyClients: readonly Client[] = [
  {
    id: 'ruby-net-http',
    language: ruby,
    name: 'net/http',
    newest: fromDebian('ruby3.1'),
    setting: '`Net::HTTP.start(host, port, read_timeout: …)`, kept, with Ruby 3.1 of Debian 12',
    adapter: 'net_http.rb',
    command: 'ruby net_http.rb',
    alone: { file: 'alone/net_http.rb', command: 'ruby alone/net_http.rb' },
    findings: {
      // net/http 0.2.0, that of Ruby 3.1, has no option for it.
      31: {
        words: 'takes a truncated body for the whole: newer versions do so on purpose, unless `ignore_eof` is false',
        report: 'https://github.com/ruby/net-http/pull/15',
      },
      62: { report: 'https://github.com/ruby/net-http/pull/344' },
      81: { words: 'reads the first member of a gzip body alone', repetition: gzipInMembers },
      87: { report: 'https://github.com/ruby/net-http/pull/324', mendedIn: 'the net-http after 0.9.1' },
    },
  },
  {
    id: 'faraday',
    language: rubyWithFaraday,
    name: 'Faraday',
    basedOn: 'ruby-net-http',
    setting: '`Faraday.new(url:, headers:)` over net/http, with Faraday 1.1 and Ruby 3.1 of Debian 12',
    adapter: 'faraday.rb',
    newest: fromDebian('ruby-faraday'),
    command: 'ruby faraday.rb',
    alone: { file: 'alone/faraday.rb', command: 'ruby alone/faraday.rb' },
  },
];
