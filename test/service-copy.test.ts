// `plenary service copy` as an operator runs it: the flags and the output.
import { existsSync } from 'node:fs';
import Libsql from 'libsql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../src/client/clock.ts';
import { openStore } from '../src/service/store/open.ts';
import { blankSpeaker } from '../src/service/store/record-fields.ts';
import { timestamp } from '../src/service/store/stamps.ts';
import { written } from '../src/service/store/statements.ts';
import { newTalk } from './support/new-talk.ts';
import { plenary } from './support/program.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

let folder: ReturnType<typeof temporaryFolder>;
let from: string;
let to: string;
const copy = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  plenary(['service', 'copy', ...args], { cwd: folder.path, env, clock });

/** On a slow machine, progress would be printed. */
const clock = { ...systemClock, now: () => 0 };

beforeEach(() => {
  folder = temporaryFolder();
  from = folder.file('plenary.db');
  to = folder.file('new.db');
});
afterEach(() => folder.remove());

describe('plenary service copy', () => {
  beforeEach(() => fillDatabase(from, 10));

  it('prints the tables, and the command that serves the copy', async () => {
    const { exitCode, stdout, stderr } = await copy(['--from', from, '--to', to]);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr: `\n${from} was copied to ${to}. Next:\n  plenary serve --data ${to}\n`,
    });
    expect(stdout.match(/\d+$/gm)).toEqual(['1', '1', '2', '2', '5', '5']);
    const listed = await plenary(['service', 'event', 'list', '--data', to, '--json']);
    expect(JSON.parse(listed.stdout).map(({ id }: { id: string }) => id)).toEqual(['one', 'two']);
  });

  it('ends with 9 if something is created meanwhile, which is not in the copy', async () => {
    const columns = written.speakers.filter((name) => name !== 'address').join(', ');
    const { exitCode, stdout, stderr } = await copyDuring(
      `INSERT INTO speakers (event, number, id, created_at, ${columns})
      SELECT event, number + 100, id || '2', created_at, ${columns} FROM speakers WHERE number = 1`,
    );
    expect({ exitCode, stderr }).toEqual({
      exitCode: 9,
      stderr:
        `Error: 2 rows were created in ${from} while it was copied to ${to}\n` +
        'Fix: stop the service, and copy again into an empty database; this copy is complete as ' +
        'of its beginning\n',
    });
    expect(stdout.match(/\d+$/gm)).toEqual(['1', '1', '2', '2', '5', '5']);
    const store = await openStore(to);
    const ref = { organizationId: 'org_1', eventId: 'one' };
    expect(await store.listSpeakers(ref, { page: 1, pageSize: 100 })).toMatchObject({ total: 3 });
    await store.close();
  });

  it.each([
    ["UPDATE tokens SET revoked_at = '2026-01-01T00:00:00.000Z'", '1 row was changed'],
    ["UPDATE events SET name = 'New' WHERE id = 'one'", '1 row was changed'],
    ['DELETE FROM choices', '2 rows were changed'],
    [
      "UPDATE speakers SET title = 'Dr.', updated_at = '9999-01-01T00:00:00.000Z'",
      '5 rows were changed',
    ],
    [
      `INSERT INTO tokens (seq, id, organization_id, name, hash, created_at)
        SELECT seq + 1, 'tok_2', organization_id, name, 'other', created_at FROM tokens`,
      '1 row was created',
    ],
  ])('reports a change of any table: %s', async (sql, report) => {
    const { stderr } = await copyDuring(sql);
    expect(stderr).toMatch(`Error: ${report} in `);
  });

  it('is done even if it cannot be found out what was written meanwhile', async () => {
    const { exitCode, stdout, stderr } = await copyDuring('ALTER TABLE choices RENAME TO gone');
    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr:
        `Warning: could not check whether ${from} was changed meanwhile: ` +
        'no such table: choices.\n' +
        `\n${from} was copied to ${to}. Next:\n  plenary serve --data ${to}\n`,
    });
    expect(stdout.match(/\d+$/gm)).toEqual(['1', '1', '2', '2', '5', '5']);
  });

  it('takes the database from PLENARY_DATA, or plenary.db in this folder', async () => {
    expect((await copy(['--to', to])).exitCode).toBe(0);
    const third = folder.file('third.db');
    expect((await copy(['--from', to], { PLENARY_DATA: third })).stderr).toMatch(
      /Next:\n {2}plenary serve\n$/,
    );
    expect((await copy(['--to', folder.file('fourth.db')], { PLENARY_DATA: third })).exitCode).toBe(
      0,
    );
    const { exitCode, stderr } = await copy([], { PLENARY_DATA: third });
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr:
        'Error: neither --from nor --to is given\n' +
        'Fix: pass the database to copy with --from, or the one to fill with --to; ' +
        'the other one is PLENARY_DATA, or else plenary.db\n',
    });
  });

  it.each(['--from', '--to'])('refuses a password in %s, and does not repeat it', async (flag) => {
    const mistyped = [
      ' postgres://plenary:secret@h/p',
      'postgres:/plenary:secret@h/p',
      'plenary:secret@h/p',
    ];
    for (const address of ['postgres://plenary:secret@db.example.org/p', ...mistyped]) {
      const { exitCode, stderr } = await copy([flag, address]);
      expect(exitCode).toBe(2);
      expect(stderr).toMatch(new RegExp(`^Error: ${flag} has a password, which other users`));
      expect(stderr).not.toContain('secret');
    }
  });

  it('does not repeat the password of a mistyped address in PLENARY_DATA', async () => {
    for (const address of [
      "'postgres://u:secret@h/p'",
      'postgres:/u:secret@h/p',
      'postgres://u:a/secret@h/p',
    ]) {
      const { exitCode, stderr } = await copy(['--to', to], { PLENARY_DATA: address });
      expect(exitCode).toBe(2);
      expect(stderr).toMatch(
        /^Error: the address of the database (?:cannot be read|is in quotes)\nFix: /,
      );
      expect(stderr).not.toContain('secret');
    }
  });

  it('refuses to copy a PostgreSQL database to its own address', async () => {
    const address = 'postgres://127.0.0.1:1/plenary';
    const { exitCode, stderr } = await copy(['--from', address, '--to', address]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('are the same database');
  });

  it('refuses a target with an organization, and a source that is empty or missing', async () => {
    await copy(['--from', from, '--to', to]);
    const again = await copy(['--from', from, '--to', to]);
    expect(again).toEqual({
      exitCode: 2,
      stdout: '',
      stderr:
        `Error: ${to} is not empty: it has an organization\n` +
        'Fix: copy into a database that does not exist yet, or that is empty\n',
    });
    const same = await copy(['--from', from, '--to', from]);
    expect([same.exitCode, same.stderr]).toEqual([
      2,
      expect.stringContaining('are the same database'),
    ]);
    const missing = await copy([
      '--from',
      folder.file('missing.db'),
      '--to',
      folder.file('third.db'),
    ]);
    expect(missing.stderr).toMatch(/^Error: there is no database/);
    expect(existsSync(folder.file('third.db'))).toBe(false);
  });
});

/** Copies, and does what a service could do after the first rows. */
async function copyDuring(sql: string): ReturnType<typeof plenary> {
  const file = new Libsql(from);
  let batches = 0;
  const throwIfAborted = () => {
    if (batches++ === 0) file.exec(sql);
  };
  const stopped = Object.assign(new AbortController().signal, { throwIfAborted });
  const args = ['service', 'copy', '--from', from, '--to', to];
  return plenary(args, { clock, stopped }).finally(() => file.close());
}

/** Fills a database with records of two events, half of them with an idempotency key. */
async function fillDatabase(data: string, records: number): Promise<void> {
  const store = await openStore(data, { create: true });
  const created_at = timestamp(Date.now());
  const token = { id: 'tok_1', organization_id: 'org_1', name: 'Trial', hash: 'hash', created_at };
  await store.insertOrganization({ id: 'org_1', name: 'Trial', created_at }, token);
  for (const id of ['one', 'two']) {
    await store.insertEvent({
      id,
      organization_id: 'org_1',
      name: id,
      timezone: 'UTC',
      created_at,
    });
  }
  for (let n = 0; n < records; n++) {
    const ref = { organizationId: 'org_1', eventId: n % 4 < 2 ? 'one' : 'two' };
    const email = `person-${n >> 1}@example.org`;
    if (n % 2 === 0) {
      const key = { key: `key-${n}`, fingerprint: 'same' };
      await store.speakers.create(ref, { ...blankSpeaker, email }, key);
    } else {
      const talk = newTalk({ title: `Talk ${n}`, submitter_email: email, track_id: 'web' });
      await store.submissions.create(ref, talk);
    }
  }
  await store.close();
}
