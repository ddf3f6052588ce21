// Groups of writes: one transaction each, and no promise resolves before its COMMIT.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { blankSpeaker } from '../records.ts';
import { StoreUnavailable } from '../store.ts';
import { type Connection, connect, neverWait } from './connection.ts';
import { openSqlite, storeOn } from './store.ts';
import { writeQueue } from './write-queue.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plenary-writes-'));
  path = join(folder, 'plenary.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Calls `before` with the text of each statement that changes something, which may throw instead of running it. */
function observed(connection: Connection, before: (sql: string) => void): Connection {
  return {
    one: (sql) => connection.one(sql),
    many: (sql) => connection.many(sql),
    each: (sql) => connection.each(sql),
    run: (sql) => {
      const statement = connection.run(sql);
      return {
        run: (values) => {
          before(sql);
          return statement.run(values);
        },
      };
    },
    exec: (sql) => {
      before(sql);
      connection.exec(sql);
    },
    pragma: (name) => connection.pragma(name),
    get inTransaction() {
      return connection.inTransaction;
    },
    close: () => connection.close(),
  };
}

describe('on a database', () => {
  let connection: Connection;

  beforeEach(() => {
    connection = connect(path);
    connection.exec('PRAGMA journal_mode = WAL; CREATE TABLE notes (text TEXT UNIQUE)');
  });
  afterEach(() => connection.close());

  const notes = () => {
    const reader = connect(path);
    const rows = reader.many<{ text: string }>('SELECT text FROM notes ORDER BY rowid').all([]);
    reader.close();
    return rows.map(({ text }) => text);
  };

  it('undoes only the write that fails, and keeps the order of the others', async () => {
    const { write } = writeQueue(connection);
    const insert = connection.run('INSERT INTO notes VALUES (?)');
    const outcomes = await Promise.allSettled([
      write(() => insert.run(['one'])),
      write(() => {
        insert.run(['half']);
        throw new Error('second thoughts');
      }),
      write(() => insert.run(['one'])),
      write(() => insert.run(['two'])),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    expect(notes()).toEqual(['one', 'two']);
  });

  it('is one transaction: when a promise resolves, all of its writes are visible', async () => {
    const { write } = writeQueue(connection);
    const insert = connection.run('INSERT INTO notes VALUES (?)');
    const seen = await Promise.all(['a', 'b', 'c'].map((text) => write(() => insert.run([text])).then(() => notes())));
    expect(seen).toEqual([
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
    ]);
  });

  it('rejects what is committed to a file that is replaced meanwhile', async () => {
    let isReplaced = false;
    const replacing = observed(connection, (sql) => {
      isReplaced ||= sql === 'COMMIT';
    });
    const checkFile = () => {
      if (isReplaced) throw new StoreUnavailable('replaced');
    };
    const { write } = writeQueue(replacing, { checkFile });
    const insert = connection.run('INSERT INTO notes VALUES (?)');
    await expect(write(() => insert.run(['lost']))).rejects.toMatchObject({ reason: 'replaced' });
  });

  it('rejects as a whole if the disk is full, and the queue works afterwards', async () => {
    const { write } = writeQueue(connection);
    const insert = connection.run('INSERT INTO notes VALUES (?)');
    const full = connection.pragma('page_count') + 2;
    connection.pragma(`max_page_count = ${full}`);
    const outcomes = await Promise.allSettled([
      write(() => insert.run(['small'])),
      write(() => insert.run(['x'.repeat(50_000)])),
    ]);
    expect(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason)).toEqual([
      expect.any(StoreUnavailable),
      expect.any(StoreUnavailable),
    ]);
    expect(notes()).toEqual([]);
    connection.pragma('max_page_count = 100000');
    await write(() => insert.run(['later']));
    expect(notes()).toEqual(['later']);
  });

  describe('while another connection holds the lock', () => {
    let other: Connection;

    beforeEach(() => {
      neverWait(connection);
      other = connect(path);
      other.exec('BEGIN IMMEDIATE');
    });
    afterEach(() => other.close());

    it('waits without blocking, and writes each of them once, in order', async () => {
      const { write, drain } = writeQueue(connection);
      const insert = connection.run('INSERT INTO notes VALUES (?)');
      const writes = ['a', 'b'].map((text) => write(() => insert.run([text])));
      await setTimeout(100);
      expect(notes()).toEqual([]);
      writes.push(write(() => insert.run(['c'])));
      other.exec('COMMIT');
      await drain();
      expect(notes()).toEqual(['a', 'b', 'c']);
      expect((await Promise.allSettled(writes)).map(({ status }) => status)).toEqual(Array(3).fill('fulfilled'));
    });

    it('rejects what has waited too long, and what finds too many waiting', async () => {
      const { write, drain } = writeQueue(connection, { patienceMs: 30, mostWaiting: 2 });
      const outcomes = await Promise.allSettled(['a', 'b', 'c'].map(() => write(() => undefined)));
      expect(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.reason)).toEqual([
        'locked',
        'locked',
        'overloaded',
      ]);
      await drain();
      other.exec('COMMIT');
      await expect(write(() => 'done')).resolves.toBe('done');
    });
  });

  it('resolves its promises after COMMIT, which comes after the work', async () => {
    const order: string[] = [];
    const { write } = writeQueue(observed(connection, (sql) => order.push(sql)));
    // Resolving a promise reads the value's `then` at once, before any callback can run.
    const answer = (name: string) => ({
      // biome-ignore lint/suspicious/noThenProperty: this is how the test sees a promise being resolved
      get then() {
        order.push(`resolve ${name}`);
        return undefined;
      },
    });
    await Promise.all(
      ['a', 'b'].map((name) =>
        write(() => {
          order.push(`work ${name}`);
          return answer(name);
        }),
      ),
    );
    expect(order).toEqual(['BEGIN IMMEDIATE', 'work a', 'work b', 'COMMIT', 'resolve a', 'resolve b']);
  });

  it.each([
    ['together', (insert: (text: string) => void) => insert('b')],
    [
      'one by one, because one of them fails',
      () => {
        throw new Error('second thoughts');
      },
    ],
  ])('rejects every write and keeps none if COMMIT fails after they ran %s', async (_, second) => {
    const failure = new Error('COMMIT failed');
    let isBroken = true;
    let rollbacks = 0;
    const broken = observed(connection, (sql) => {
      if (sql === 'COMMIT' && isBroken) throw failure;
    });
    const { write } = writeQueue(broken, {
      onRollback: () => {
        rollbacks += 1;
      },
    });
    const statement = broken.run('INSERT INTO notes VALUES (?)');
    const insert = (text: string) => void statement.run([text]);
    const outcomes = await Promise.allSettled([
      write(() => insert('a')),
      write(() => second(insert)),
      write(() => insert('c')),
    ]);
    expect(outcomes).toEqual(Array(3).fill({ status: 'rejected', reason: failure }));
    expect(connection.inTransaction).toBe(false);
    expect(rollbacks).toBeGreaterThan(0);
    expect(notes()).toEqual([]);
    isBroken = false;
    await write(() => insert('later'));
    expect(notes()).toEqual(['later']);
  });
});

it('forgets an event that a transaction found and then lost in a rollback', async () => {
  const other = openSqlite(path, { create: true });
  await other.insertOrganization(
    { id: 'org', name: 'Tests', created_at: '' },
    { id: 't', organization_id: 'org', name: '', hash: '', created_at: '' },
  );
  let isBroken = true;
  const store = storeOn(
    observed(connect(path), (sql) => {
      if (sql === 'COMMIT' && isBroken) throw new Error('COMMIT failed');
    }),
  );
  const event = (id: string) => ({ id, organization_id: 'org', name: id, timezone: 'UTC', created_at: '' });
  const create = (eventId: string) =>
    store.speakers.create({ organizationId: 'org', eventId }, { ...blankSpeaker, email: `${eventId}@example.org` });
  const outcomes = await Promise.allSettled([store.insertEvent(event('lost')), create('lost')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isBroken = false;
  // Another event now has the row number of the lost one.
  await other.insertEvent(event('kept'));
  expect(await store.findEvent({ organizationId: 'org', eventId: 'lost' })).toBeUndefined();
  expect(await create('lost')).toEqual({ outcome: 'not_found' });
  expect(await create('kept')).toMatchObject({ outcome: 'created', record: { event_id: 'kept' } });
  await store.close();
  await other.close();
});
