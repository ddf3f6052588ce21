// Statements whose effect depends on the plan, or on the database's clock.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyLifetimeMs } from '../../src/service/store/idempotency.ts';
import { isWhole, selectionOf } from '../../src/service/store/listings.ts';
import { parseAddress } from '../../src/service/store/postgres/address.ts';
import { connectTo, type Database } from '../../src/service/store/postgres/database.ts';
import { countOf, pageOf } from '../../src/service/store/postgres/listing-sql.ts';
import { fillPeople } from '../../src/service/store/postgres/people-sql.ts';
import type { PostgresValue } from '../../src/service/store/postgres/session.ts';
import { statements } from '../../src/service/store/postgres/sql.ts';
import { createAccount } from '../support/postgres-stage.ts';
import { emptyPostgresDatabase, hasPostgres, type TestDatabaseOnPostgres } from '../support/shared-postgres.ts';

const records = 20_000;
const lists = ['speakers', 'submissions', 'sessions', 'contentItems', 'contacts'] as const;
const filters = [{}, { status: 'accepted' }, { track: 'web' }, { status: 'accepted', track: 'web' }];
// What is read without filters is a range of numbers, unless contacts were merged.
const cases = lists
  .flatMap((name) => filters.map((filter) => ({ name, selection: selectionOf(name, filter) })))
  .filter(({ selection }) => !isWhole(selection));

describe.skipIf(!hasPostgres)('PostgreSQL', () => {
  let test: TestDatabaseOnPostgres;
  let database: Database;
  let organizationId: string;

  beforeAll(async () => {
    test = await emptyPostgresDatabase();
    ({ organizationId } = await createAccount(test.address));
    database = connectTo(parseAddress(test.address));
    await fill(database);
  });
  afterAll(async () => {
    await database.close();
    await test.remove();
  });

  it('deletes expired idempotency keys by its own clock, unless a time is given', async () => {
    const insert = `INSERT INTO idempotency_keys (organization_id, key, fingerprint, id, created_at)
      SELECT 'org', $1, 'f', $1, floor(extract(epoch FROM clock_timestamp()) * 1000) - $2::bigint`;
    await database.query(insert, ['expired', keyLifetimeMs]);
    await database.query(insert, ['valid', keyLifetimeMs - 60_000]);
    const keys = () => database.query('SELECT key FROM idempotency_keys');
    await database.query(statements.deleteExpiredKeys, [keyLifetimeMs, null]);
    expect(await keys()).toEqual([{ key: 'valid' }]);
    await database.query(statements.deleteExpiredKeys, [keyLifetimeMs, Date.now() + 120_000]);
    expect(await keys()).toEqual([]);
  });

  // Whatever its filters, every list is a range of an index that is already in its order.
  it('reads ranges before the tables are analyzed, and afterwards', async () => {
    await expectRanges();
    await test.query('VACUUM ANALYZE');
    await expectRanges();
  });

  async function expectRanges(): Promise<void> {
    for (const { name, selection } of cases) {
      const values = Object.values(selection.equal);
      const event = [1, organizationId, 'conf'];
      const plans = [await planOf(database, countOf(selection), [...event, ...values])];
      for (const fromEnd of [false, true]) {
        const page = pageOf(name, selection, { offset: 100, limit: 25, fromEnd });
        plans.push(await planOf(database, page, [...event, 25, 100, records, ...values]));
      }
      const conditions = ['event', ...Object.keys(selection.equal)].map((column) => `${column} = `);
      for (const plan of plans) {
        const ranges = [...plan.matchAll(/Index Cond: (.*)/g)].map(([, condition = '']) => condition);
        const isRange = (range: string) => conditions.every((condition) => range.includes(condition));
        expect(ranges.some(isRange), plan).toBe(true);
        // What no index has would be read row by row.
        expect(plan).not.toMatch(/Filter: .*(?:status|track|list|start)/);
      }
    }
  }
});

async function planOf(database: Database, sql: string, values: readonly PostgresValue[]): Promise<string> {
  const lines = await database.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${sql}`, values);
  return lines.map((line) => line['QUERY PLAN']).join('\n');
}

/** One submission in ten is accepted, half of these are placed, and one in four has the track. */
async function fill(database: Database): Promise<void> {
  const series = `generate_series(1, ${records}) AS n`;
  for (const statement of [
    `INSERT INTO contacts (event, number, address) SELECT 1, n, 'p' || n || '@example.org' FROM ${series}`,
    `INSERT INTO speakers (event, number, id, contact, email, first_name, last_name, photo_url, pronouns, linkedin_url,
        twitter_url, phone, speaker_status, created_at, updated_at)
      SELECT 1, n, 'spk_' || n, n, '', '', '', '', '', '', '', '', (ARRAY['accepted', 'invited'])[1 + n % 2], '', ''
      FROM ${series}`,
    `INSERT INTO submissions (event, number, id, contact, title, abstract, submitter_email, submitter_first_name,
        submitter_last_name, track_id, status, feedback, start, created_at, updated_at)
      SELECT 1, n, 'sub_' || n, n, '', '', '', '', '', (ARRAY['web', 'data', 'cloud', NULL])[1 + n % 4],
        CASE WHEN n % 10 = 0 THEN 'accepted' ELSE 'pending' END, '',
        CASE WHEN n % 20 = 0 THEN '2027-05-20T09:30:00Z' END, '', ''
      FROM ${series}`,
    ...fillPeople,
  ]) {
    await database.transaction(({ query }) => query(statement), { statementMs: 60_000 });
  }
}
