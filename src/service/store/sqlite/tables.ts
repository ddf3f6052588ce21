// Reads and writes the whole content of a database file, for copies.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TableReader, TableRow, Tables, TableWriter } from '../tables.ts';
import type { Connection } from './connection.ts';
import { openFile } from './open-file.ts';
import { fillPeople } from './people-sql.ts';
import { tableCount, tableInsertions, tableSelections } from './sql.ts';

const batchSize = 1000;

/** Opens a file as a store does. @throws DatabaseError as a store does */
export function openSqliteTables(path: string, create: boolean): Tables {
  const { connection, remove } = openFile(path, create);
  // Otherwise, what is sorted would be in memory, which would grow with it.
  connection.exec('PRAGMA temp_store = FILE');
  const reader = readerOn(connection);
  const writer = writerOn(connection, reader);

  return {
    read: (use) => transact('BEGIN', () => use({ ...reader, now: Date.now() })),
    write: (use) =>
      transact('BEGIN IMMEDIATE', async () => {
        let isFilled = false;
        const insert: TableWriter['insert'] = (table, rows) => {
          isFilled = true;
          return writer.insert(table, rows);
        };
        const result = await use({ ...writer, insert });
        if (isFilled) connection.exec(fillPeople);
        return result;
      }),
    close: async () => connection.close(),
    discard: async () => {
      connection.close();
      remove();
    },
  };

  async function transact<T>(begin: string, work: () => Promise<T>): Promise<T> {
    connection.exec(begin);
    try {
      const result = await work();
      connection.exec('COMMIT');
      return result;
    } catch (error) {
      if (connection.inTransaction) connection.exec('ROLLBACK');
      throw error;
    }
  }
}

function readerOn(connection: Connection): TableReader {
  return {
    count: async (table) => connection.one<{ total: number }>(tableCount(table)).get([])?.total ?? 0,
    async *rows(table) {
      let batch: TableRow[] = [];
      for (const row of connection.each<TableRow>(tableSelections[table]).iterate([])) {
        if (batch.push(row) < batchSize) continue;
        yield batch;
        batch = [];
        // A signal can arrive.
        await nextTurn();
      }
      if (batch.length > 0) yield batch;
    },
  };
}

function writerOn(connection: Connection, reader: TableReader): TableWriter {
  return {
    ...reader,
    async insert(table, rows) {
      const insertions = tableInsertions[table].map((sql) => connection.run(sql));
      for (const row of rows) for (const insertion of insertions) insertion.run(row);
    },
  };
}
