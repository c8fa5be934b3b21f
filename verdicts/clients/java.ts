import type { Client, Finding, Language } from '../client.ts';
import { fromDebian, fromMaven } from '../newest.ts';
import { interimTwice, signedLength } from '../repetitions.ts';

const java: Language = {
  name: 'Java',
  folder: 'verdicts/clients/java',
  version: 'javac --version && mvn --version',
  install: [],
};

const protocol = '../../../examples/conformance/java/Protocol.java';
const buildJavaNetHttp = `javac -d build/jdk ${protocol} JavaNetHttp.java`;

const buildOkHttp = (target: string, ...options: readonly string[]) => [
  `mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=build/${target} ${options.join(' ')}`,
  `javac -cp 'build/${target}/*' -d build/${target} ${protocol} OkHttp.java`,
];
const commandOfOkHttp = (target: string) => `java -cp 'build/${target}:build/${target}/*' OkHttp`;

const closeInList: Finding = {
  words: 'uses a connection again whose last response had `Connection: foo, close`',
};

/** What OkHttp does in each version. */
const ofOkHttp: Readonly<Record<number, Finding>> = {
  36: {
    words: 'sends a creation again if its connection drops, on purpose (`retryOnConnectionFailure`)',
    report: 'https://github.com/lysine-dev/okhttp/issues/2394',
  },
  37: {
    words: 'sends a creation again after a 503 with `Retry-After: 0`, on purpose for every method',
    report: 'https://github.com/lysine-dev/okhttp/pull/3753',
  },
  68: closeInList,
  86: { report: 'https://github.com/lysine-dev/okhttp/issues/9726' },
};

export const javaClients: readonly Client[] = [
  {
    id: 'java-net-http',
    language: java,
    name: 'java.net.http',
    setting: '`followRedirects(NORMAL)`, `BodyHandlers.ofString()`, with Java 17 of Debian 12',
    adapter: 'JavaNetHttp.java',
    newest: fromDebian('openjdk-17-jdk-headless'),
    build: [buildJavaNetHttp],
    command: 'java -cp build/jdk JavaNetHttp',
    alone: { file: 'alone/JavaNetHttpAlone.java', command: 'java alone/JavaNetHttpAlone.java' },
    findings: {
      19: { words: 'fails at a trailer in 17.0.21.1, and not in 17.0.15 and 17.0.19' },
      33: {
        words: 'its timeout ends with the headers',
        report: 'https://github.com/openjdk/jdk/pull/27469',
        mendedIn: 'JDK 26',
      },
      68: closeInList,
      87: { repetition: signedLength },
    },
  },
  {
    id: 'java-net-http-careful',
    language: java,
    name: 'java.net.http',
    option: 'sendAsync',
    basedOn: 'java-net-http',
    newest: fromDebian('openjdk-17-jdk-headless'),
    setting: 'no redirects, `sendAsync(…).get(timeout)`, with Java 17 of Debian 12',
    adapter: 'JavaNetHttp.java',
    build: [buildJavaNetHttp],
    command: 'java -cp build/jdk JavaNetHttp async',
  },
  {
    id: 'okhttp-5',
    language: java,
    name: 'OkHttp',
    setting: '`response.body().string()`',
    adapter: 'OkHttp.java',
    newest: fromMaven('com.squareup.okhttp3', 'okhttp-jvm'),
    build: buildOkHttp('okhttp5'),
    command: commandOfOkHttp('okhttp5'),
    alone: { file: 'alone/OkHttpAlone.java', command: "java -cp 'build/okhttp5/*' alone/OkHttpAlone.java" },
    findings: ofOkHttp,
  },
  {
    id: 'okhttp-5-once',
    language: java,
    name: 'OkHttp',
    option: 'retryOnConnectionFailure',
    basedOn: 'okhttp-5',
    setting: '`retryOnConnectionFailure(false)`',
    adapter: 'OkHttp.java',
    newest: fromMaven('com.squareup.okhttp3', 'okhttp-jvm'),
    build: buildOkHttp('okhttp5'),
    command: `${commandOfOkHttp('okhttp5')} once`,
  },
  {
    id: 'okhttp-4',
    language: java,
    name: 'OkHttp',
    setting: 'version 4: `response.body().string()`',
    adapter: 'OkHttp.java',
    newest: fromMaven('com.squareup.okhttp3', 'okhttp-jvm'),
    build: buildOkHttp('okhttp4', '-Dokhttp.artifact=okhttp', '-Dokhttp.version=4.12.0'),
    command: commandOfOkHttp('okhttp4'),
    alone: { file: 'alone/OkHttpAlone.java', command: "java -cp 'build/okhttp4/*' alone/OkHttpAlone.java" },
    findings: {
      ...ofOkHttp,
      21: {
        words: 'fails at the second interim response',
        report: 'https://github.com/lysine-dev/okhttp/issues/8568',
        mendedIn: 'OkHttp 5.0',
        repetition: interimTwice,
      },
    },
  },
];
