// Reads and writes the whole content of a PostgreSQL database, for copies.
import {
  type TableName,
  type TableReader,
  type TableRow,
  type Tables,
  type TableWriter,
  tableColumns,
} from '../tables.ts';
import type { Query, Transaction } from './database.ts';
import { openDatabase } from './open-database.ts';
import { fillPeople } from './people-sql.ts';
import type { PostgresValue } from './session.ts';
import { type EventTable, eventTables, statements, tableInsertions, tableSelections } from './sql.ts';

/** Opens a database as a store does. @throws DatabaseError as a store does */
export async function openPostgresTables(data: string): Promise<Tables> {
  const database = await openDatabase(data);
  return {
    read: (use) =>
      database.snapshot(async (query) => {
        const [clock] = await query<{ now: number }>(statements.readClock);
        if (clock === undefined) throw new Error('the database has no clock');
        return use({ ...readerOn(query), ...clock });
      }, patient),
    write: (use) =>
      database.transaction(async (transaction) => {
        const { query } = transaction;
        // Until the transaction ends, other copies wait. The source may take long to read.
        await query(statements.lockSchema, []);
        await query('SET LOCAL idle_in_transaction_session_timeout = 0', []);
        const { insert, finish } = insertionOn(transaction);
        const result = await use({ ...readerOn(query), insert });
        await finish();
        return result;
      }, patient),
    close: () => database.close(),
    discard: () => database.close(),
  };
}

const batchSize = 1000;
// A batch takes milliseconds. A large table may take seconds to count, and a slow disk to write to.
const patient = { statementMs: 120_000 };

function readerOn(query: Query): TableReader {
  return {
    async count(table) {
      const [counted] = await query<{ total: number }>(`SELECT count(*) AS total FROM ${table}`, []);
      return counted?.total ?? 0;
    },
    async *rows(table) {
      await query(`DECLARE copied CURSOR FOR ${tableSelections[table]}`, []);
      for (;;) {
        const batch = await query<TableRow>(`FETCH ${batchSize} FROM copied`, []);
        if (batch.length > 0) yield batch;
        if (batch.length < batchSize) break;
      }
      await query('CLOSE copied', []);
    },
  };
}

interface EventRow {
  readonly seq: number;
  readonly organization_id: string;
  readonly id: string;
}

/** How many rows of an event have been inserted. */
interface NewEvent {
  readonly seq: number;
  speakers: number;
  submissions: number;
  contacts: number;
}

function insertionOn({ query }: Transaction): { insert: TableWriter['insert']; finish(): Promise<void> } {
  const events = new Map<string, NewEvent>();
  return { insert, finish };

  async function insert(table: TableName, rows: readonly TableRow[]): Promise<void> {
    const columns = tableColumns[table].map((column) => rows.map((row) => row[column] ?? null));
    const values = isEventTable(table) ? [...placesOf(table, rows), ...columns.slice(2)] : columns;
    const inserted = await query<EventRow>(tableInsertions[table], values);
    if (table !== 'events') return;
    for (const { seq, organization_id, id } of inserted) {
      events.set(nameOf(organization_id, id), { seq, speakers: 0, submissions: 0, contacts: 0 });
    }
  }

  /** The event of each row, and the row's number within the event. */
  function placesOf(table: EventTable, rows: readonly TableRow[]): PostgresValue[] {
    const places = rows.map(({ organization_id, event_id }) => {
      const event = events.get(nameOf(organization_id, event_id));
      if (event === undefined)
        throw new RangeError(`${table} has a row of the event ${event_id}, which does not exist`);
      event[table] += 1;
      return [event.seq, event[table]] as const;
    });
    return [places.map(([seq]) => seq), places.map(([, number]) => number)];
  }

  async function finish(): Promise<void> {
    const all = [...events.values()];
    const columns = [
      all.map(({ seq }) => seq),
      all.map(({ speakers }) => speakers),
      all.map(({ submissions }) => submissions),
      all.map(({ contacts }) => contacts),
    ];
    await query(statements.insertFilledCounters, columns);
    // An earlier attempt that was committed has derived it.
    if (all.length > 0) for (const statement of fillPeople) await query(statement);
  }
}

function isEventTable(table: TableName): table is EventTable {
  return eventTables.some((name) => name === table);
}

function nameOf(organizationId: unknown, eventId: unknown): string {
  return JSON.stringify([organizationId, eventId]);
}
