import { join, resolve } from 'node:path';
import { apiKey, petCount } from './interface.js';

const measured = (name, file, folder = import.meta.dirname) => ({
  name,
  file: join(folder, 'servers', `${file}.js`),
  argsFor: ({ port }) => [port, petCount],
});

/** The command as its users start it. Its pets are in memory, as those of the library are. */
const command = (name, args = [], folder = import.meta.dirname) => ({
  ...measured(name),
  file: join(folder, '..', '..', 'packages', 'petstore-kit', 'dist', 'main.js'),
  argsFor: ({ port, seed }) => ['--port', port, '--api-key', apiKey, '--storage', 'memory', '--seed', seed, ...args],
});

const constant = { ...measured('constant body', 'constant'), isConstant: true };

/** Whose answers the constant bodies copy. */
export const library = measured('startServer', 'ours');

/** In the order of the tables. */
const always = [
  constant,
  command('petstore-kit --log none', ['--log', 'none']),
  command('petstore-kit, log to a file'),
  library,
];

const peers = {
  fastify: measured('Fastify 5', 'fastify'),
  hono: measured('Hono 4 on node-server', 'hono'),
  express: measured('Express 5', 'express'),
};

/**
 * Returns the servers to measure.
 *
 * @param peers which peers to measure, such as `fastify,hono`; all of them by default
 * @param variant other checkouts of this project, each as `name=path`
 */
export function chooseSubjects({ peers: chosen = Object.keys(peers).join(), variant }) {
  const variants = variant.flatMap((text) => {
    const [name, path] = text.split('=');
    const folder = resolve(path, 'bench', 'http');
    return [
      command(`${name}: petstore-kit --log none`, ['--log', 'none'], folder),
      command(`${name}: petstore-kit, log to a file`, [], folder),
      measured(`${name}: startServer`, 'ours', folder),
    ];
  });
  const ids = chosen.split(',').filter((id) => id !== '');
  return [...always, ...variants, ...ids.map((id) => peers[id])];
}
