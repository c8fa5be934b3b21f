// json-server as its README shows it: one JSON file, no key.
import { writeFileSync } from 'node:fs';
import jsonServer from 'json-server';
import { samplePets } from '../../shared/sample-pets.js';

const [port, count] = process.argv.slice(2).map(Number);
const file = `db-${count}.json`;
writeFileSync(file, JSON.stringify({ pets: samplePets(count) }));

const server = jsonServer.create();
server.use(jsonServer.defaults({ logger: false }));
server.use('/v1', jsonServer.router(file));
server.listen(port, '127.0.0.1');
