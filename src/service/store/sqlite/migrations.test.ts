// Databases of other versions and of other programs.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DatabaseError } from '../../../errors.ts';
import { connect } from './connection.ts';
import { migrate } from './migrations.ts';
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
