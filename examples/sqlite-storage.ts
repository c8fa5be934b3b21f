// A custom storage: one table of SQLite, by the driver that comes with Node 22.13 and later. Its test checks it with the storage contract.
import { isPetStatus, type Pet, type ResultAsync, type StorageFailure } from 'petstore-kit';
import { createFrozenPet, errAsync, okAsync, storageFailure, toInt64, type PetStorage } from 'petstore-kit/storage';
import { DatabaseSync } from 'node:sqlite';

const createTable = `
  CREATE TABLE IF NOT EXISTS pets (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- never the same id twice
    name TEXT NOT NULL, -- as JSON: node:sqlite cuts a text at U+0000, in most of its versions
    category_id INTEGER NOT NULL,
    status TEXT
  ) STRICT;
  CREATE INDEX IF NOT EXISTS pets_by_status ON pets (status, id);`;

/** Opens a database of SQLite. A missing file is created, and so is the table. */
export function openSqliteStorage(path: string): ResultAsync<PetStorage, StorageFailure> {
  return attempt(`${path} cannot be opened.`, () => createSqliteStorage(path, new DatabaseSync(path)));
}

function createSqliteStorage(path: string, database: DatabaseSync): PetStorage {
  database.exec(createTable);
  const prepare = (sql: string) => {
    const statement = database.prepare(sql);
    statement.setReadBigInts(true); // a number would be rounded, or refused, beyond 2^53
    return statement;
  };
  const insert = prepare('INSERT INTO pets (name, category_id, status) VALUES (?, ?, ?) RETURNING *');
  const find = prepare('SELECT * FROM pets WHERE id = ?');
  const list = prepare('SELECT * FROM pets ORDER BY id LIMIT ?');
  const listByStatus = prepare('SELECT * FROM pets WHERE status = ? ORDER BY id LIMIT ?');
  let closed = false;

  return {
    insert({ name, categoryId, status }) {
      if (closed) return errAsync(storageFailure(`${path} is closed.`, undefined, 'not_created'));
      return attempt(`${path} cannot be written.`, () =>
        toPet(insert.get(JSON.stringify(name), BigInt(categoryId), status ?? null)),
      );
    },
    findById: (id) =>
      attempt(`${path} cannot be read.`, () => {
        const row = find.get(id);
        return row === undefined ? undefined : toPet(row);
      }),
    list: ({ limit, status }) =>
      attempt(`${path} cannot be read.`, () =>
        (status === undefined ? list.all(limit) : listByStatus.all(status, limit)).map(toPet),
      ),
    close: () =>
      attempt(`${path} cannot be closed.`, () => {
        if (!closed) database.close();
        closed = true;
      }),
  };
}

/** Makes a pet of a row. */
function toPet(row: unknown): Pet {
  const { id, name, category_id, status } = row as Readonly<Record<string, unknown>>;
  const categoryId = toInt64(category_id); // a bigint becomes a number if it is safe
  if (typeof name !== 'string' || categoryId === undefined || (status !== null && !isPetStatus(status))) {
    throw new Error(`The pet ${String(id)} of the table is not valid.`);
  }
  return createFrozenPet(Number(id), { name: JSON.parse(name) as string, categoryId, status: status ?? undefined });
}

/** Calls the driver, which throws. */
function attempt<T>(message: string, call: () => T): ResultAsync<T, StorageFailure> {
  try {
    return okAsync(call());
  } catch (cause) {
    return errAsync(storageFailure(message, cause));
  }
}
