import Fastify from 'fastify';
import { samplePets } from '../../shared/sample-pets.js';
import { apiKey, headers } from '../interface.js';

const [port, count] = process.argv.slice(2).map(Number);
const pets = samplePets(count);

const status = { type: 'string', enum: ['available', 'pending', 'sold'] };
const petFields = { name: { type: 'string' }, categoryId: { type: 'integer' }, status };
const pet = {
  type: 'object',
  required: ['id', 'name', 'categoryId'],
  properties: { id: { type: 'integer' }, ...petFields },
};
const newPet = { type: 'object', required: ['name', 'categoryId'], properties: petFields };
const error = {
  type: 'object',
  properties: { code: { type: 'string' }, message: { type: 'string' }, status: { type: 'integer' } },
};
const listQuery = {
  type: 'object',
  properties: { limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 }, status },
};
const petParams = { type: 'object', properties: { petId: { type: 'integer' } } };

const app = Fastify();

app.addHook('onRequest', async (request, reply) => {
  reply.headers(headers.ofAll);
  if (request.headers.authorization !== `Bearer ${apiKey}`) {
    reply.headers(headers.of401);
    return reply.code(401).send({ code: 'unauthorized', message: 'Missing or invalid API key.', status: 401 });
  }
});

app.setErrorHandler((failure, _request, reply) => {
  if (failure.validation) {
    return reply.code(400).send({ code: 'invalid_request', message: failure.message, status: 400 });
  }
  return reply.code(500).send({ code: 'internal_error', message: 'The server failed.', status: 500 });
});

app.get(
  '/v1/pets',
  { schema: { querystring: listQuery, response: { 200: { type: 'array', items: pet }, '4xx': error } } },
  async (request) => {
    const { limit, status } = request.query;
    return (status ? pets.filter((pet) => pet.status === status) : pets).slice(0, limit);
  },
);

app.get(
  '/v1/pets/:petId',
  { schema: { params: petParams, response: { 200: pet, '4xx': error } } },
  async (request, reply) => {
    reply.headers(headers.ofGet);
    const found = pets.find((pet) => pet.id === request.params.petId);
    return found ?? reply.code(404).send({ code: 'not_found', message: 'No such pet.', status: 404 });
  },
);

app.post('/v1/pets', { schema: { body: newPet, response: { 201: pet, '4xx': error } } }, async (request, reply) => {
  const { name, categoryId, status } = request.body;
  const created = { id: pets.length + 1, name, categoryId, status };
  pets.push(created);
  return reply.code(201).send(created);
});

await app.listen({ port, host: '127.0.0.1' });
