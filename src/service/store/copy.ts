// Copies a database into an empty one in one transaction, and compares the numbers of rows before it is committed.
import { DatabaseError } from '../../errors.ts';
import type { Driver, Query, SqlValue } from './driver.ts';
import { insertion, records } from './statements.ts';

/** The columns of each table, and how many of the first ones are its key, by which its rows are read in batches. */
const tables: Readonly<Record<string, { readonly columns: readonly string[]; readonly key: number }>> = {
  organizations: { columns: ['id', 'name', 'created_at'], key: 1 },
  tokens: { columns: ['seq', 'id', 'organization_id', 'name', 'hash', 'created_at', 'revoked_at'], key: 1 },
  events: {
    columns: ['seq', 'organization_id', 'id', 'name', 'timezone', 'created_at', 'last_number'],
    key: 1,
  },
  speakers: { columns: records.speakers.columns, key: 2 },
  submissions: { columns: records.submissions.columns, key: 2 },
};

const batchSize = 1000;

export interface CopiedTable {
  readonly table: string;
  readonly rows: number;
}

export interface CopyOptions {
  /** The names of the databases, for errors. */
  readonly from: string;
  readonly to: string;
  /** Called after each batch of rows. It may throw to stop the copy. */
  readonly onProgress?: (rows: number, total: number) => void;
}

/**
 * Copies all tables as the source is at one instant. Until everything is compared, the target remains empty.
 * @throws DatabaseError if the source has no organization, the target has one, or a table has another number of rows
 */
export function copyDatabase(source: Driver, target: Driver, options: CopyOptions): Promise<readonly CopiedTable[]> {
  return source.snapshot(async (read) => {
    const counts = await countAll(read);
    if (counts.get('organizations') === 0) {
      throw new DatabaseError(`${options.from} has no organization, so there is nothing to copy`, {
        fix: 'check that the databases are not swapped',
      });
    }
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
    await target.transaction(async (write) => {
      if ((await countAll(write)).get('organizations') !== 0) {
        throw new DatabaseError(`${options.to} is not empty: it has an organization`, {
          fix: 'copy into a database that does not exist yet, or that is empty',
        });
      }
      let done = 0;
      for (const table of Object.keys(tables)) {
        for await (const rows of batchesOf(read, table)) {
          await insert(write, table, rows);
          done += rows.length;
          options.onProgress?.(done, total);
        }
      }
      const copied = await countAll(write);
      const differing = [...counts].filter(([table, count]) => copied.get(table) !== count);
      if (differing.length > 0) throw differs(options.to, differing, copied);
    });
    return [...counts].map(([table, rows]) => ({ table, rows }));
  });
}

async function countAll(query: Query): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const table of Object.keys(tables)) {
    const [counted] = await query<{ total: number }>(`SELECT count(*) AS total FROM ${table}`);
    counts.set(table, counted?.total ?? 0);
  }
  return counts;
}

type Row = Readonly<Record<string, SqlValue>>;

async function* batchesOf(read: Query, table: string): AsyncGenerator<readonly Row[]> {
  const { columns, key } = tableOf(table);
  const names = columns.slice(0, key);
  const marks = names.map((_, i) => `?${i + 2}`);
  const page = `SELECT ${columns.join(', ')} FROM ${table}`;
  const order = `ORDER BY ${names.join(', ')} LIMIT ?1`;
  let rows = await read<Row>(`${page} ${order}`, [batchSize]);
  while (rows.length > 0) {
    yield rows;
    const last = names.map((name) => rows.at(-1)?.[name] ?? null);
    rows = await read<Row>(`${page} WHERE (${names.join(', ')}) > (${marks.join(', ')}) ${order}`, [
      batchSize,
      ...last,
    ]);
  }
}

async function insert(write: Query, table: string, rows: readonly Row[]): Promise<void> {
  const { columns } = tableOf(table);
  const sql = insertion(table, columns);
  await Promise.all(
    rows.map((row) =>
      write(
        sql,
        columns.map((column) => row[column] ?? null),
      ),
    ),
  );
}

function tableOf(table: string) {
  const found = tables[table];
  if (found === undefined) throw new RangeError(`there is no table ${table}`);
  return found;
}

function differs(name: string, expected: readonly (readonly [string, number])[], copied: ReadonlyMap<string, number>) {
  const faults = expected.map(([table, count]) => `${table} (${count} rows, ${copied.get(table)} in the copy)`);
  return new DatabaseError(
    `the copy differs from the original, so nothing was stored in ${name}: ${faults.join(', ')}`,
    { fix: 'check that nothing else writes to the new database, and copy again' },
  );
}
