import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';
import { cors } from 'hono/cors';
import { HTTPException } from 'hono/http-exception';
import { validator } from 'hono/validator';
import { listQueryTextSchema, newPetSchema } from '../../shared/plain-schemas.js';
import { samplePets } from '../../shared/sample-pets.js';
import { apiKey, headers } from '../interface.js';

const [port, count] = process.argv.slice(2).map(Number);
const pets = samplePets(count);

const unauthorized = { code: 'unauthorized', message: 'Missing or invalid API key.', status: 401 };

/** A validator as hono's documentation writes it for zod. */
const checked = (target, schema) =>
  validator(target, (value, c) => {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    return c.json({ code: 'invalid_request', message: parsed.error.issues[0].message, status: 400 }, 400);
  });

const app = new Hono().basePath('/v1');

app.use(
  cors({
    origin: (origin) => origin || '*',
    exposeHeaders: headers.ofAll['access-control-expose-headers'].split(', '),
  }),
);
app.use(
  bearerAuth({
    token: apiKey,
    realm: 'petstore',
    noAuthenticationHeader: { message: unauthorized },
    invalidToken: { message: unauthorized },
  }),
);

app.get('/pets', checked('query', listQueryTextSchema), (c) => {
  const { limit, status } = c.req.valid('query');
  return c.json((status ? pets.filter((pet) => pet.status === status) : pets).slice(0, limit));
});

app.get('/pets/:petId', (c) => {
  const id = Number(c.req.param('petId'));
  const found = pets.find((pet) => pet.id === id);
  return found
    ? c.json(found, 200, headers.ofGet)
    : c.json({ code: 'not_found', message: 'No such pet.', status: 404 }, 404);
});

app.post('/pets', checked('json', newPetSchema), (c) => {
  const created = { id: pets.length + 1, ...c.req.valid('json') };
  pets.push(created);
  return c.json(created, 201);
});

app.onError((error, c) =>
  error instanceof HTTPException
    ? error.getResponse()
    : c.json({ code: 'internal_error', message: 'The server failed.', status: 500 }, 500),
);

serve({ fetch: app.fetch, port, hostname: '127.0.0.1' });
