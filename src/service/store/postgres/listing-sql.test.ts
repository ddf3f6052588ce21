// Every list is a range of an index that is already in its order, whatever its filters, also before a table is analyzed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount } from '../../../../test/support/postgres-stage.ts';
import {
  emptyPostgresDatabase,
  hasPostgres,
  type TestDatabaseOnPostgres,
} from '../../../../test/support/shared-postgres.ts';
import { isWhole, selectionOf } from '../listings.ts';
import { parseAddress } from './address.ts';
import { connectTo, type Database } from './database.ts';
import { countOf, pageOf } from './listing-sql.ts';
import { fillPeople } from './people-sql.ts';
import type { PostgresValue } from './session.ts';

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
