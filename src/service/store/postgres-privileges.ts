// What a user of PostgreSQL may do with tables, and the statement that grants the rest. Must not
// know what the tables are for.
import { DatabaseError } from '../../errors.ts';
import type { MissingPrivileges, Query } from './driver.ts';

/** What reading, creating and changing rows needs. */
const needed = ['SELECT', 'INSERT', 'UPDATE'];

/** @returns undefined if the user may read, create and change the rows of these tables */
export async function missingPrivileges(
  read: Query,
  tables: readonly string[],
): Promise<MissingPrivileges | undefined> {
  const values = [JSON.stringify(tables), JSON.stringify(needed)];
  const rows = await read<MissingRow>(findMissing, values);
  const [first] = rows;
  if (first === undefined) return undefined;
  return {
    user: first.user,
    privileges: rows.map(({ privilege, table }) => `${privilege} on ${table}`),
    grant:
      'GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ' +
      `${first.schemaName} TO ${first.userName};`,
  };
}

/**
 * Without the right to use a schema, its tables are invisible.
 * @param name of the database, without a password
 * @throws DatabaseError if the user may use no schema
 */
export async function checkSchema(read: Query, name: string): Promise<void> {
  const [found] = await read<{ schema: string | null; user: string }>(
    'SELECT current_schema() AS schema, quote_ident(current_user) AS "user"',
  );
  if (found === undefined || found.schema !== null) return;
  const grant = `GRANT USAGE ON SCHEMA public TO ${found.user};`;
  throw new DatabaseError(`the user ${found.user} of the database ${name} may use no schema`, {
    fix: `as the owner of the database, run in psql: ${grant}`,
  });
}

interface MissingRow {
  readonly user: string;
  readonly table: string;
  readonly privilege: string;
  /** As SQL. */
  readonly schemaName: string;
  readonly userName: string;
}

const findMissing = `SELECT current_user AS "user", name AS "table", privilege,
    quote_ident(current_schema()) AS "schemaName", quote_ident(current_user) AS "userName"
  FROM json_array_elements_text(?1::json) AS name, json_array_elements_text(?2::json) AS privilege
  WHERE NOT has_table_privilege(name, privilege)`;
