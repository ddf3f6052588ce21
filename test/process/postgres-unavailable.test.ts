// The service while PostgreSQL is frozen, read-only, has no free connection or refuses the
// password: 503 with the reason in the log, and work again afterwards.
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type RunningService, startService } from '../../src/service/listen.ts';
import { openStore } from '../../src/service/store/open.ts';
import type { Store } from '../../src/service/store/store.ts';
import { ownPostgres } from '../support/own-postgres.ts';
import { writeForServer } from '../support/postgres.ts';
import { createAccount } from '../support/postgres-stage.ts';
import { hasPostgres } from '../support/shared-postgres.ts';

describe.skipIf(!hasPostgres)('the service on a server', () => {
  const connections = 12;
  const { server } = ownPostgres((folder) => {
    const access = 'local all postgres trust\nlocal all plenary scram-sha-256\n';
    writeForServer(folder.file('access.conf'), access);
    return {
      configuration: [
        'fsync=off',
        `max_connections=${connections}`,
        'superuser_reserved_connections=0',
        `hba_file=${folder.file('access.conf')}`,
      ],
    };
  });
  const lines: string[] = [];
  let store: Store;
  let service: RunningService;
  let headers: Record<string, string>;
  let created = 0;

  beforeAll(async () => {
    await server.createDatabase('plenary');
    await server.query('CREATE ROLE plenary LOGIN SUPERUSER');
    await setPassword('correct horse');
    vi.stubEnv('PGPASSWORD', 'correct horse');
    const data = server.address('plenary').replace('user=postgres', 'user=plenary');
    const { token } = await createAccount(data);
    headers = { 'x-access-token': token, 'content-type': 'application/json' };
    store = await openStore(data, { patienceMs: 300 });
    service = await startService(store, { log: { write: (line) => lines.push(line) } });
    expect((await create()).status).toBe(201);
  });
  beforeEach(() => void lines.splice(0));
  afterAll(async () => {
    vi.unstubAllEnvs();
    await service.close();
    await store.close();
  });

  const setPassword = (password: string) =>
    server.query(`ALTER ROLE plenary PASSWORD '${password}'`);

  async function create(): Promise<{ status: number; retryAfter: string | null; ms: number }> {
    const begun = performance.now();
    const body = JSON.stringify({ email: `speaker-${created++}@example.org` });
    const response = await fetch(`${service.url}/v1/events/conf/speakers`, {
      method: 'POST',
      headers,
      body,
    });
    await response.body?.cancel();
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      ms: performance.now() - begun,
    };
  }

  /**
   * The log's lines of requests that failed. The log is written in groups, so that lines of an
   * earlier test may be among them.
   */
  function failures(): readonly { status: number; error: string; cause: string }[] {
    const all = lines.join('').split('\n').filter(Boolean);
    return all.map((line) => JSON.parse(line)).filter(({ level }) => level === 'error');
  }

  it('that is frozen, responds with 503 in bounded time, also to later requests', async () => {
    server.freeze(true);
    const first = create();
    await setTimeout(300);
    const responses = await Promise.all([first, create(), create()]);
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
    server.freeze(false);
    for (const { status, retryAfter, ms } of responses) {
      expect([status, retryAfter]).toEqual([503, '5']);
      expect(ms).toBeLessThan(20_000);
    }
    await expect
      .poll(() => failures().map(({ error, cause }) => [error, cause]))
      .toEqual(Array(3).fill(['StoreUnavailable', expect.stringMatching(/timeout/)]));
    expect((await create()).status).toBe(201);
  });

  it('that has become read-only, responds with 503 until it accepts writes', async () => {
    await server.query('ALTER SYSTEM SET default_transaction_read_only = on');
    await server.query('SELECT pg_reload_conf()');
    await expect.poll(async () => (await create()).status).toBe(503);
    expect((await create()).retryAfter).toBe('5');
    const cause = 'the server accepts only reads: it is a standby, or set to read-only';
    await expect
      .poll(() => failures())
      .toContainEqual(expect.objectContaining({ status: 503, error: 'StoreUnavailable', cause }));
    await server.query('ALTER SYSTEM RESET default_transaction_read_only');
    await server.query('SELECT pg_reload_conf()');
    await expect.poll(async () => (await create()).status).toBe(201);
  });

  it('that refuses the password, responds with 503 meanwhile, and shows it nowhere', async () => {
    await setPassword('battery staple');
    await server.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'plenary'",
    );
    expect(await create()).toMatchObject({ status: 503, retryAfter: '60' });
    const cause = 'password authentication failed for user "plenary"';
    await expect
      .poll(() => failures())
      .toContainEqual(expect.objectContaining({ status: 503, error: 'StoreUnavailable', cause }));
    expect(lines.join('')).not.toMatch(/correct|horse|battery|staple/);

    await setPassword('correct horse');
    expect((await create()).status).toBe(201);
  });

  it('that accepts no more connections, responds with 503 until it does', async () => {
    await server.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'plenary'`,
    );
    const others: pg.Client[] = [];
    // The connections of others end a moment later.
    while (others.length < connections) {
      const client = new pg.Client({ host: server.folder, user: 'postgres', database: 'postgres' });
      await client.connect().then(
        () => others.push(client),
        () => setTimeout(20),
      );
    }
    expect(await create()).toMatchObject({ status: 503, retryAfter: '5' });
    await expect
      .poll(() => failures())
      .toContainEqual(
        expect.objectContaining({
          status: 503,
          cause: expect.stringContaining('too many clients'),
        }),
      );
    await Promise.all(others.map((client) => client.end()));
    await expect.poll(async () => (await create()).status).toBe(201);
  });
});
