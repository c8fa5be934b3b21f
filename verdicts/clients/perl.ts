import type { Client, Language } from '../client.ts';
import { fromDebian } from '../newest.ts';

const perl: Language = {
  name: 'Perl',
  folder: 'verdicts/clients/perl',
  version: `perl -e 'require v5.36; print "Perl $^V"'`,
  install: [],
};

const perlWithLwp: Language = {
  ...perl,
  name: 'Perl',
  version: `${perl.version} && perl -MLWP::UserAgent -e 1`,
};

export const perlClients: readonly Client[] = [
  {
    id: 'http-tiny',
    language: perl,
    name: 'HTTP::Tiny',
    setting: '`HTTP::Tiny->new`, in the version of Perl 5.36',
    adapter: 'http_tiny.pl',
    newest: fromDebian('libhttp-tiny-perl'),
    command: 'perl http_tiny.pl',
    findings: {
      68: { words: 'uses a connection again whose last response had `Connection: foo, close`' },
      78: { words: 'sends the body of a creation again at 303, with GET' },
    },
    alone: { file: 'alone/http_tiny.pl', command: 'perl alone/http_tiny.pl' },
  },
  {
    id: 'lwp',
    language: perlWithLwp,
    name: 'LWP',
    setting: '`LWP::UserAgent->new`, in the version of Debian 12',
    adapter: 'lwp.pl',
    newest: fromDebian('libwww-perl'),
    command: 'perl lwp.pl',
    alone: { file: 'alone/lwp.pl', command: 'perl alone/lwp.pl' },
    findings: {
      21: { words: 'takes 103 for the final response' },
      31: { report: 'https://github.com/libwww-perl/libwww-perl/issues/234' },
      32: { report: 'https://github.com/libwww-perl/libwww-perl/issues/158' },
      41: { report: 'https://github.com/libwww-perl/libwww-perl/pull/527', mendedIn: 'LWP 6.83' },
    },
  },
];
