import { createMemoryStorage, createPetStore } from 'petstore-kit';
import { startServer } from 'petstore-kit/node';
import { samplePets } from '../../shared/sample-pets.js';
import { apiKey } from '../interface.js';

const [port, count] = process.argv.slice(2).map(Number);
const storage = createMemoryStorage({ pets: samplePets(count) });
const store = createPetStore({ storage });

const started = await startServer({ store, apiKeys: [apiKey], port });
if (started.isErr()) throw new Error(started.error.message);
