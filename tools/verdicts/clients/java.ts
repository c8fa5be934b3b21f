import type { Client, Language } from '../client.ts';

const java: Language = {
  name: 'Java',
  folder: 'examples/conformance/java',
  version: 'javac --version && mvn --version',
  install: [],
};

const build = (target: string, ...options: readonly string[]) =>
  `mvn --quiet --batch-mode package dependency:copy-dependencies -Dtarget=build/${target} ${options.join(' ')}`;
const command = (target: string, program: string) =>
  `java -cp 'build/${target}/classes:build/${target}/dependency/*' ${program}`;

export const javaClients: readonly Client[] = [
  {
    id: 'java-net-http',
    language: java,
    name: 'java.net.http',
    setting: '`followRedirects(NORMAL)`, `BodyHandlers.ofString()`, Moshi',
    adapter: 'JavaNetHttp.java',
    build: [build('okhttp5')],
    command: command('okhttp5', 'JavaNetHttp'),
  },
  {
    id: 'java-net-http-careful',
    language: java,
    name: 'java.net.http',
    setting: 'no redirects, `sendAsync(…).get(timeout)`, a JSON parser of its own',
    adapter: '../Adapter.java',
    build: ['javac -d build/careful ../Adapter.java'],
    command: 'java -cp build/careful Adapter',
  },
  {
    id: 'okhttp-5',
    language: java,
    name: 'OkHttp',
    setting: '`response.body().string()`, Moshi',
    adapter: 'OkHttp.java',
    build: [build('okhttp5')],
    command: command('okhttp5', 'OkHttp'),
  },
  {
    id: 'okhttp-5-once',
    language: java,
    name: 'OkHttp',
    setting: '`retryOnConnectionFailure(false)`',
    adapter: 'OkHttp.java',
    build: [build('okhttp5')],
    command: command('okhttp5', 'OkHttp once'),
  },
  {
    id: 'okhttp-4',
    language: java,
    name: 'OkHttp',
    setting: 'version 4: `response.body().string()`, Moshi',
    adapter: 'OkHttp.java',
    build: [build('okhttp4', '-Dokhttp.artifact=okhttp', '-Dokhttp.version=4.12.0')],
    command: command('okhttp4', 'OkHttp'),
  },
];
