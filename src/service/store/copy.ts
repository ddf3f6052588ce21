// Copies a database into an empty one, and compares both before the copy becomes visible. Must not know any database.
import { createHash } from 'node:crypto';
import { DatabaseError } from '../../errors.ts';
import { isExpired } from './idempotency.ts';
import {
  type TableName,
  type TableReader,
  type TableRow,
  type Tables,
  type TableWriter,
  tableColumns,
  tableNames,
} from './tables.ts';

/** A table that is the same in both databases. */
export interface CopiedTable {
  readonly table: TableName;
  readonly rows: number;
  /** SHA-256 of all values in their order, in hexadecimal digits. */
  readonly digest: string;
}

export interface Copy {
  readonly tables: readonly CopiedTable[];
  /** False if the target had all of it already, for example because an earlier copy ended before it could say so. */
  readonly isNew: boolean;
}

export interface CopyOptions {
  /** The names of the databases, for errors. */
  readonly from: string;
  readonly to: string;
  /** When the copy begins, in milliseconds since 1970. Keys that have expired then are not copied. Default: by the source's clock. */
  readonly now?: number;
  /** Called after each batch of rows. It may throw to stop the copy. */
  readonly onProgress?: (phase: 'copied' | 'compared', rows: number, total: number) => void;
}

/**
 * Copies all tables in one transaction, as the source is at one instant. Until the comparison has succeeded, the target
 * remains empty. A target that is the same as the source is left as it is.
 * @throws DatabaseError if the source has no organization, the target has another content, or the copy differs
 */
export function copyTables(source: Tables, target: Tables, options: CopyOptions): Promise<Copy> {
  return source.read(async (whole) => {
    const now = options.now ?? whole.now;
    const reader = withoutExpiredKeys(whole, now);
    const total = await countAll(reader);
    if ((await reader.count('organizations')) === 0) throw nothingToCopy(options.from);
    return target.write(async (writer) => {
      const isNew = (await writer.count('organizations')) === 0;
      // Reading everything takes long.
      if (!isNew && !(await haveSameCounts(reader, writer))) throw notEmpty(options.to);
      const copied = progressOf('copied');
      const originals = await eachTable((table) =>
        digestOf(table, isNew ? inserted(reader, writer, table) : reader.rows(table), copied),
      );
      const tables = await digestTables(withoutExpiredKeys(writer, now), progressOf('compared'));
      if (JSON.stringify(originals) === JSON.stringify(tables)) return { tables, isNew };
      throw isNew ? differs(options.to, originals, tables) : notEmpty(options.to);
    });

    function progressOf(phase: 'copied' | 'compared'): (rows: number) => void {
      let done = 0;
      return (rows) => {
        done += rows;
        options.onProgress?.(phase, done, total);
      };
    }
  });
}

/** @param onRows called after each batch of rows, with their number */
function digestTables(reader: TableReader, onRows: (rows: number) => void): Promise<readonly CopiedTable[]> {
  return eachTable((table) => digestOf(table, reader.rows(table), onRows));
}

/** How long expired keys remain is up to each store. Two of them may be the same. */
function withoutExpiredKeys(reader: TableReader, now: number): TableReader {
  return { ...reader, rows };

  async function* rows(table: TableName): AsyncGenerator<readonly TableRow[]> {
    for await (const batch of reader.rows(table)) {
      const created = (row: TableRow) => ({ created_at: Number(row.created_at) });
      yield table === 'idempotency_keys' ? batch.filter((row) => !isExpired(created(row), now)) : batch;
    }
  }
}

async function haveSameCounts(one: TableReader, other: TableReader): Promise<boolean> {
  // Expired keys count, and may have been removed.
  const tables = tableNames.filter((table) => table !== 'idempotency_keys');
  for (const table of tables) if ((await one.count(table)) !== (await other.count(table))) return false;
  return true;
}

async function countAll(reader: TableReader): Promise<number> {
  let total = 0;
  for (const table of tableNames) total += await reader.count(table);
  return total;
}

async function eachTable(work: (table: TableName) => Promise<CopiedTable>): Promise<CopiedTable[]> {
  const done: CopiedTable[] = [];
  for (const table of tableNames) done.push(await work(table));
  return done;
}

async function* inserted(
  reader: TableReader,
  writer: TableWriter,
  table: TableName,
): AsyncGenerator<readonly TableRow[]> {
  for await (const rows of reader.rows(table)) {
    await writer.insert(table, rows);
    yield rows;
  }
}

/** Takes the rows as lines of JSON. */
async function digestOf(
  table: TableName,
  batches: AsyncIterable<readonly TableRow[]>,
  onRows: (rows: number) => void,
): Promise<CopiedTable> {
  const columns = tableColumns[table];
  const hash = createHash('sha256');
  let count = 0;
  for await (const rows of batches) {
    hash.update(rows.map((row) => `${JSON.stringify(columns.map((column) => row[column] ?? null))}\n`).join(''));
    count += rows.length;
    onRows(rows.length);
  }
  return { table, rows: count, digest: hash.digest('hex') };
}

function nothingToCopy(name: string): DatabaseError {
  return new DatabaseError(`${name} has no organization, so there is nothing to copy`, {
    fix: 'check that the databases are not swapped',
  });
}

function notEmpty(name: string): DatabaseError {
  return new DatabaseError(`${name} is not empty: it has an organization`, {
    fix: 'copy into a database that does not exist yet, or that is empty',
  });
}

function differs(name: string, originals: readonly CopiedTable[], copies: readonly CopiedTable[]): DatabaseError {
  const faults = originals.flatMap((original, i) => {
    const copy = copies[i];
    if (copy === undefined || copy.digest === original.digest) return [];
    return [`${original.table} (${original.rows} rows, ${copy.rows} in the copy)`];
  });
  return new DatabaseError(
    `the copy differs from the original, so nothing was stored in ${name}: ${faults.join(', ')}`,
    {
      fix: 'check that nothing else writes to the new database, and copy again',
    },
  );
}
