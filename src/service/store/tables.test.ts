// Every column of the database, unless it is internal to its store.
import { expect, it } from 'vitest';
import { connect } from './sqlite/connection.ts';
import { migrate } from './sqlite/migrations.ts';
import { tableColumns } from './tables.ts';

interface Column {
  readonly table: string;
  readonly column: string;
}

const own = ['seq', 'event', 'number', 'contact'];

/** The order of rows, how they refer to each other, what is a table of its own in a copy, and what follows from other rows. */
const internal: Readonly<Record<string, readonly string[]>> = {
  events: ['seq'],
  tokens: ['seq'],
  contacts: ['seq', 'event', 'number', 'statuses', 'tracks'],
  speakers: [...own, 'idempotency_key', 'fingerprint'],
  submissions: [...own, 'idempotency_key', 'fingerprint'],
};

it('is copied', () => {
  const connection = connect(':memory:');
  migrate(connection, ':memory:');
  const sql = `SELECT t.name AS "table", c.name AS "column" FROM sqlite_schema t, pragma_table_info(t.name) c
    WHERE t.type = 'table'`;
  const columns = connection.many<Column>(sql).all([]);
  const passing = ['filters', 'heartbeat', 'matches'];
  const missing = columns.filter(({ table, column }) => {
    const copied: Readonly<Record<string, readonly string[]>> = tableColumns;
    return !passing.includes(table) && !copied[table]?.includes(column) && !internal[table]?.includes(column);
  });
  expect(missing).toEqual([]);
  expect(columns.length).toBeGreaterThan(50);
});
