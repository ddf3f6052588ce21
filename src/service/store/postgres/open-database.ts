// Opens a PostgreSQL database: connects and migrates.
import { DatabaseError } from '../../../errors.ts';
import { StoreUnavailable } from '../store.ts';
import { parseAddress, redacted } from './address.ts';
import { connectTo, type Database, type DatabaseOptions } from './database.ts';
import { stateOf } from './failures.ts';
import { migrate } from './migrations.ts';

/**
 * Connects to a database, and migrates one that is empty or of an older version.
 * @throws DatabaseError if it cannot be reached, is not in UTF-8, belongs to another program, or is of a newer version
 */
export async function openDatabase(data: string, options: DatabaseOptions = {}): Promise<Database> {
  const name = redacted(data);
  const database = connectTo(parseAddress(data), options);
  try {
    await checkEncoding(database, name);
    await migrate(database, name);
    return database;
  } catch (error) {
    await database.close();
    throw error instanceof DatabaseError ? error : cannotOpen(name, error);
  }
}

/** In another encoding, some names cannot be stored, or their lengths and order would differ. */
async function checkEncoding({ query }: Database, name: string): Promise<void> {
  const [found] = await query<{ server_encoding: string }>('SHOW server_encoding');
  if (found === undefined || /^UTF-?8$/i.test(found.server_encoding)) return;
  throw new DatabaseError(`the database ${name} has the encoding ${found.server_encoding}, and must have UTF8`, {
    fix: 'create another one, with the encoding UTF8 and the template template0',
  });
}

function cannotOpen(name: string, error: unknown): DatabaseError {
  const cause = error instanceof StoreUnavailable ? error.cause : error;
  return new DatabaseError(
    `cannot open the database ${name}: ${cause instanceof Error ? cause.message : String(cause)}`,
    { fix: fixFor(cause), cause: error },
  );
}

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const fixes: readonly (readonly [state: RegExp, fix: string])[] = [
  [/^28/, 'check the user and the password, and that the server admits this user from this machine (pg_hba.conf)'],
  [/^3D000/, 'create the database, for example with createdb, or correct its name in the address'],
  [
    /^42501/,
    'grant this user USAGE on the schema, and SELECT, INSERT, UPDATE and DELETE on all of its tables, in this database',
  ],
];

function fixFor(cause: unknown): string {
  if (cause instanceof DatabaseError && cause.fix !== undefined) return cause.fix;
  const state = stateOf(cause) ?? '';
  const known = fixes.find(([pattern]) => pattern.test(state))?.[1];
  if (known !== undefined) return known;
  return isTlsFault(cause)
    ? 'name the file of the authority of its certificate with sslrootcert=FILE in the address, and the server as in its certificate; on a network that you trust, sslmode=disable does without TLS'
    : 'check the address, and that the server is running';
}

/** Node reports it with a code of its own, and pg by a text. */
function isTlsFault(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  const code = 'code' in cause ? String(cause.code) : '';
  return /CERT|SIGNATURE|_SSL_|_TLS_/.test(code) || cause.message.includes('SSL');
}
