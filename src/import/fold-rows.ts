// Folds rows with the same key into the first one, and rejects those that contradict each other. Must not know files.

import { readCell } from '../columns/cell.ts';
import { quoteCell } from '../columns/quote.ts';
import { canBeSamePerson } from '../columns/record-name.ts';
import { foldKey } from '../contract/key.ts';
import { plainCell } from '../people/elements.ts';
import { fullName } from '../people/name.ts';
import { type RowFault, type RunRow, turn, type Wanted } from '../runs/row.ts';
import { type FileWork, wantedFields } from './checked-row.ts';
import { duplicate, type FieldFault } from './record-faults.ts';
import { locate, reject, type Work, warn } from './work.ts';

/**
 * Adds a row with the name of an earlier one, which gets the cells that it lacks. Neither is used if it is unknown which one is
 * meant: they have one address and name two people, or two decisions differ.
 */
export function foldInto(first: RunRow, row: Wanted, work: FileWork): void {
  if (first.state === 'rejected') {
    reject(row, [faultOf(row, duplicate(first.line), work)], work);
    return;
  }
  const { filled, differences } = foldRow(first, row, work);
  const faults = contradiction(first, row, differences, work);
  if (faults !== undefined) {
    turn(first, 'rejected', { faults: [faultOf(first, faults[0], work)] });
    reject(row, [faultOf(row, faults[1], work)], work);
    return;
  }
  work.rows.add(row, 'folded');
  if (filled !== undefined) {
    const { fields } = wantedFields(filled, work.readRow(filled).fields, work);
    Object.assign(first, { fields, filled });
  }
  for (const { column, field, value, firstValue } of differences) {
    const message = `${quoteCell(value)}, but line ${first.line} has ${quoteCell(firstValue)}, which is used`;
    warn(work, { row: row.row, line: row.line, column, field, code: 'contradiction', message });
  }
}

/** The fault of each of two rows that cannot both be meant. */
function contradiction(
  first: Wanted,
  row: Wanted,
  differences: readonly Difference[],
  { endpoint: { key = [] }, matching, updatable, mapping }: Work,
): readonly [FieldFault, FieldFault] | undefined {
  const [field = '', ...others] = key;
  const [one, two] = [first, row].map(({ fields }) => fullName(fields.first_name ?? '', fields.last_name ?? ''));
  if (others.length === 0 && one && two && !canBeSamePerson(one, two)) {
    const fault = ({ fields }: Wanted, own: string, line: number, other: string) => {
      const [address, name, otherName] = [fields[field] ?? '', own, other].map((text) => JSON.stringify(text));
      const message = `${address} is the address of ${name}, and in line ${line} of ${otherName}`;
      return { field, code: 'other_person', message };
    };
    return [fault(first, one, row.line, two), fault(row, two, first.line, one)];
  }
  const updated = mapping.mapped.filter(({ fields }) => updatable.some(({ name }) => fields.includes(name)));
  const found = differences.find((each) => updated.some(({ column }) => column === each.column));
  if (matching === 'key' || found === undefined) return undefined;
  const fault = (own: string, line: number, other: string) => ({
    field: found.field,
    code: 'contradiction',
    message: `${quoteCell(own)}, but line ${line} is for the same record and has ${quoteCell(other)}`,
  });
  return [fault(found.firstValue, row.line, found.value), fault(found.value, first.line, found.firstValue)];
}

function faultOf({ row, line }: Wanted, { field, ...fault }: FieldFault, work: Work): RowFault {
  return { row, line, ...(field !== undefined && locate(work, field)), ...fault };
}

type FoldedRow = Pick<RunRow, 'source' | 'filled'>;

/** A column in which two rows for one record have different cells. */
interface Difference {
  readonly column: string;
  readonly field: string;
  readonly value: string;
  readonly firstValue: string;
}

interface Fold {
  /** The first row's cells, with values for empty ones; undefined if nothing was added. */
  readonly filled: readonly string[] | undefined;
  readonly differences: readonly Difference[];
}

/** What a row adds to the first row with its key, and where the two differ. */
export function foldRow(
  first: FoldedRow,
  { source = [] }: FoldedRow,
  { mapping, endpoint: { key = [] }, rules }: Pick<Work, 'mapping' | 'endpoint' | 'rules'>,
): Fold {
  const filled = [...(first.filled ?? first.source ?? [])];
  let isFilled = false;
  const differences: Difference[] = [];
  for (const mapped of mapping.mapped) {
    const { column, index, target: field, fields } = mapped;
    const firstValue = plainCell(readCell(mapped, filled));
    const value = plainCell(readCell(mapped, source));
    if (value === '' || firstValue === value) continue;
    if (firstValue === '') {
      filled[index] = source[index] ?? '';
      isFilled = true;
      continue;
    }
    // The fields of a key differ at most in case, and two words may mean one status.
    const isKey = fields.every((each) => key.includes(each)) && foldKey(firstValue) === foldKey(value);
    const statusOf = field === rules.words?.field ? rules.words.statusOf : undefined;
    const isSameStatus = (statusOf?.(value) ?? value) === (statusOf?.(firstValue) ?? firstValue);
    if (!isKey && !isSameStatus) differences.push({ column, field, value, firstValue });
  }
  return { filled: isFilled ? filled : undefined, differences };
}
