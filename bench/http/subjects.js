import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { openApiDocument } from '@petstore/http';
import { stringifyJson } from '@petstore/core';
import { columns } from './interface.js';

/** The path and query of a column, as a subject is asked for it. */
const asOurs = ({ request }) => request.path;

const serverFile = (name) => join(import.meta.dirname, 'servers', `${name}.js`);
const peer = (id, title) => ({
  id,
  name: title,
  file: serverFile(id),
  args: (port, pets) => [port, pets],
  path: asOurs,
  has: () => true,
});

/** Who there is to measure: the constant body, us, our peers. `has` tells the columns that a subject takes part in. */
export const allSubjects = [
  peer('constant', 'constant body'),
  peer('ours', 'this pet store'),
  peer('fastify', 'Fastify 5'),
  peer('hono', 'Hono 4 on node-server'),
  peer('express', 'Express 5'),
  {
    ...peer('json-server', 'json-server'),
    /** It pages with `_limit`; it knows neither keys nor validation. */
    path: ({ request }) => request.path.replace(/\/pets$/, '/pets?_limit=20').replace('?limit=', '?_limit='),
    has: ({ name }) => name !== '401' && name !== '400',
  },
  {
    id: 'prism',
    name: 'Prism mock',
    file: join(createRequire(import.meta.url).resolve('@stoplight/prism-cli/package.json'), '..', 'dist', 'index.js'),
    args: (port, _pets, folder) => [
      'mock',
      '--multiprocess',
      'false',
      '--verboseLevel',
      'silent',
      '--port',
      port,
      openApiFile(folder),
    ],
    /** Its paths are relative to the address of the document's server. */
    path: ({ request }) => request.path.replace('/v1', ''),
    has: () => true,
    /** It keeps no pets: what it answers is an example made from the schema. */
    isMock: true,
  },
];

/** How many pets a server of a subject starts with, for all the columns that it is in. */
export const petCounts = [...new Set(columns.map(({ pets }) => pets))];

/** Writes our OpenAPI document into a folder. */
function openApiFile(folder) {
  const file = join(folder, 'openapi.json');
  writeFileSync(file, stringifyJson(openApiDocument()));
  return file;
}
