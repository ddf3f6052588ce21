// Owns the version of the tables: brings a database to it, and refuses one that has others.
import { flagText } from '../../contract/escape.ts';
import { DatabaseError } from '../../errors.ts';
import { type Driver, type Query, StoreUnavailable } from './driver.ts';
import { steps, type TableState } from './steps.ts';
import type { OpenOptions } from './store.ts';
import { unversionedForm } from './unversioned.ts';

/**
 * Brings the tables to this version, in one transaction, if that is allowed.
 * @param name of the database, without a password
 * @throws DatabaseError if it is not, or if the tables are newer, or those of another program
 */
export async function prepareTables(
  driver: Driver,
  name: string,
  { create = false, onUpgrade }: Pick<OpenOptions, 'create' | 'onUpgrade'>,
): Promise<void> {
  const state = await stateOf(driver.read, driver, name);
  if (state?.version === steps.length) return;
  if (state === undefined && !create) {
    throw new DatabaseError(`there is no database of Plenary in ${name}`, createDatabase(name));
  }
  if (state !== undefined && onUpgrade === undefined) throw isOlder(name);
  if (state === undefined) await driver.checkCreation(name);
  const work = driver.transaction((query) => takeSteps(driver, query, name));
  const isChanged = await work.catch((error: unknown) => {
    const isForbidden =
      error instanceof StoreUnavailable && ['unwritable', 'forbidden'].includes(error.reason);
    throw isForbidden && state !== undefined ? cannotChange(name, error) : error;
  });
  if (state !== undefined && isChanged) await onUpgrade?.(upgraded(name));
}

/**
 * For a database that is open: another process may have changed its tables since. Writes the row of
 * the version, as it is.
 * @throws StoreUnavailable if they do not have this version
 */
export async function checkVersion(query: Query): Promise<void> {
  const write = 'UPDATE plenary_schema SET form = form RETURNING form';
  const [schema] = await query<{ form: string }>(write);
  if (schema?.form !== String(steps.length)) throw new StoreUnavailable('changed');
}

/** @returns false if another process has done it since; if one does it now, this one waits */
async function takeSteps(driver: Driver, query: Query, name: string): Promise<boolean> {
  const state = (await stateOf(query, driver, name, 'FOR UPDATE')) ?? empty;
  const missing = steps.slice(state.version);
  for (const step of missing) await step(query, state);
  await query('UPDATE plenary_schema SET form = ?1', [String(steps.length)]);
  return missing.length > 0;
}

const empty: TableState = { version: 0, isUnversioned: false };

/** What to do if there is none. @param data the database as the operator named it */
export function createDatabase(data: string): Pick<DatabaseError, 'fix' | 'next'> {
  return {
    fix: 'create the database, with an organization and its first token',
    next: [{ command: `plenary service init${flagText('data', data)}` }],
  };
}

/**
 * @param lock whether the version stays locked until the end of the transaction
 * @returns undefined for an empty database
 */
async function stateOf(
  query: Query,
  { listTables }: Driver,
  name: string,
  lock: 'FOR UPDATE' | '' = '',
): Promise<TableState | undefined> {
  const rows = await query<{ name: string }>(listTables);
  const tables = rows.map((table) => table.name);
  if (tables.length === 0) return undefined;
  const ours = ['organizations', 'speakers', 'submissions'];
  if (!ours.every((table) => tables.includes(table))) {
    throw new DatabaseError(`${name} is a database of another program`, {
      fix: 'pass another database with --data',
    });
  }
  const [schema] = tables.includes('plenary_schema')
    ? await query<{ form?: string }>(`SELECT * FROM plenary_schema ${lock}`)
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

function isNewer(name: string, version: number): DatabaseError {
  return new DatabaseError(
    `${name} was changed by a newer version of Plenary: ` +
      `its tables have version ${version}, and this one knows ${steps.length}`,
    { fix: 'update Plenary, or restore the backup from before the update' },
  );
}

function isOlder(name: string): DatabaseError {
  return new DatabaseError(`the tables of ${name} are older than this version of Plenary`, {
    fix:
      'stop all processes that use the database, back it up, and start `plenary serve`: ' +
      'it brings the tables to this version',
  });
}

function upgraded(name: string): string {
  return (
    `The tables of ${name} were brought to version ${steps.length}; ` +
    'earlier versions of Plenary refuse them.'
  );
}

function cannotChange(name: string, cause: StoreUnavailable): DatabaseError {
  return new DatabaseError(`the tables of ${name} are older, and this user must not change them`, {
    fix: 'stop the service, and start `plenary serve` once as the owner of the tables',
    cause,
  });
}
