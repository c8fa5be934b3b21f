/** A relation of the database under the name of the table, as the catalogue describes it. */
export interface Relation {
  readonly oid: string;
  readonly schema: string;
  /** `relkind`: r for a table, p for a partitioned one, v for a view … */
  readonly kind: string;
  /** `relpersistence`: p for a table that survives a crash. */
  readonly persistence: string;
  readonly maySelect: boolean;
  readonly mayInsert: boolean;
}

/** A column, as the catalogue describes it. */
export interface Column {
  readonly name: string;
  readonly type: string;
  readonly notNull: boolean;
  /** Whether the database gives it a value where an insert gives none: a default, an identity, a generated column. */
  readonly filled: boolean;
}

/** An index that holds every row, as the catalogue describes it. */
export interface Index {
  readonly primary: boolean;
  /** The statement that would create it, as the database itself writes it. */
  readonly definition: string;
}

/** What stands in the database under the name of the table. */
export interface TableShape {
  readonly relation: Relation;
  readonly columns: readonly Column[];
  readonly indexes: readonly Index[];
}

const kinds: Readonly<Record<string, string>> = {
  v: 'a view',
  m: 'a materialized view',
  f: 'a foreign table',
  S: 'a sequence',
  i: 'an index',
  I: 'an index',
  c: 'a type',
};

const expected = [
  { name: 'id', type: 'bigint', notNull: true },
  { name: 'name', type: 'text', notNull: true },
  { name: 'category_id', type: 'bigint', notNull: true },
  { name: 'status', type: 'text', notNull: false },
] as const;

/**
 * Looks whether pets can be kept in a table. Further columns may stand beside the four, as long as the database fills them
 * or they may be NULL.
 *
 * @returns what is wrong with it, to follow its name; `undefined` where it will do
 */
export function complaintAbout({ relation, columns, indexes }: TableShape): string | undefined {
  if (relation.kind !== 'r' && relation.kind !== 'p') return `is ${kinds[relation.kind] ?? 'no table'}, not a table`;
  if (relation.persistence !== 'p') return 'is temporary or unlogged: its rows would be gone after a crash';
  return complaintAboutColumns(columns) ?? complaintAboutIndexes(indexes) ?? complaintAboutRights(relation);
}

function complaintAboutColumns(columns: readonly Column[]): string | undefined {
  for (const { name, type, notNull } of expected) {
    const column = columns.find((candidate) => candidate.name === name);
    if (column === undefined) return `has no column ${name}`;
    if (column.type !== type) return `has a column ${name} of type ${column.type}, not ${type}`;
    if (column.notNull && !notNull) return `has a column ${name} that is NOT NULL, but a pet may have none`;
    if (!column.notNull && notNull) return `has a column ${name} that may be NULL`;
  }
  if (columns.some(({ name, filled }) => name === 'id' && !filled)) return 'has a column id that no sequence fills';
  const unfilled = columns.find(
    ({ name, notNull, filled }) => notNull && !filled && !expected.some((column) => column.name === name),
  );
  return unfilled && `has another column, ${unfilled.name}, that is NOT NULL and has no default`;
}

/** The columns of an index as a definition ends or goes on with them; `ASC` stands there in the distributed relatives. */
const byId = / \(id(?: ASC)?\)/;
const byStatusAndId = / \(status(?: ASC)?, id(?: ASC)?[,)]/;

function complaintAboutIndexes(indexes: readonly Index[]): string | undefined {
  if (!indexes.some(({ primary, definition }) => primary && byId.test(definition))) {
    return 'has no primary key on the column id alone, in ascending order';
  }
  return indexes.some(({ definition }) => byStatusAndId.test(definition))
    ? undefined
    : 'has no index that begins with the columns status and id, in ascending order';
}

function complaintAboutRights({ maySelect, mayInsert }: Relation): string | undefined {
  if (!maySelect) return 'may not be read by this user: GRANT SELECT on it, and USAGE on its schema';
  if (!mayInsert) return 'may not be written to by this user: GRANT INSERT on it';
  return undefined;
}
