// Databases of other versions and of other programs.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DatabaseError } from '../../../errors.ts';
import { blankSpeaker, blankSubmission, type SubmissionFields } from '../records.ts';
import { connect } from './connection.ts';
import { migrate, migrations } from './migrations.ts';
import { openSqlite } from './store.ts';

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

it('migrates a database of an older version and preserves its content', () => {
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

it('replays the creation of an idempotency key that an older version has stored', async () => {
  const time = Date.parse('2026-05-02T09:00:00.123Z');
  const fields = { title: 'Queues', abstract: '', submitter_email: 'amina@example.org' } as SubmissionFields;
  const record = { id: 'sub_1', ...fields, created_at: new Date(time).toISOString() };
  opened((connection) => {
    migrate(connection, path, migrations.slice(0, 1));
    connection.exec(`
      INSERT INTO organizations (id, name, created_at) VALUES ('org_1', 'Tests', '');
      INSERT INTO events (id, organization_id, name, timezone, created_at) VALUES ('conf', 'org_1', 'Conf', 'UTC', '');
      INSERT INTO submissions
        (event, id, title, abstract, submitter_email, submitter_first_name, submitter_last_name, status, feedback, created_at, updated_at)
        VALUES (1, 'sub_1', 'Queues', '', 'amina@example.org', '', '', 'pending', '', '${record.created_at}', '${record.created_at}');
      INSERT INTO idempotency_keys VALUES ('org_1', 'k', 'print', '${JSON.stringify(record)}', ${time + 5});`);
  });
  const store = openSqlite(path, { now: () => time + 10 });
  const scope = { organizationId: 'org_1', eventId: 'conf' };
  const creation = await store.submissions.create(scope, fields, { key: 'k', fingerprint: 'print' });
  await store.close();
  expect(creation).toMatchObject({
    outcome: 'replayed',
    record: { id: 'sub_1', title: 'Queues', created_at: '2026-05-02T09:00:00.123Z' },
  });
});

it('computes addresses again, and leaves the old form to a speaker whose new address is in use', async () => {
  const composed = 'jos\u00e9@example.org';
  const decomposed = 'jose\u0301@example.org';
  opened((connection) => {
    migrate(connection, path, migrations.slice(0, 2));
    connection.exec(`
      INSERT INTO organizations (id, name, created_at) VALUES ('org_1', 'Tests', '');
      INSERT INTO events (id, organization_id, name, timezone, created_at) VALUES ('conf', 'org_1', 'Conf', 'UTC', '');`);
    const add = (table: string, id: string, fields: object, address: string) => {
      const all: Record<string, string | number> = { event: 1, id, address, ...fields, created_at: id, updated_at: id };
      // The fields of today, as far as this version has them.
      const columns = connection
        .many<{ name: string }>(`SELECT name FROM pragma_table_info('${table}')`)
        .all([])
        .map(({ name }) => name)
        .filter((name) => name in all);
      connection
        .run(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`)
        .run(columns.map((name) => all[name] ?? null));
    };
    const speaker = (id: string, email: string) => add('speakers', id, { ...blankSpeaker, email }, email);
    speaker('spk_1', decomposed);
    speaker('spk_2', composed);
    speaker('spk_3', 'ang\u0065\u0301la@example.org');
    speaker('spk_4', 'two  spaces@example.org');
    speaker('spk_5', 'plain@example.org');
    add('submissions', 'sub_1', { ...blankSubmission, submitter_email: decomposed }, decomposed);
  });
  const store = openSqlite(path);
  const scope = { organizationId: 'org_1', eventId: 'conf' };
  const take = (email: string) => store.speakers.create(scope, { ...blankSpeaker, email });
  expect(await take(decomposed)).toEqual({ outcome: 'taken', id: 'spk_2' });
  expect(await take('ang\u00e9la@example.org')).toEqual({ outcome: 'taken', id: 'spk_3' });
  expect(await take('two spaces@example.org')).toEqual({ outcome: 'taken', id: 'spk_4' });
  expect(await take('Plain@example.org')).toEqual({ outcome: 'taken', id: 'spk_5' });
  const contacts = await store.list('contacts', scope, { page: 1, pageSize: 10 });
  expect(contacts?.records.map(({ speaker_id, submission_ids }) => [speaker_id, submission_ids])).toEqual([
    ['spk_1', []],
    ['spk_2', ['sub_1']],
    ['spk_3', []],
    ['spk_4', []],
    ['spk_5', []],
  ]);
  // Other fields of the displaced speaker can still be changed, and a new address frees it.
  const displaced = { organizationId: 'org_1', id: 'spk_1' };
  expect((await store.speakers.update(displaced, { title: 'Engineer' })).outcome).toBe('updated');
  expect((await store.speakers.update(displaced, { email: 'jose@example.org' })).outcome).toBe('updated');
  await store.close();
});

it('finds people by the statuses and tracks that an older version has stored, in the order in which it listed them', async () => {
  opened((connection) => {
    migrate(connection, path, migrations.slice(0, 5));
    connection.exec(`
      INSERT INTO organizations (id, name, created_at) VALUES ('org_1', 'Tests', '');
      INSERT INTO events (id, organization_id, name, timezone, created_at) VALUES ('conf', 'org_1', 'Conf', 'UTC', '');
      INSERT INTO speakers (seq, event, id, address, contact_since, email, first_name, last_name, photo_url, pronouns,
          linkedin_url, twitter_url, phone, speaker_status, created_at, updated_at)
        VALUES (1 << 32 | 1, 1, 'spk_1', 'late@example.org', '3', 'late@example.org', '', '', '', '', '', '', '', 'invited', '', ''),
          (1 << 32 | 2, 1, 'spk_2', 'amina@example.org', NULL, 'amina@example.org', '', '', '', '', '', '', '', NULL, '', '');
      INSERT INTO submissions (seq, event, id, address, title, abstract, submitter_email, submitter_first_name,
          submitter_last_name, track_id, status, feedback, created_at, updated_at)
        VALUES (1 << 32 | 1, 1, 'sub_1', 'late@example.org', 'A', '', 'late@example.org', '', '', 'web', 'pending', '', '', ''),
          (1 << 32 | 2, 1, 'sub_2', 'amina@example.org', 'B', '', 'amina@example.org', '', '', 'web', 'pending', '', '', '');
      UPDATE submissions SET contact_since = '3' WHERE id = 'sub_1';`);
  });
  const store = openSqlite(path);
  const found = async (name: 'speakers' | 'contacts', filter: { status?: string; track?: string }) => {
    const page = await store.list(
      name,
      { organizationId: 'org_1', eventId: 'conf' },
      { ...filter, page: 1, pageSize: 5 },
    );
    return page?.records.map(({ email }) => email.split('@')[0]);
  };
  expect(await found('contacts', {})).toEqual(['amina', 'late']);
  expect(await found('contacts', { status: 'pending', track: 'web' })).toEqual(['amina', 'late']);
  expect(await found('contacts', { status: 'invited', track: 'web' })).toEqual(['late']);
  expect(await found('speakers', { track: 'web' })).toEqual(['late', 'amina']);
  expect(await found('speakers', { status: 'invited' })).toEqual(['late']);
  await store.close();
});

it('does not change a database if a step fails', () => {
  opened((connection) => {
    migrate(connection, path, [first]);
    expect(() => migrate(connection, path, [first, second, 'CREATE TABLE talks (again TEXT)'])).toThrow();
    expect(connection.pragma('user_version')).toBe(1);
    expect(connection.many("SELECT name FROM pragma_table_info('talks')").all([])).toEqual([{ name: 'title' }]);
  });
});

it('refuses a database of a newer version, and advises an upgrade', async () => {
  await openSqlite(path, { create: true }).close();
  opened((connection) => connection.exec('PRAGMA user_version = 99'));
  const error = refusal();
  expect(error.message).toMatch(
    /was written by a newer version of Plenary \(its schema has version 99; this program supports up to \d+\)$/,
  );
  expect(error.advice).toEqual({ kind: 'upgrade' });
  expect(error.exitCode).toBe(2);
});

it('refuses a database of another program, and does not change it', () => {
  opened((connection) => connection.exec('CREATE TABLE bookmarks (url TEXT)'));
  const before = readFileSync(path);
  expect(refusal({ create: true }).message).toMatch(/is a database of another program/);
  expect(readFileSync(path).equals(before)).toBe(true);
});

it('refuses a file that is not a database', () => {
  writeFileSync(path, 'title,abstract\n'.repeat(100));
  expect(refusal().message).toMatch(/cannot open the database .*: it is not a database/);
});

it.each([true, false])('refuses a folder (create: %s)', (create) => {
  mkdirSync(path);
  expect(refusal({ create }).message).toMatch(/cannot open the database .*: it is a folder$/);
});

it('refuses a file that does not exist, and advises how to create one', () => {
  const error = refusal();
  expect(error.message).toMatch(/there is no database/);
  expect(error.advice).toEqual({ kind: 'create_database', data: path });
  path = join(folder, 'no', 'such', 'folder.db');
  expect(refusal({ create: true })).toBeInstanceOf(DatabaseError);
});

it('creates a database in an empty file, but only if that is wanted', async () => {
  writeFileSync(path, '');
  expect(refusal()).toMatchObject({ message: expect.stringMatching(/is empty, so it is not a database/) });
  expect(readFileSync(path, 'utf8')).toBe('');
  const store = openSqlite(path, { create: true });
  await expect(store.listOrganizations()).resolves.toEqual([]);
  await store.close();
});

function refusal(options: { create?: boolean } = {}): DatabaseError {
  try {
    openSqlite(path, options);
  } catch (error) {
    if (error instanceof DatabaseError) return error;
    throw error;
  }
  throw new Error('the database was opened');
}
