import type { Client, Finding, Language } from '../client.ts';
import { fromDebian, fromMaven } from '../newest.ts';

const java: Language = {
  name: 'Java',
  folder: 'verdicts/clients/java',
  version: 'javac --version && mvn --version',
  install: [],
};

const build = (target: string, ...options: readonly string[]) =>
  `mvn --quiet --batch-mode package dependency:copy-dependencies -Dtarget=build/${target} ${options.join(' ')}`;
const command = (target: string, program: string) =>
  `java -cp 'build/${target}/classes:build/${target}/dependency/*' ${program}`;

const ofGzip: Finding = { words: 'does not read x-gzip, another name of gzip' };

/** What OkHttp does in each version. */
const ofOkHttp: Readonly<Record<number, Finding>> = {
  36: { report: 'https://github.com/square/okhttp/issues/2394' },
  37: { words: 'sends a creation again after a 503 with `Retry-After: 0`' },
  81: ofGzip,
};

export const javaClients: readonly Client[] = [
  {
    id: 'java-net-http',
    language: java,
    name: 'java.net.http',
    setting: '`followRedirects(NORMAL)`, `BodyHandlers.ofString()`, Moshi',
    adapter: 'JavaNetHttp.java',
    newest: fromDebian('openjdk-17-jdk-headless'),
    build: [build('okhttp5')],
    command: command('okhttp5', 'JavaNetHttp'),
    findings: { 41: { words: 'sends the key wherever a redirect leads' } },
  },
  {
    id: 'java-net-http-careful',
    language: java,
    name: 'java.net.http',
    option: 'sendAsync',
    setting: 'no redirects, `sendAsync(…).get(timeout)`, a JSON parser of its own',
    adapter: '../../../examples/conformance/Adapter.java',
    newest: fromDebian('openjdk-17-jdk-headless'),
    build: ['javac -d build/careful ../../../examples/conformance/Adapter.java'],
    command: 'java -cp build/careful Adapter',
  },
  {
    id: 'okhttp-5',
    language: java,
    name: 'OkHttp',
    setting: '`response.body().string()`, Moshi',
    adapter: 'OkHttp.java',
    newest: fromMaven('com.squareup.okhttp3', 'okhttp-jvm'),
    build: [build('okhttp5')],
    command: command('okhttp5', 'OkHttp'),
    findings: ofOkHttp,
  },
  {
    id: 'okhttp-5-once',
    language: java,
    name: 'OkHttp',
    option: 'retryOnConnectionFailure',
    setting: '`retryOnConnectionFailure(false)`',
    adapter: 'OkHttp.java',
    newest: fromMaven('com.squareup.okhttp3', 'okhttp-jvm'),
    build: [build('okhttp5')],
    command: command('okhttp5', 'OkHttp once'),
    findings: {
      37: { words: 'sends a creation again after a 503 with `Retry-After: 0`' },
      68: { words: 'uses a connection again whose last response had `Connection: foo, close`' },
      81: ofGzip,
    },
  },
  {
    id: 'okhttp-4',
    language: java,
    name: 'OkHttp',
    setting: 'version 4: `response.body().string()`, Moshi',
    adapter: 'OkHttp.java',
    newest: fromMaven('com.squareup.okhttp3', 'okhttp-jvm'),
    build: [build('okhttp4', '-Dokhttp.artifact=okhttp', '-Dokhttp.version=4.12.0')],
    command: command('okhttp4', 'OkHttp'),
    findings: {
      ...ofOkHttp,
      21: {
        words: 'fails at the second interim response',
        report: 'https://github.com/square/okhttp/issues/8568',
      },
    },
  },
];
