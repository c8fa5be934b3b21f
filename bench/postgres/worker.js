// One process on the database: through the store, or with the driver alone and the same SQL.
import { createPetStore } from 'petstore-kit';
import { openPostgresStorage } from 'petstore-kit/postgres';
import pg from 'pg';
import { answerQuestions } from '../shared/child.js';
import { newPet } from '../shared/sample-pets.js';

const table = '"public"."pets"';
const insert = {
  name: 'insert',
  text: `INSERT INTO ${table} (name, category_id, status) VALUES ($1, $2, $3) RETURNING id`,
};
const list = {
  name: 'list',
  text: `SELECT id, name, category_id, status FROM ${table} WHERE status >= $1 AND status <= $1 ORDER BY status, id LIMIT $2`,
};

let store;
let pool;

/** The operations in each way; both return what a caller gets. */
const ways = {
  store: {
    create: async () => expectOk(await store.createPet(newPet(1))),
    list: async () => expectOk(await store.listPets({ limit: 20, status: 'sold' })),
  },
  driver: {
    async create() {
      const { name, categoryId, status } = newPet(1);
      const { rows } = await pool.query({ ...insert, values: [name, String(categoryId), status] });
      return rows[0];
    },
    async list() {
      const { rows } = await pool.query({ ...list, values: ['sold', 20] });
      return rows;
    },
  },
};

answerQuestions({
  async open({ connectionString }) {
    store = createPetStore({ storage: expectOk(await openPostgresStorage({ connectionString })) });
    pool = new pg.Pool({ connectionString, max: 10, idleTimeoutMillis: 0 });
  },
  /** Makes `atOnce` calls at any time, each as soon as one before it is answered. Returns how many were answered in time. */
  async run({ way, operation, milliseconds, atOnce }) {
    const call = ways[way][operation];
    const end = performance.now() + milliseconds;
    let answered = 0;
    const callUntilEnd = async () => {
      for (;;) {
        const answer = await call();
        if (performance.now() > end) return;
        if (operation === 'list' && answer.length !== 20) throw new Error(`A list had ${answer.length} pets.`);
        answered += 1;
      }
    };
    await Promise.all(Array.from({ length: atOnce }, callUntilEnd));
    return answered;
  },
});

function expectOk(result) {
  if (result.isErr()) throw new Error(result.error.message);
  return result.value;
}
