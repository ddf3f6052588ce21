// Several services on one PostgreSQL database behave as one: tokens, addresses and keys.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { administration } from '../../src/service/administration.ts';
import { openStore } from '../../src/service/store/open.ts';
import { type Account, createAccount, startServiceProcess } from '../support/postgres-stage.ts';
import type { ChildServer } from '../support/program.ts';
import { hasPostgres, postgresDatabase, type TestDatabaseOnPostgres } from '../support/shared-postgres.ts';

describe.skipIf(!hasPostgres)('four services on one database', () => {
  let database: TestDatabaseOnPostgres;
  let services: readonly ChildServer[];

  beforeAll(async () => {
    database = await postgresDatabase();
    const { address } = database;
    services = await Promise.all(Array.from({ length: 4 }, () => startServiceProcess(address)));
  });
  afterAll(async () => {
    await Promise.all(services.map((service) => service.stop('SIGTERM')));
    await database.remove();
  });

  const speakers = '/v1/events/conf/speakers';
  const headersOf = ({ token }: Account) => ({ 'x-access-token': token, 'content-type': 'application/json' });

  /** Sends the same request `count` times at once, by turns to each service. */
  function sendToAll(
    count: number,
    init: RequestInit,
  ): Promise<readonly { status: number; id: string; isReplayed: boolean }[]> {
    return Promise.all(
      Array.from({ length: count }, async (_, i) => {
        const response = await fetch(`${services[i % services.length]?.url}${speakers}`, init);
        const { id }: { id: string } = JSON.parse(await response.text());
        return { status: response.status, id, isReplayed: response.headers.get('idempotent-replayed') === 'true' };
      }),
    );
  }

  it('refuse a token from the first request after it is revoked', async () => {
    const account = await createAccount(database.address);
    const headers = headersOf(account);
    expect((await sendToAll(8, { headers })).map(({ status }) => status)).toEqual(Array(8).fill(200));
    const store = await openStore(database.address);
    await administration(store, undefined).revokeToken(account.tokenId);
    await store.close();
    expect((await sendToAll(4, { headers })).map(({ status }) => status)).toEqual(Array(4).fill(401));
  });

  it('create one speaker for an e-mail address', async () => {
    const headers = headersOf(await createAccount(database.address));
    for (let i = 0; i < 5; i++) {
      const responses = await sendToAll(8, { method: 'POST', headers, body: `{"email":"ada-${i}@example.org"}` });
      expect(responses.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(409)]);
      expect(new Set(responses.map(({ id }) => id)).size).toBe(1);
    }
  });

  it('create one speaker for an Idempotency-Key', async () => {
    const headers = headersOf(await createAccount(database.address));
    for (let i = 0; i < 5; i++) {
      const keyed = { ...headers, 'idempotency-key': `key-${i}` };
      // Without an address, only the key shows that it is the same speaker.
      const responses = await sendToAll(8, { method: 'POST', headers: keyed, body: '{"email":"   "}' });
      expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(201));
      expect(responses.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1);
      expect(new Set(responses.map(({ id }) => id)).size).toBe(1);
    }
  });
});
