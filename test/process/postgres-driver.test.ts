// What the driver of PostgreSQL promises: an outcome that is true and in time when connections,
// commits, locks or standbys fail.
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type Driver, StoreUnavailable, StoreUncertain } from '../../src/service/store/driver.ts';
import { openStore } from '../../src/service/store/open.ts';
import { openPostgres } from '../../src/service/store/postgres.ts';
import { blankSpeaker, type EventRef } from '../../src/service/store/record-fields.ts';
import type { Store } from '../../src/service/store/store.ts';
import { newTalk } from '../support/new-talk.ts';
import { ownPostgres } from '../support/own-postgres.ts';
import { removePostgres, startStandby } from '../support/postgres.ts';
import { type CommitFate, startPostgresProxy } from '../support/postgres-proxy.ts';
import { createAccount, startServiceProcess } from '../support/postgres-stage.ts';
import { requireAbsentStandby, requireNoStandby } from '../support/postgres-standbys.ts';
import { hasPostgres } from '../support/shared-postgres.ts';

describe.skipIf(!hasPostgres)('on a server', () => {
  const { folder, server } = ownPostgres();
  let databases = 0;

  async function driverOn(name = 'postgres'): Promise<Driver> {
    const driver = await openPostgres(server.address(name), 300);
    onTestFinished(() => driver.close());
    return driver;
  }

  /** A store on a database with an event. */
  async function stage(addressOf = server.address) {
    const name = `driver_${databases++}`;
    await server.createDatabase(name);
    const { organizationId, token } = await createAccount(server.address(name));
    const store = await openStore(addressOf(name), { patienceMs: 2000 });
    onTestFinished(() => store.close());
    return { name, ref: { organizationId, eventId: 'conf' }, store, token };
  }

  /** The connections that Plenary has to a database. */
  const backends = (name: string, condition = 'true') =>
    server.query(`SELECT pid FROM pg_stat_activity
      WHERE datname = '${name}' AND application_name = 'plenary' AND ${condition}`);

  describe('a connection', () => {
    it('is made again if it is lost before a COMMIT, while a request may wait', async () => {
      const driver = await driverOn();
      const lose =
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'plenary'";
      await server.query(lose);
      expect(await driver.read('SELECT 1 AS one')).toEqual([{ one: 1 }]);
      const attempts: boolean[] = [];
      const written = driver.transaction(async (query, mayBeStored) => {
        attempts.push(mayBeStored);
        if (attempts.length === 1) await server.query(lose);
        return query('SELECT 2 AS two');
      });
      expect([await written, attempts]).toEqual([[{ two: 2 }], [false, false]]);
      const endless = driver.transaction((query) =>
        server.query(lose).then(() => query('SELECT 3 AS three')),
      );
      await expect(endless).rejects.toMatchObject({
        name: 'StoreUnavailable',
        reason: 'unreachable',
      });
    });

    it('reports a statement that the database refuses, and can be used after it', async () => {
      const driver = await driverOn();
      await expect(driver.read('SELECT nothing')).rejects.toMatchObject({ code: '42703' });
      await expect(driver.transaction((query) => query('SELECT nothing'))).rejects.toMatchObject({
        code: '42703',
      });
      expect(await driver.transaction((query) => query('SELECT 1 AS one'))).toEqual([{ one: 1 }]);
    });
  });

  describe('a lost COMMIT', () => {
    const at = '2026-01-01T00:00:00.000Z';
    let name: string;
    let ref: EventRef;
    let store: Store;
    let speaker: string;
    /** Of the next COMMITs. */
    let fates: CommitFate[];
    let isLast: boolean;

    beforeEach(async () => {
      [fates, isLast] = [[], false];
      let isAway = false;
      const fateOf = () => {
        isAway = isLast;
        return fates.shift() ?? 'passes';
      };
      const proxy = await startPostgresProxy(() => (isAway ? undefined : server.socket), fateOf);
      onTestFinished(() => proxy.close());
      ({ name, ref, store } = await stage(proxy.address));
      // After it, there are no more COMMITs of the opening.
      const first = await store.speakers.create(ref, {
        ...blankSpeaker,
        email: 'first@example.org',
      });
      speaker = 'record' in first ? first.record.id : first.outcome;
    });

    const createSpeaker = async () =>
      (await store.speakers.create(ref, { ...blankSpeaker, email: 'lost@example.org' })).outcome;
    const key = { key: 'lost', fingerprint: '1' };
    const createTalk = async () =>
      (await store.submissions.create(ref, newTalk({ track_id: 'web' }), { key })).outcome;
    const lost = { id: 'lost', name: 'Lost', created_at: at };
    const token = (organization_id: string) => ({
      id: 't',
      organization_id,
      name: 'T',
      hash: 'h',
      created_at: at,
    });

    type Case = readonly [
      name: string,
      write: () => Promise<unknown>,
      outcome: unknown,
      rows: string,
    ];
    const cases: readonly Case[] = [
      ['a speaker', createSpeaker, 'created', "speakers WHERE email = 'lost@example.org'"],
      [
        'a submission with a key',
        createTalk,
        'created',
        'submissions t JOIN choices c ON c.id = t.track_id WHERE idempotency_key IS NOT NULL',
      ],
      [
        'a change',
        async () =>
          (await store.speakers.update({ ...ref, id: speaker }, { title: 'Lost' })).outcome,
        'updated',
        "speakers WHERE title = 'Lost'",
      ],
      [
        'an event',
        () => store.insertEvent({ ...lost, timezone: 'UTC', organization_id: ref.organizationId }),
        true,
        "events WHERE id = 'lost'",
      ],
      [
        'a time zone',
        () => store.changeEvent(ref, { timezone: 'Asia/Kolkata' }),
        { outcome: 'changed', rezoned: { from: 'UTC', sessions: 0 } },
        "events WHERE timezone = 'Asia/Kolkata'",
      ],
      [
        'a token',
        () => store.insertToken(token(ref.organizationId)),
        undefined,
        "tokens WHERE id = 't'",
      ],
      [
        'an organization',
        () => store.insertOrganization(lost, token('lost')),
        undefined,
        "organizations o JOIN tokens t ON t.organization_id = o.id WHERE o.id = 'lost'",
      ],
      [
        'a revocation',
        async () =>
          (await store.revokeToken((await store.listTokens())[0]?.id ?? '', at))?.revoked_at,
        at,
        'tokens WHERE revoked_at IS NOT NULL',
      ],
    ];

    describe.each(['is executed, but not reported', 'never arrives'] as const)(
      'that %s',
      (fate) => {
        it.each(cases)('of %s is found out, and there is one', async (_, write, outcome, rows) => {
          fates.push(fate);
          expect([await write(), fates]).toEqual([outcome, []]);
          expect(await server.query(`SELECT count(*)::int AS total FROM ${rows}`, name)).toEqual([
            { total: 1 },
          ]);
        });

        it('is unknown, and not a failure, while the server cannot be reached', async () => {
          fates.push(fate);
          isLast = true;
          await expect(createSpeaker()).rejects.toThrow(StoreUncertain);
          await expect(createSpeaker()).rejects.toThrow(StoreUnavailable);
        });
      },
    );
  });

  describe('a statement', () => {
    const reasons = async (work: readonly Promise<unknown>[]) =>
      (await Promise.allSettled(work)).map((settled) =>
        settled.status === 'rejected'
          ? [settled.reason.reason, settled.reason.cause?.message]
          : 'done',
      );

    it('ends after its time limit, in the database too', async () => {
      const driver = await driverOn();
      const sleeping = reasons([
        ...Array.from({ length: 6 }, () => driver.read('SELECT pg_sleep(60)')),
        driver.transaction((query) => query('SELECT pg_sleep(60)')),
      ]);
      expect(await sleeping).toEqual(
        Array(7).fill(['slow', 'canceling statement due to statement timeout']),
      );
      expect(await backends('postgres', "state = 'active'")).toEqual([]);
    });

    it('that waits for a lock ends as locked, while reads continue', async () => {
      const { name, ref, store } = await stage();
      const create = () =>
        store.speakers.create(ref, { ...blankSpeaker, email: 'ada@example.org' });
      await (await driverOn(name)).transaction(async (query) => {
        await query('LOCK TABLE speakers');
        const creations = reasons([create(), create()]);
        expect(await creations).toEqual(Array(2).fill(['locked', undefined]));
        expect(await store.listSubmissions(ref, { page: 1, pageSize: 1 })).toMatchObject({
          total: 0,
        });
      });
      expect(await create()).toMatchObject({ outcome: 'created' });
    });

    it('is not trusted if its COMMIT was canceled while it waited for a standby', async () => {
      const { name, ref, store } = await stage();
      onTestFinished(() => requireNoStandby(server));
      await requireAbsentStandby(server);
      const event = {
        id: 'b',
        organization_id: ref.organizationId,
        name: 'B',
        timezone: 'UTC',
        created_at: 'then',
      };
      const inserted = store.insertEvent(event);
      await waitsForStandby(name);
      await server.query(
        `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
      );
      // It is visible now, although no standby has it, so the next attempt waits for one as well.
      await expect
        .poll(() => server.query("SELECT 1 FROM events WHERE id = 'b'", name))
        .toHaveLength(1);
      await waitsForStandby(name);
      await requireNoStandby(server);
      expect(await inserted).toBe(true);
    });

    it('that waits for a standby at its COMMIT does not keep the service from ending', async () => {
      const { name, token } = await stage();
      onTestFinished(() => requireNoStandby(server));
      await requireAbsentStandby(server);
      const service = await startServiceProcess(server.address(name));
      onTestFinished(async () => void (await service.stop('SIGKILL')));
      const client = new AbortController();
      const headers = { 'x-access-token': token, 'content-type': 'application/json' };
      const request = {
        method: 'POST',
        headers,
        body: '{"email":"ada@example.org"}',
        signal: client.signal,
      };
      const creation = fetch(`${service.url}/v1/events/conf/speakers`, request).catch(
        ({ name }) => name,
      );
      await waitsForStandby(name);
      client.abort();
      expect(await creation).toBe('AbortError');
      await service.stop('SIGTERM');
    });

    it('is trusted if a trigger warns at its COMMIT', async () => {
      await server.query(`CREATE TABLE watched (attempt text);
        CREATE FUNCTION warn() RETURNS trigger LANGUAGE plpgsql AS $$
          BEGIN RAISE WARNING 'canceling wait for synchronous replication'; RETURN NULL; END $$;
        CREATE CONSTRAINT TRIGGER warn AFTER INSERT ON watched DEFERRABLE INITIALLY DEFERRED
          FOR EACH ROW EXECUTE FUNCTION warn()`);
      await (await driverOn()).transaction((query) => query("INSERT INTO watched VALUES ('once')"));
      expect(await server.query('SELECT attempt FROM watched')).toEqual([{ attempt: 'once' }]);
    });

    const waitsForStandby = (name: string) =>
      expect.poll(() => backends(name, "wait_event = 'SyncRep'")).toHaveLength(1);
  });

  it('a snapshot may be slow or idle for long, and counts when all of it was read', async () => {
    const limits = await (await driverOn()).snapshot(async (query) => {
      // Longer than any other statement may take.
      await query('SELECT pg_sleep(5)');
      const names = ['statement_timeout', 'idle_in_transaction_session_timeout'];
      const found = await Promise.all(
        names.map((name) => query(`SELECT current_setting('${name}') AS value`)),
      );
      await server.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'plenary'",
      );
      return found.flat();
    });
    expect(limits).toEqual([{ value: '0' }, { value: '0' }]);
  });

  it('a standby and a database that accepts only reads are not opened', async () => {
    const { name } = await stage();
    const standby = await startStandby(folder.file('standby'), server);
    onTestFinished(() => removePostgres(standby.folder));
    const refusalOf = (address: string) =>
      openStore(address, { patienceMs: 300 }).catch(({ message, fix }) => [message, fix]);
    const refusal = [
      expect.stringMatching(
        /: the server accepts only reads: it is a standby, or set to read-only$/,
      ),
      'use an address that leads to the server that accepts writes',
    ];
    expect(await refusalOf(standby.address(name))).toEqual(refusal);
    await server.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    expect(await refusalOf(server.address(name))).toEqual(refusal);
  });
});
