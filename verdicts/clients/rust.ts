import type { Client, Finding, Language } from '../client.ts';
import { doublesSlash } from '../groups.ts';
import { fromCargo } from '../newest.ts';
import { capitalGzip } from '../repetitions.ts';

const rust: Language = {
  name: 'Rust',
  folder: 'verdicts/clients/rust',
  version: 'rustc --version',
  install: ['cargo fetch --locked'],
};

const build = (name: string) => `cargo build --quiet --locked --target-dir build --features ${name} --bin ${name}`;

const withoutBody: Finding = {
  words: 'drops the body of an error, with its code and message, on purpose',
  report: 'https://github.com/algesten/ureq/issues/997',
};

export const rustClients: readonly Client[] = [
  {
    id: 'reqwest',
    language: rust,
    name: 'reqwest',
    setting: '`Client::new()`, `response.json()`',
    adapter: 'src/reqwest.rs',
    newest: fromCargo('reqwest'),
    build: [build('reqwest')],
    command: 'build/debug/reqwest',
    alone: {
      file: 'alone/reqwest.rs',
      command: 'cargo run --quiet --target-dir build --features reqwest --example reqwest --',
    },
  },
  {
    id: 'ureq',
    language: rust,
    name: 'ureq',
    setting: '`agent.get(url).call()`, `body_mut().read_to_string()`',
    adapter: 'src/ureq.rs',
    newest: fromCargo('ureq'),
    build: [build('ureq')],
    command: 'build/debug/ureq',
    alone: { file: 'alone/ureq.rs', command: 'cargo run --quiet --target-dir build --features ureq --example ureq --' },
    findings: {
      24: withoutBody,
      61: withoutBody,
      81: {
        words: 'compares the name of gzip as text, and does not read `GZIP`',
        repetition: capitalGzip,
      },
    },
  },
  {
    id: 'ureq-status',
    language: rust,
    name: 'ureq',
    option: 'http_status_as_error',
    basedOn: 'ureq',
    setting: '`http_status_as_error(false)`',
    adapter: 'src/ureq.rs',
    newest: fromCargo('ureq'),
    build: [build('ureq')],
    command: 'build/debug/ureq status',
  },
  {
    id: 'progenitor',
    language: rust,
    name: 'progenitor',
    basedOn: 'reqwest',
    setting: 'generated, `generate_api!("openapi.json")`',
    adapter: 'src/progenitor.rs',
    newest: fromCargo('progenitor'),
    generated: true,
    build: [
      'mkdir -p build && node ../../../packages/petstore-kit/dist/main.js --openapi 3.0 > build/openapi.json',
      build('progenitor'),
    ],
    command: 'build/debug/progenitor',
    alone: {
      file: 'alone/progenitor.rs',
      command: 'cargo run --quiet --target-dir build --features progenitor --example progenitor --',
    },
    findings: { 1: { words: doublesSlash } },
  },
];
