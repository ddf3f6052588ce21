// Owns the steps that lead to the version of the tables. Must not use the fields that records have
// today: a step writes the columns of its own version.
import type { Query } from './driver.ts';
import { createTables } from './tables.ts';
import { moveRecords, setTablesAside } from './unversioned.ts';

/**
 * Each step leads from the version before it to its own. A new one is added at the end, and none is
 * ever changed.
 */
export const steps: readonly ((query: Query, tables: TableState) => Promise<void>)[] = [
  async (query, { isUnversioned }) => {
    if (isUnversioned) await setTablesAside(query);
    for (const statement of createTables) await query(statement);
    if (isUnversioned) return moveRecords(query);
    // form: the version, and before there was one, a hash. The column keeps its name: a process
    // that waits for the lock of this row must not meet another table afterward.
    await query('CREATE TABLE plenary_schema (form TEXT NOT NULL)');
    await query("INSERT INTO plenary_schema (form) VALUES ('1')");
  },
];

export interface TableState {
  /** 0 before the first version. */
  readonly version: number;
  /** Whether it has the tables from before they had a version. */
  readonly isUnversioned: boolean;
}
