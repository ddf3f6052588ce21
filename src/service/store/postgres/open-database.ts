// Opens a PostgreSQL database: connects and migrates.
import { DatabaseError } from '../../../errors.ts';
import { StoreUnavailable } from '../store.ts';
import { parseAddress, redacted } from './address.ts';
import { connectTo, type Database, type DatabaseOptions } from './database.ts';
import { migrate } from './migrations.ts';

/**
 * Connects to a database, and migrates one that is empty or of an older version.
 * @throws DatabaseError if it cannot be reached, belongs to another program, or is of a newer version
 */
export async function openDatabase(data: string, options: DatabaseOptions = {}): Promise<Database> {
  const name = redacted(data);
  const database = connectTo(parseAddress(data), options);
  try {
    await migrate(database, name);
    return database;
  } catch (error) {
    await database.close();
    throw error instanceof DatabaseError ? error : cannotOpen(name, error);
  }
}

function cannotOpen(name: string, error: unknown): DatabaseError {
  const cause = error instanceof StoreUnavailable ? error.cause : error;
  return new DatabaseError(
    `cannot open the database ${name}: ${cause instanceof Error ? cause.message : String(cause)}`,
    {
      fix: 'check the address, the user and the password, and that the server is running',
      cause: error,
    },
  );
}
