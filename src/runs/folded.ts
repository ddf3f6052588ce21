// Decides what becomes of rows that were folded into others: each shares the fate of its first row,
// because its values are sent with it or not at all. Pure.
import { type RunRow, rowPlace, turn } from './row.ts';
import { faultsOf, type Rows } from './rows.ts';

/** @returns a function that finds the row that is sent for a row; of most rows, the row itself */
export function firstsIn(rows: Rows): (row: RunRow) => RunRow {
  const numbered = new Map(Array.from(rows, (row) => [row.number, row]));
  return function firstOf(row): RunRow {
    const { first } = row.note;
    const other = first === undefined ? undefined : numbered.get(first);
    return other === undefined ? row : firstOf(other);
  };
}

/** The states of a first row that the rows folded into it share. */
const sharedStates = ['rejected', 'conflict', 'failed'] as const;

/**
 * Gives the folded rows whose first row was not done its state, with its faults as their reason.
 * @returns these rows
 */
export function shareFates(rows: Rows): readonly RunRow[] {
  if (rows.count('folded') === 0 || rows.count(...sharedStates) === 0) return [];
  const firstOf = firstsIn(rows);
  return [...rows.in('folded')].filter((row) => {
    const first = firstOf(row);
    const state = sharedStates.find((shared) => shared === first.state);
    if (state === undefined) return false;
    const faults = faultsOf(first);
    const reasons = faults.map(({ message }) => message).join('; ');
    const fault = {
      ...rowPlace(row),
      code: faults[0]?.code ?? 'duplicate',
      message: `line ${first.line} is for the same record: ${reasons}`,
    };
    turn(row, state, { first: first.number, faults: [fault] });
    return true;
  });
}
