// The choice of the database.
import { renameSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { DatabaseError, UsageError } from '../../errors.ts';
import { StoreUnavailable } from './driver.ts';
import { cannotUse, openStore } from './open.ts';

it('opens an SQLite file for any path', async () => {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  for (const name of ['plenary.db', 'a:b.db', 'postgres']) {
    const store = await openStore(folder.file(name), { create: true });
    expect(await store.listOrganizations()).toEqual([]);
    await store.close();
  }
  await expect(openStore('C:\\no\\such\\folder\\plenary.db')).rejects.toThrow(DatabaseError);
});

it('refuses the address of another kind of database, without its password', async () => {
  const refusal: unknown = await openStore('MYSQL://plenary:secret@db.example.org/p').catch(
    (error) => error,
  );
  expect(refusal).toBeInstanceOf(UsageError);
  expect(String(refusal)).toMatch(/databases with the scheme MYSQL:\/\/ are not supported$/);
});

it.each([
  'postgres:/plenary:secret@h/db',
  "'postgres://plenary:secret@h/db'",
  'plenary:secret@h/db',
  'postgres://plenary:a/secret@h/db',
])('does not take %s for a file, and does not repeat its password', async (data) => {
  const refusal: unknown = await openStore(data, { create: true }).catch((error) => error);
  expect(refusal).toBeInstanceOf(UsageError);
  expect(String(refusal)).not.toContain('secret');
});

it('reports what to do about a file that was replaced while it was open', async () => {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  const path = folder.file('plenary.db');
  const store = await openStore(path, { create: true });
  renameSync(path, `${path}.old`);
  const failure: unknown = await store.revokeToken('none', '').catch((error) => error);
  expect(failure).toBeInstanceOf(StoreUnavailable);
  expect(cannotUse('plenary.db', failure as StoreUnavailable)).toMatchObject({
    message:
      'cannot use the database plenary.db: the database file was deleted or replaced while it ' +
      'was open',
    fix: 'leave the file at its path while it is in use, and run the command again',
  });
});

it.each(['unwritable', 'changed'] as const)('does not ask to wait if it is %s', (reason) => {
  expect(cannotUse('plenary.db', new StoreUnavailable(reason)).fix).not.toMatch(/wait/);
});
