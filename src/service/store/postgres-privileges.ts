// What a user of PostgreSQL may do, and the error and the fix if a privilege is missing. Must not
// know what the tables are for.
import { DatabaseError } from '../../errors.ts';
import type { Query } from './driver.ts';

const rowsFix =
  'as the owner of the tables, grant this user SELECT, INSERT, UPDATE and DELETE on all of them';

/** The server refuses a statement. It names only the table, in its own language. */
export class MissingPrivilege extends Error {
  readonly code = '42501';
  /** Undefined for a statement that is not about rows. */
  readonly fix: string | undefined;

  constructor(sql: string, refusal: Error) {
    const verbs = new Set(sql.match(/\b(?:SELECT|INSERT|UPDATE|DELETE)\b/g));
    const isAboutRows = verbs.size > 0;
    const needs = isAboutRows ? `; the statement needs ${[...verbs].join(', ')}` : '';
    super(refusal.message + needs, { cause: refusal });
    this.fix = isAboutRows ? rowsFix : undefined;
  }
}

/** What reading, creating and changing rows needs. */
const needed = ['SELECT', 'INSERT', 'UPDATE'];

/**
 * @param name of the database, without a password
 * @throws DatabaseError if the user may not read, create and change the rows of these tables
 */
export async function checkPrivileges(
  read: Query,
  tables: readonly string[],
  name: string,
): Promise<void> {
  const values = [JSON.stringify(tables), JSON.stringify(needed)];
  const rows = await read<{
    readonly user: string;
    readonly table: string;
    readonly privilege: string;
    /** As SQL, like the name of the user. */
    readonly schemaName: string;
    readonly userName: string;
  }>(findMissing, values);
  const [first] = rows;
  if (first === undefined) return;
  const missing = rows.map(({ privilege, table }) => `${privilege} on ${table}`).join(', ');
  const grant =
    'GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ' +
    `${first.schemaName} TO ${first.userName};`;
  throw new DatabaseError(
    `the user ${first.user} of the database ${name} lacks privileges: ${missing}`,
    {
      fix: `as the owner of the tables, run in psql: ${grant}`,
    },
  );
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

/**
 * From PostgreSQL 15 on, only the owner of a database may create tables in its schema `public`.
 * @param name of the database, without a password
 * @throws DatabaseError if the user may create no tables
 */
export async function checkCreation(read: Query, name: string): Promise<void> {
  const [refused] = await read<{ schema: string; user: string }>(
    `SELECT quote_ident(current_schema()) AS schema, quote_ident(current_user) AS "user"
      WHERE NOT has_schema_privilege(current_schema(), 'CREATE')`,
  );
  if (refused === undefined) return;
  const { schema, user } = refused;
  const grant = `GRANT CREATE ON SCHEMA ${schema} TO ${user};`;
  throw new DatabaseError(
    `the user ${user} of the database ${name} may not create tables in the schema ${schema}`,
    { fix: `as the owner of the database, run in psql: ${grant}` },
  );
}

const findMissing = `SELECT current_user AS "user", name AS "table", privilege,
    quote_ident(current_schema()) AS "schemaName", quote_ident(current_user) AS "userName"
  FROM json_array_elements_text(?1::json) AS name, json_array_elements_text(?2::json) AS privilege
  WHERE NOT has_table_privilege(name, privilege)`;
