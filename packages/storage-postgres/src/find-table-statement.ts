/**
 * Looks up the table `$1`, a name in SQL with or without a schema. Returns no row if there is no such table and the encoding is right;
 * otherwise one: its name with its schema, and why it cannot hold pets (to follow the word "it"), or NULL. Further
 * columns must be nullable or filled by the database. YugabyteDB has indexes of the method `lsm`, and writes `ASC`.
 */
export const findTableStatement = `
  WITH relation AS (
    SELECT c.oid, nspname, relname, relkind, relpersistence
    FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = relnamespace
    WHERE c.oid = to_regclass($1)
  ), needed (name, type) AS (
    VALUES ('id', 'bigint NOT NULL'), ('name', 'text NOT NULL'), ('category_id', 'bigint NOT NULL'), ('status', 'text')
  ), found AS (
    SELECT column_name::text AS name, data_type || CASE is_nullable WHEN 'NO' THEN ' NOT NULL' ELSE '' END AS type,
      column_default IS NOT NULL OR is_identity = 'YES' OR is_generated = 'ALWAYS' AS is_filled
    FROM information_schema.columns JOIN relation ON table_schema = nspname AND table_name = relname
  ), wrong AS (
    SELECT coalesce('a column ' || name || ' of type ' || found.type || ', not ' || needed.type, 'no column ' || name) AS text
    FROM needed LEFT JOIN found USING (name) WHERE found.type IS DISTINCT FROM needed.type
  ), unfilled AS (
    SELECT name FROM found WHERE type LIKE '% NOT NULL' AND NOT is_filled AND name NOT IN ('name', 'category_id')
  ), indexes AS (
    SELECT pg_get_indexdef(indexrelid) AS definition
    FROM pg_catalog.pg_index JOIN relation ON indrelid = oid WHERE indisvalid AND indpred IS NULL
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
      WHEN NOT EXISTS (SELECT 1 FROM indexes WHERE definition ~ '^CREATE UNIQUE .* USING (btree|lsm) [(]id( ASC)?[)]')
        THEN 'has no primary key on the column id alone, in ascending order'
      WHEN NOT EXISTS (SELECT 1 FROM indexes WHERE definition ~ ' USING (btree|lsm) [(]status( ASC)?, id( ASC)?[,)]')
        THEN 'has no index that begins with the columns status and id, in ascending order'
    END
  )
  FROM (SELECT 1) AS always LEFT JOIN relation ON true
  WHERE oid IS NOT NULL OR current_setting('server_encoding') <> 'UTF8'`;
