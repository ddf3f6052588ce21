// Owns the version of the tables and the steps that lead to it, and refuses a database that has
// others.
import { flagText } from '../../contract/escape.ts';
import { DatabaseError } from '../../errors.ts';
import { type Driver, type Query, StoreUnavailable } from './driver.ts';
import { createTables } from './tables.ts';
import { moveRecords, setTablesAside, unversionedForm } from './unversioned.ts';

/**
 * Each step leads from the version before it to its own. A new one is added at the end, and none is
 * ever changed.
 */
const steps: readonly ((query: Query, tables: TableState) => Promise<void>)[] = [
  async (query, { isUnversioned }) => {
    if (isUnversioned) await setTablesAside(query);
    for (const statement of createTables) await query(statement);
    if (isUnversioned) return moveRecords(query);
    await query('CREATE TABLE plenary_schema (form TEXT NOT NULL)');
    await query("INSERT INTO plenary_schema (form) VALUES ('1')");
  },
];

interface TableState {
  /** 0 before the first version. */
  readonly version: number;
  /** Whether it has the tables from before they had a version. */
  readonly isUnversioned: boolean;
}

/**
 * Brings the tables to this version, in one transaction; in an empty database if `create` says so.
 * @param name of the database, for messages
 * @throws DatabaseError if there are no tables, newer ones, or those of another program
 */
export async function prepareTables(driver: Driver, name: string, create: boolean): Promise<void> {
  const found = await stateOf(driver, driver.read, name);
  if (found?.version === steps.length) return;
  if (found === undefined && !create) {
    throw new DatabaseError(`there is no database of Plenary in ${name}`, createDatabase(name));
  }
  try {
    await driver.transaction(async (query) => {
      // Another process may have done it since, or does it: then this one waits, or begins again.
      const state = (await stateOf(driver, query, name, 'FOR UPDATE')) ?? empty;
      for (const step of steps.slice(state.version)) await step(query, state);
      await query('UPDATE plenary_schema SET form = ?1', [String(steps.length)]);
    });
  } catch (error) {
    const isForbidden = error instanceof StoreUnavailable && error.reason === 'unwritable';
    throw isForbidden && found !== undefined ? cannotChange(name, error) : error;
  }
}

const empty: TableState = { version: 0, isUnversioned: false };

/** What to do if there is none. @param data the database as the operator named it */
export function createDatabase(data: string): Pick<DatabaseError, 'fix' | 'next'> {
  return {
    fix: 'create the database, with an organization and its first token',
    next: [{ command: `plenary service init${flagText('data', data)}` }],
  };
}

/** @returns undefined for an empty database */
async function stateOf(
  driver: Driver,
  query: Query,
  name: string,
  lock = '',
): Promise<TableState | undefined> {
  const rows = await query<{ name: string }>(driver.listTables);
  const tables = rows.map((table) => table.name);
  if (tables.length === 0) return undefined;
  const ours = ['organizations', 'speakers', 'submissions'];
  if (!ours.every((table) => tables.includes(table))) {
    throw new DatabaseError(`${name} is a database of another program`, {
      fix: 'pass another database with --data',
    });
  }
  const [schema] = tables.includes('plenary_schema')
    ? await query<SchemaRow>(`SELECT * FROM plenary_schema ${lock}`)
    : [];
  const { form = '' } = schema ?? {};
  const version = /^\d{1,4}$/.test(form) ? Number(form) : 0;
  if (version > steps.length) throw isNewer(name, version);
  if (version > 0) return { version, isUnversioned: false };
  if (form === unversionedForm) return { version, isUnversioned: true };
  throw new DatabaseError(`${name} has the tables of an earlier checkout of Plenary`, {
    fix: 'use it with the checkout that created it, and see "Upgrade" in docs/service.md',
  });
}

interface SchemaRow {
  /**
   * The version, and before there was one, a hash. The column keeps its name: a process that waits
   * for the lock of this row must not meet another table afterward.
   */
  readonly form?: string;
}

function isNewer(name: string, version: number): DatabaseError {
  return new DatabaseError(
    `${name} was changed by a newer version of Plenary: ` +
      `its tables have version ${version}, and this one knows ${steps.length}`,
    { fix: 'update Plenary, or restore the backup from before the update' },
  );
}

function cannotChange(name: string, cause: StoreUnavailable): DatabaseError {
  return new DatabaseError(`the tables of ${name} are older, and this user must not change them`, {
    fix: 'stop the service, and run `plenary service event list` once as the owner of the tables',
    cause,
  });
}
