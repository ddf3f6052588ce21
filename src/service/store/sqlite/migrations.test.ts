// Databases of other versions and of other programs.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DatabaseError } from '../../../errors.ts';
import type { SubmissionFields } from '../records.ts';
import { connect } from './connection.ts';
import { migrate, migrations } from './migrations.ts';
import { openStore } from './store.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plenary-migrations-'));
  path = join(folder, 'plenary.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const first = 'CREATE TABLE talks (title TEXT)';
const second = "ALTER TABLE talks ADD COLUMN room TEXT DEFAULT 'Main Hall'";

function opened<T>(use: (connection: ReturnType<typeof connect>) => T): T {
  const connection = connect(path);
  try {
    return use(connection);
  } finally {
    connection.close();
  }
}

it('brings a database of an older version up to date, and keeps what is in it', () => {
  opened((connection) => {
    migrate(connection, path, [first]);
    connection.exec("INSERT INTO talks VALUES ('Queues')");
  });
  opened((connection) => {
    migrate(connection, path, [first, second]);
    expect(connection.pragma('user_version')).toBe(2);
    expect(connection.many('SELECT * FROM talks').all([])).toEqual([{ title: 'Queues', room: 'Main Hall' }]);
    migrate(connection, path, [first, second]);
  });
});

it('gives the first answer of a key again that an older version has kept', async () => {
  const time = Date.parse('2026-05-02T09:00:00.123Z');
  const fields = { title: 'Queues', abstract: '', submitter_email: 'amina@example.org' } as SubmissionFields;
  const record = { id: 'sub_1', ...fields, created_at: new Date(time).toISOString() };
  opened((connection) => {
    migrate(connection, path, migrations.slice(0, 1));
    connection.exec(`
      INSERT INTO organizations (id, name, created_at) VALUES ('org_1', 'Tests', '');
      INSERT INTO events (id, organization_id, name, timezone, created_at) VALUES ('conf', 'org_1', 'Conf', 'UTC', '');
      INSERT INTO idempotency_keys VALUES ('org_1', 'k', 'print', '${JSON.stringify(record)}', ${time + 5});`);
  });
  const store = openStore(path, { now: () => time + 10 });
  const scope = { organizationId: 'org_1', eventId: 'conf' };
  const creation = await store.createSubmission(scope, fields, { key: 'k', fingerprint: 'print' });
  await store.close();
  expect(creation).toMatchObject({
    outcome: 'replayed',
    record: { id: 'sub_1', title: 'Queues', created_at: '2026-05-02T09:00:00.123Z' },
  });
});

it('leaves a database as it was where a step fails', () => {
  opened((connection) => {
    migrate(connection, path, [first]);
    expect(() => migrate(connection, path, [first, second, 'CREATE TABLE talks (again TEXT)'])).toThrow();
    expect(connection.pragma('user_version')).toBe(1);
    expect(connection.many("SELECT name FROM pragma_table_info('talks')").all([])).toEqual([{ name: 'title' }]);
  });
});

it('refuses a database of a newer version, and says what to do', async () => {
  await openStore(path, { create: true }).close();
  opened((connection) => connection.exec('PRAGMA user_version = 99'));
  const error = refusal();
  expect(error.message).toMatch(/was written by a newer Plenary \(its form is 99, this one knows up to \d+\)$/);
  expect(error.fix).toMatch(/install the newer Plenary/);
  expect(error.exitCode).toBe(2);
});

it('refuses a database of another program, and leaves it alone', () => {
  opened((connection) => connection.exec('CREATE TABLE bookmarks (url TEXT)'));
  const before = readFileSync(path);
  expect(refusal({ create: true }).message).toMatch(/is a database of another program/);
  expect(readFileSync(path).equals(before)).toBe(true);
});

it('refuses what is no database', () => {
  writeFileSync(path, 'title,abstract\n'.repeat(100));
  expect(refusal().message).toMatch(/cannot open the database .*: it is not a database/);
});

it('refuses a file that is not there, and says how to make one', () => {
  const error = refusal();
  expect(error.message).toMatch(/there is no database/);
  expect(error.next).toEqual([{ command: `plenary service init --data ${path}` }]);
  path = join(folder, 'no', 'such', 'folder.db');
  expect(refusal({ create: true })).toBeInstanceOf(DatabaseError);
});

it('makes a database of an empty file', async () => {
  writeFileSync(path, '');
  const store = openStore(path);
  await expect(store.createOrganization('Tests')).resolves.toMatchObject({ organization: { name: 'Tests' } });
  await store.close();
});

function refusal(options: { create?: boolean } = {}): DatabaseError {
  try {
    openStore(path, options);
  } catch (error) {
    if (error instanceof DatabaseError) return error;
    throw error;
  }
  throw new Error('the database was opened');
}
