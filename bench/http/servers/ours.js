import { createPetStore, requireApiKey } from '@petstore/core';
import { startServer } from '@petstore/http-node';
import { createMemoryStorage } from '@petstore/storage-memory';
import { samplePets } from '../../shared/sample-pets.js';
import { apiKey } from '../interface.js';

const [port, count] = process.argv.slice(2).map(Number);
const storage = createMemoryStorage({ pets: samplePets(count) });
const gate = requireApiKey(createPetStore({ storage }), [apiKey]);

const started = await startServer({ gate, port, storage });
if (started.isErr()) throw new Error(started.error.message);
