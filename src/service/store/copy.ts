// Copies a database into an empty one in one transaction, compares the numbers of rows before it is
// committed, and finds out what was written meanwhile.
import { DatabaseError } from '../../errors.ts';
import type { Driver, Query, SqlRow } from './driver.ts';
import { columns, insertion } from './statements.ts';

/**
 * How many of the first columns of each table are its key, by which its rows are read in batches.
 */
const keys = {
  organizations: 1,
  tokens: 1,
  events: 1,
  choices: 3,
  speakers: 2,
  submissions: 2,
} as const satisfies Readonly<Record<keyof typeof columns, number>>;

type Table = keyof typeof columns;

/** In an order in which each row's organization is there before it. */
const tables = Object.keys(keys) as Table[];

const batchSize = 1000;

export interface Copied {
  readonly tables: readonly { readonly table: string; readonly rows: number }[];
  /** What was written to the source since the copy began, or why that is unknown. */
  readonly missed: MissedRows | Error;
}

export interface MissedRows {
  readonly created: number;
  readonly changed: number;
}

interface CopyOptions {
  /** The names of the databases, for errors. */
  readonly from: string;
  readonly to: string;
  /** Called after each batch of rows, and awaited. It may throw to stop the copy. */
  readonly onProgress?: (rows: number, total: number) => void | Promise<void>;
}

/**
 * Copies all tables as the source is at one instant. Until everything is compared, the target
 * remains empty.
 * @throws DatabaseError if the source has no organization, the target has one, or a table has
 * another number of rows
 */
export async function copyDatabase(
  source: Driver,
  target: Driver,
  options: CopyOptions,
): Promise<Copied> {
  const before = await copySnapshot(source, target, options);
  const tables = [...before.counts].map(([table, rows]) => ({ table, rows }));
  const missed = missedSince(source.read, before);
  return { tables, missed: await missed.catch((error: unknown) => asError(error)) };
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** @returns what `missedSince` compares with later */
function copySnapshot(source: Driver, target: Driver, options: CopyOptions) {
  return source.snapshot(async (read) => {
    const counts = await countAll(read);
    if (counts.get('organizations') === 0) {
      throw new DatabaseError(`${options.from} has no organization, so there is nothing to copy`, {
        fix: 'check that the databases are not swapped',
      });
    }
    const newest = await newestChange(read);
    const undated = await undatedRows(read);
    await target.transaction((write) => fill(write, read, counts, options));
    // The target is complete: what fails from here on must not fail the copy.
    return { counts, newest, undated };
  });
}

/** @param counts of the rows of each table */
async function fill(
  write: Query,
  read: Query,
  counts: ReadonlyMap<Table, number>,
  { to, onProgress }: CopyOptions,
): Promise<void> {
  if ((await countAll(write)).get('organizations') !== 0) {
    throw new DatabaseError(`${to} is not empty: it has an organization`, {
      fix: 'copy into a database that does not exist yet, or that is empty',
    });
  }
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  let done = 0;
  for (const table of tables) {
    for await (const rows of batchesOf(read, table)) {
      await insert(write, table, rows);
      done += rows.length;
      await onProgress?.(done, total);
    }
  }
  const copied = await countAll(write);
  const differing = [...counts].filter(([table, count]) => copied.get(table) !== count);
  if (differing.length > 0) throw differs(to, differing, copied);
}

async function missedSince(
  read: Query,
  before: Awaited<ReturnType<typeof copySnapshot>>,
): Promise<MissedRows> {
  const now = await undatedRows(read);
  let created = [...now.keys()].filter((key) => !before.undated.has(key)).length;
  let changed = [...before.undated].filter(([key, row]) => now.get(key) !== row).length;
  for (const table of datedTables) {
    const [found] = await read<{ total: number; newer: number }>(
      'SELECT count(*) AS total, count(CASE WHEN updated_at > ?1 THEN 1 END) AS newer ' +
        `FROM ${table}`,
      [before.newest],
    );
    // They are never deleted.
    const creations = Math.max(0, (found?.total ?? 0) - (before.counts.get(table) ?? 0));
    created += creations;
    // A creation is a change too.
    changed += Math.max(0, (found?.newer ?? 0) - creations);
  }
  return { created, changed };
}

const datedTables = ['speakers', 'submissions'] as const;
const undatedTables = ['organizations', 'tokens', 'events', 'choices'] as const;

/** They change with each creation of a record, which is counted by itself. */
const counters: readonly string[] = ['last_speaker', 'last_submission', 'last_choice'];

/** The contents of all rows that have no time of their last change, by table and key. */
async function undatedRows(read: Query): Promise<ReadonlyMap<string, string>> {
  const contents = new Map<string, string>();
  for (const table of undatedTables) {
    const key = columns[table].slice(0, keys[table]);
    const content = columns[table].filter((name) => !counters.includes(name));
    for await (const rows of batchesOf(read, table)) {
      for (const row of rows) {
        const values = content.map((name) => row[name]);
        contents.set(
          JSON.stringify([table, ...key.map((name) => row[name])]),
          JSON.stringify(values),
        );
      }
    }
  }
  return contents;
}

/** The time of the latest change of records. */
async function newestChange(read: Query): Promise<string> {
  const times = await Promise.all(
    datedTables.map((table) =>
      read<{ newest: string | null }>(`SELECT max(updated_at) AS newest FROM ${table}`),
    ),
  );
  return times.map(([found]) => found?.newest ?? '').reduce((a, b) => (a > b ? a : b));
}

async function countAll(query: Query): Promise<ReadonlyMap<Table, number>> {
  const counts = new Map<Table, number>();
  for (const table of tables) {
    const [counted] = await query<{ total: number }>(`SELECT count(*) AS total FROM ${table}`);
    counts.set(table, counted?.total ?? 0);
  }
  return counts;
}

async function* batchesOf(read: Query, table: Table): AsyncGenerator<readonly SqlRow[]> {
  const names = columns[table].slice(0, keys[table]);
  const marks = names.map((_, i) => `?${i + 2}`);
  const page = `SELECT ${columns[table].join(', ')} FROM ${table}`;
  const order = `ORDER BY ${names.join(', ')} LIMIT ?1`;
  let rows = await read<SqlRow>(`${page} ${order}`, [batchSize]);
  while (rows.length > 0) {
    yield rows;
    const last = names.map((name) => rows.at(-1)?.[name] ?? null);
    rows = await read<SqlRow>(
      `${page} WHERE (${names.join(', ')}) > (${marks.join(', ')}) ${order}`,
      [batchSize, ...last],
    );
  }
}

async function insert(write: Query, table: Table, rows: readonly SqlRow[]): Promise<void> {
  const sql = insertion(table, columns[table]);
  const valuesOf = (row: SqlRow) => columns[table].map((column) => row[column] ?? null);
  await Promise.all(rows.map((row) => write(sql, valuesOf(row))));
}

function differs(
  name: string,
  expected: readonly (readonly [string, number])[],
  copied: ReadonlyMap<string, number>,
) {
  const faults = expected.map(
    ([table, count]) => `${table} (${count} rows, ${copied.get(table)} in the copy)`,
  );
  return new DatabaseError(
    `the copy differs from the original, so nothing was stored in ${name}: ${faults.join(', ')}`,
    { fix: 'check that nothing else writes to the new database, and copy again' },
  );
}
