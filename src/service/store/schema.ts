// Owns the tables of the store, the same in every database, and refuses a database that has others.
import { hash } from 'node:crypto';
import { flagText } from '../../contract/escape.ts';
import { DatabaseError } from '../../errors.ts';
import type { Driver, Query } from './driver.ts';
import { blankSpeaker, blankSubmission } from './record-fields.ts';

/** Columns for fields: one that may be unset can be null. */
const fields = (blank: object) =>
  Object.entries(blank).map(([name, value]) => `${name} TEXT${value === null ? '' : ' NOT NULL'}`);

// event: the seq of its event. number: its place in the order of the event's records of both kinds; a creation takes it while
// it holds the lock of the event. address: the e-mail address as it is compared; null where it is blank. idempotency_key and
// fingerprint: of the request that created it.
const recordTable = (name: string, blank: object) => `CREATE TABLE ${name} (
  event INTEGER NOT NULL, number INTEGER NOT NULL, address TEXT, id TEXT NOT NULL UNIQUE,
  ${fields(blank).join(', ')},
  created_at TEXT NOT NULL, updated_at TEXT NOT NULL, idempotency_key TEXT, fingerprint TEXT, PRIMARY KEY (event, number))`;

// seq: the order in which rows were added.
const statements = [
  'CREATE TABLE organizations (id TEXT PRIMARY KEY, name TEXT NOT NULL, created_at TEXT NOT NULL)',
  `CREATE TABLE tokens (seq INTEGER NOT NULL UNIQUE, id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations, name TEXT NOT NULL, hash TEXT NOT NULL, created_at TEXT NOT NULL, revoked_at TEXT)`,
  // last_number: of its records.
  `CREATE TABLE events (seq INTEGER PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations, id TEXT NOT NULL, name TEXT NOT NULL, timezone TEXT NOT NULL, created_at TEXT NOT NULL, last_number INTEGER NOT NULL, UNIQUE (organization_id, id))`,
  recordTable('speakers', blankSpeaker),
  'CREATE UNIQUE INDEX speakers_by_address ON speakers (event, address)',
  'CREATE UNIQUE INDEX speakers_by_key ON speakers (idempotency_key) WHERE idempotency_key IS NOT NULL',
  'CREATE INDEX speakers_by_status ON speakers (event, speaker_status, number)',
  recordTable('submissions', blankSubmission),
  'CREATE INDEX submissions_by_address ON submissions (event, address, number, status, track_id)',
  'CREATE UNIQUE INDEX submissions_by_key ON submissions (idempotency_key) WHERE idempotency_key IS NOT NULL',
  'CREATE INDEX submissions_by_status ON submissions (event, status, number)',
  'CREATE INDEX submissions_by_track ON submissions (event, track_id, number, address)',
  'CREATE INDEX sessions ON submissions (event, number) WHERE start IS NOT NULL',
  "CREATE INDEX content_items ON submissions (event, number) WHERE (status = 'accepted' OR start IS NOT NULL)",
  'CREATE TABLE plenary_schema (form TEXT NOT NULL)',
];

/** Identifies these tables: a database with others has another form. */
const form = hash('sha256', statements.join(';')).slice(0, 16);

/**
 * Creates the tables in an empty database if `create` says so, and checks those of any other.
 * @param name of the database, for messages
 * @throws DatabaseError if there are no tables, other ones, or those of another program
 */
export async function prepareTables(driver: Driver, name: string, create: boolean): Promise<void> {
  if (await hasTables(driver, driver.read, name)) return;
  if (!create) {
    throw new DatabaseError(`there is no database of Plenary in ${name}`, createDatabase(name));
  }
  await driver.transaction(async (query) => {
    // Another process may have created them.
    if (await hasTables(driver, query, name)) return;
    for (const statement of statements) await query(statement);
    await query('INSERT INTO plenary_schema (form) VALUES (?1)', [form]);
  });
}

/** What to do if there is none. @param data the database as the operator named it */
export function createDatabase(data: string): Pick<DatabaseError, 'fix' | 'next'> {
  return {
    fix: 'create the database, with an organization and its first token',
    next: [{ command: `plenary service init${flagText('data', data)}` }],
  };
}

async function hasTables(driver: Driver, query: Query, name: string): Promise<boolean> {
  const tables = (await query<{ name: string }>(driver.listTables)).map((table) => table.name);
  if (tables.length === 0) return false;
  const isOurs = ['organizations', 'speakers', 'submissions'].every((table) => tables.includes(table));
  if (!isOurs) {
    throw new DatabaseError(`${name} is a database of another program`, { fix: 'pass another database with --data' });
  }
  const [found] = tables.includes('plenary_schema')
    ? await query<{ form?: string }>('SELECT * FROM plenary_schema')
    : [];
  if (found?.form === form) return true;
  throw new DatabaseError(`${name} has the tables of another version of Plenary`, {
    fix: 'use it with the version that created it; to change to this one, run `plenary program pull FOLDER --private-columns` there, and import speakers.csv and submissions.csv of the folder into a new database',
  });
}
