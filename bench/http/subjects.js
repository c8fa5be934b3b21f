import { join, resolve } from 'node:path';

const measured = (name, file, folder = import.meta.dirname) => ({
  name,
  file: join(folder, 'servers', `${file}.js`),
  args: [],
  pathOf: ({ request }) => request.path,
  has: () => true,
  /** Whether the answers have the header fields that ours have. */
  hasOurHeaders: true,
});

/** We come first, then the constant bodies, which copy our answers. */
const always = [
  measured('this pet store', 'ours'),
  { ...measured('constant body', 'constant'), isConstant: true },
  {
    ...measured('constant body that reads', 'constant'),
    args: ['reads'],
    isConstant: true,
    has: ({ request }) => request.body !== undefined,
  },
];

const peers = {
  fastify: measured('Fastify 5', 'fastify'),
  hono: measured('Hono 4 on node-server', 'hono'),
  express: measured('Express 5', 'express'),
  'json-server': {
    ...measured('json-server', 'json-server'),
    /** It pages with `_limit`; it has neither keys nor validation. */
    pathOf: ({ request }) => request.path.replace(/\/pets$/, '/pets?_limit=20').replace('?limit=', '?_limit='),
    hasOurHeaders: false,
    has: ({ name }) => name !== '401' && name !== '400',
  },
};

/**
 * Returns the servers to measure.
 *
 * @param peers which peers to measure, such as `fastify,hono`; all of them by default
 * @param variant other checkouts of this project, each as `name=path`
 */
export function chooseSubjects({ peers: chosen = Object.keys(peers).join(), variant }) {
  const variants = variant.map((text) => {
    const [name, path] = text.split('=');
    return measured(name, 'ours', resolve(path, 'bench', 'http'));
  });
  const ids = chosen.split(',').filter((id) => id !== '');
  return [...always, ...variants, ...ids.map((id) => peers[id])];
}
