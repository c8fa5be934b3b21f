// The files for GitHub, as far as a test without it can check them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { root } from './documents.ts';
import { readManifest } from './manifest.ts';

interface Workflow {
  readonly on: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly { readonly run?: string; readonly uses?: string }[];
}

const read = (path: string) => parse(readFileSync(join(root, '.github', path), 'utf8')) as unknown;
const workflows = readdirSync(join(root, '.github/workflows')).map((name) => ({ name }));
const templates = readdirSync(join(root, '.github/ISSUE_TEMPLATE')).map((name) => ({ name }));

test.each(workflows)('$name runs scripts that exist', ({ name }) => {
  const { on, jobs } = read(`workflows/${name}`) as Workflow;
  expect(on).toBeDefined();
  const commands = Object.values(jobs).flatMap(({ steps }) => steps.map(({ run = '' }) => run));
  const named = commands.flatMap((run) => [...run.matchAll(/\bnpm run ([\w:]+)/g)].map(([, script]) => script));
  expect(named).not.toEqual([]);
  expect(Object.keys(readManifest(root).scripts ?? {})).toEqual(expect.arrayContaining(named));
});

test.each(workflows)('$name names each action by its commit, which nobody can move', ({ name }) => {
  const { jobs } = read(`workflows/${name}`) as Workflow;
  const actions = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []));
  expect(actions.filter((action) => !/@[\da-f]{40}$/.test(action))).toEqual([]);
});

test('the job that may publish the package runs nothing else', () => {
  const { jobs } = read('workflows/release.yml') as Workflow;
  const publishing = Object.values(jobs).filter(({ permissions }) => permissions?.['id-token'] === 'write');
  const commands = publishing.map(({ steps }) => steps.flatMap(({ run }) => run ?? []));
  expect(commands).toEqual([['npm publish ./petstore-kit-*.tgz']]);
});

test.each(templates)('$name asks something, each in a field of its own', ({ name }) => {
  const { body } = read(`ISSUE_TEMPLATE/${name}`) as { body: readonly { readonly id: string }[] };
  expect(new Set(body.map(({ id }) => id)).size).toBe(body.length);
});
