// Decides what becomes of two rows for one record: one that says nothing new is folded, and those that contradict each other are rejected.
import type { RowFault } from '../changes/change-set.ts';
import type { LedgerRow } from '../changes/ledger.ts';
import { quoteCell } from '../columns/quote.ts';
import { foldKey } from '../contract/key.ts';
import type { Contradiction } from './row-rules.ts';
import { locate, type Work } from './work.ts';

/**
 * Two rows name one record in different ways, such as by its id and by its title: rows that contradict each other are both
 * rejected, and a row that says nothing new is folded. @returns whether it was one of these
 */
export function foldSameRecord(first: LedgerRow, row: LedgerRow, work: Work): boolean {
  const { ledger } = work;
  const { key = [] } = work.endpoint;
  const contradictions = contradictionsOf(first, row, work);
  const differing = contradictions.find((each) => isUpdatable(each, work));
  if (differing !== undefined) {
    const fault = rejectFirst(first, row, differing, work);
    ledger.mark(row.number, 'rejected');
    ledger.attach(row.number, { faults: [fault] });
    return true;
  }
  const isNew = Object.entries(row.fields).some(
    ([field, value]) => value !== null && !key.includes(field) && first.fields[field] == null,
  );
  if (contradictions.length > 0 || isNew) return false;
  ledger.mark(row.number, 'folded');
  return true;
}

/** The fields to which both rows give different values. Those of the key may differ in case. */
function contradictionsOf(first: LedgerRow, row: LedgerRow, work: Work): readonly Contradiction[] {
  const isSame = (field: string, one: string, other: string) =>
    one === other || (work.endpoint.key?.includes(field) === true && foldKey(one) === foldKey(other));
  return Object.entries(row.fields).flatMap(([field, value]) => {
    const before = first.fields[field];
    if (value === null || before == null || isSame(field, before, value)) return [];
    const { column = field } = locate(work, field);
    const words = { value: work.wordOf?.(row, field) ?? value, firstValue: work.wordOf?.(first, field) ?? before };
    return [contradiction(first, row, { column, field, ...words })];
  });
}

export function isUpdatable({ field }: Contradiction, { updatable }: Work): boolean {
  return updatable.some(({ name }) => name === field);
}

type Place = Pick<RowFault, 'row' | 'line'>;

/** Two rows for one record give a field different values, so that neither is applied. @returns the fault of the second */
export function rejectFirst(first: LedgerRow, second: Place, found: Contradiction, work: Work): RowFault {
  const { ledger } = work;
  const { column, field, value, firstValue } = found;
  const faultAt = (place: Place, own: string, otherLine: number, other: string): RowFault => {
    const message = `${quoteCell(own)}, but line ${otherLine} is for the same record and has ${quoteCell(other)}`;
    return { row: place.row, line: place.line, code: 'contradiction', column, field, message };
  };
  if (ledger.state(first.number) !== 'rejected') {
    ledger.mark(first.number, 'rejected');
    ledger.attach(first.number, { faults: [faultAt(first, firstValue, second.line, value)] });
  }
  return faultAt(second, value, first.line, firstValue);
}

export function contradiction(
  { line: firstLine }: Place,
  { row, line }: Place,
  { column, field, value, firstValue }: Pick<Contradiction, 'column' | 'field' | 'value' | 'firstValue'>,
): Contradiction {
  const message = `${quoteCell(value)}, but line ${firstLine} has ${quoteCell(firstValue)}, which is used`;
  return { row, line, column, field, code: 'contradiction', value, firstLine, firstValue, message };
}
