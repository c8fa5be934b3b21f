import express from 'express';
import { listQueryTextSchema, newPetSchema } from '../../shared/plain-schemas.js';
import { samplePets } from '../../shared/sample-pets.js';
import { apiKey, headers } from '../interface.js';

const [port, count] = process.argv.slice(2).map(Number);
const pets = samplePets(count);

const invalid = (response, error) =>
  response.status(400).json({ code: 'invalid_request', message: error.issues[0].message, status: 400 });

const app = express();

app.use((request, response, next) => {
  response.set(headers.ofAll);
  if (request.get('authorization') === `Bearer ${apiKey}`) return next();
  response
    .set(headers.of401)
    .status(401)
    .json({ code: 'unauthorized', message: 'Missing or invalid API key.', status: 401 });
});
app.use(express.json());

app.get('/v1/pets', (request, response) => {
  const query = listQueryTextSchema.safeParse(request.query);
  if (!query.success) return invalid(response, query.error);
  const { limit, status } = query.data;
  response.json((status ? pets.filter((pet) => pet.status === status) : pets).slice(0, limit));
});

app.get('/v1/pets/:petId', (request, response) => {
  const id = Number(request.params.petId);
  const found = pets.find((pet) => pet.id === id);
  if (!found) return response.status(404).json({ code: 'not_found', message: 'No such pet.', status: 404 });
  response.set(headers.ofGet).json(found);
});

app.post('/v1/pets', (request, response) => {
  const body = newPetSchema.safeParse(request.body);
  if (!body.success) return invalid(response, body.error);
  const created = { id: pets.length + 1, ...body.data };
  pets.push(created);
  response.status(201).json(created);
});

app.listen(port, '127.0.0.1');
