/**
 * Looks up the table `$1`, a name in SQL with or without a schema. Returns no row if there is no such table and the encoding is right;
 * otherwise one: its name with its schema, and why it cannot hold pets (to follow the word "it"), or NULL. Further
 * columns must be nullable or filled by the database.
 *
 * It compares numbers of the catalogue and no SQL text, whose form depends on settings. `indoption` is 0 for a column in
 * ascending order with NULLs last. CockroachDB has indexes of the method `prefix`, with NULLs first (2); YugabyteDB, of the method `lsm`.
 */
export const findTableStatement = `
  WITH relation AS (
    SELECT c.oid, nspname, relname, relkind, relpersistence
    FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = relnamespace
    WHERE c.oid = to_regclass($1)
  ), needed (name, type, is_required) AS (
    VALUES ('id', 'pg_catalog.int8'::regtype, true), ('name', 'pg_catalog.text'::regtype, true),
      ('category_id', 'pg_catalog.int8'::regtype, true), ('status', 'pg_catalog.text'::regtype, false)
  ), found AS (
    SELECT attnum, attname::text AS name, attcollation,
      CASE typtype WHEN 'd' THEN typbasetype ELSE t.oid END AS type,
      attnotnull OR typtype = 'd' AND typnotnull AS is_required,
      atthasdef OR attidentity <> '' OR typdefault IS NOT NULL AS is_filled
    FROM relation JOIN pg_catalog.pg_attribute ON attrelid = relation.oid JOIN pg_catalog.pg_type t ON t.oid = atttypid
    WHERE attnum > 0 AND NOT attisdropped
  ), wrong AS (
    SELECT coalesce(
      'a column ' || name || ' of type ' || format_type(found.type, NULL) || CASE WHEN found.is_required THEN ' NOT NULL' ELSE '' END
        || ', not ' || format_type(needed.type, NULL) || CASE WHEN needed.is_required THEN ' NOT NULL' ELSE '' END,
      'no column ' || name) AS text
    FROM needed LEFT JOIN found USING (name)
    WHERE found.type IS DISTINCT FROM needed.type OR found.is_required <> needed.is_required
  ), unfilled AS (
    SELECT name FROM found WHERE is_required AND NOT is_filled AND name NOT IN ('name', 'category_id')
  ), ordered AS (
    SELECT indexrelid, indisunique, indnkeyatts, position, name
    FROM relation JOIN pg_catalog.pg_index ON indrelid = relation.oid
      JOIN pg_catalog.pg_class c ON c.oid = indexrelid JOIN pg_catalog.pg_am m ON m.oid = relam
      CROSS JOIN (VALUES (0), (1)) AS positions (position)
      JOIN found ON attnum = indkey[position] AND attcollation = indcollation[position]
    WHERE indisvalid AND indpred IS NULL AND position < indnkeyatts
      AND amname IN ('btree', 'lsm', 'prefix') AND indoption[position] = CASE amname WHEN 'prefix' THEN 2 ELSE 0 END
      AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_opclass o WHERE o.oid = indclass[position] AND NOT opcdefault)
  )
  SELECT quote_ident(nspname) || '.' || quote_ident(relname), coalesce(
    CASE
      WHEN current_setting('server_encoding') <> 'UTF8'
        THEN 'is in a database of the encoding ' || current_setting('server_encoding') || ', but names need UTF8'
      WHEN relkind NOT IN ('r', 'p') THEN 'is not a table, but a view, a sequence or the like'
      WHEN relpersistence <> 'p' THEN 'is temporary or unlogged: its rows would be gone after a crash'
      WHEN NOT has_table_privilege(oid, 'SELECT') THEN 'may not be read by this user: GRANT SELECT on it'
      WHEN NOT has_table_privilege(oid, 'INSERT') THEN 'may not be written to by this user: GRANT INSERT on it'
    END,
    'has ' || (SELECT string_agg(text, ' and ') FROM wrong),
    'has a column ' || (SELECT string_agg(name, ', ') FROM unfilled) || ' that is NOT NULL, and nothing fills it',
    CASE
      WHEN NOT EXISTS (SELECT 1 FROM ordered WHERE indisunique AND indnkeyatts = 1 AND name = 'id')
        THEN 'has no primary key on the column id alone, in ascending order'
      WHEN NOT EXISTS (
        SELECT 1 FROM ordered AS first JOIN ordered AS second USING (indexrelid)
        WHERE first.position = 0 AND first.name = 'status' AND second.position = 1 AND second.name = 'id'
      ) THEN 'has no index that begins with the columns status and id, in ascending order'
    END
  )
  FROM (SELECT 1) AS always LEFT JOIN relation ON true
  WHERE oid IS NOT NULL OR current_setting('server_encoding') <> 'UTF8'`;
