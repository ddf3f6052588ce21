// Folds rows with the same key into the first one, and rejects those that contradict each other.
// Must not know files.

import type { Change, FieldValues } from '../changes/change.ts';
import type { MappedColumn } from '../columns/mapping.ts';
import { quoteCell } from '../columns/quote.ts';
import { canBeSamePerson } from '../columns/record-name.ts';
import { fieldKey, keyOf } from '../contract/key.ts';
import { fullName } from '../people/name.ts';
import { type RunRow, turn } from '../runs/row.ts';
import { duplicate, type Fault } from './record-faults.ts';
import { addRejected, comparesPeople, reject, rowPlace, type Work, warn } from './work.ts';

/**
 * Adds a row with the name of an earlier one, which gets the values that it lacks. Neither is used
 * if it is unknown which one is meant: they have one address and name two people, or two decisions
 * differ.
 */
export function foldInto(first: RunRow, row: Change, work: Work): void {
  if (first.state === 'rejected') {
    addRejected(work, row, [duplicate(first.line)]);
    return;
  }
  const { added, differences } = foldRow(first, row, work);
  const faults = contradiction(first, row, differences, work);
  if (faults !== undefined) {
    reject(work, first, [faults[0]]);
    addRejected(work, row, [faults[1]]);
    return;
  }
  work.rows.add(row, 'folded');
  first.fields = { ...first.fields, ...added };
  if (comparesPeople(work)) addOtherKey(first, row, work);
  const others = comparesPeople(work) ? differences.filter(isOfTalk) : differences;
  warnOfDifferences(first, row, others, work);
}

/** Any of the people in the rows of a talk may have submitted it. */
function addOtherKey(first: RunRow, { fields }: Change, { endpoint }: Work): void {
  const key = keyOf(endpoint, fields);
  if (key !== undefined && key !== first.names.key) withOtherKeys(first).push(key);
}

/** A file may have thousands of people of one talk, and a copy for each would be quadratic. */
function withOtherKeys(row: RunRow): string[] {
  const { otherKeys = [] } = row.names;
  row.names = { ...row.names, otherKeys };
  return otherKeys;
}

function isOfTalk({ field }: Difference): boolean {
  return field !== 'name' && !field.startsWith('submitter_');
}

/** Joins a row about another author of a talk with the one that names its submitter. */
export function joinRow(first: RunRow, row: RunRow, work: Work): void {
  if (first.state === 'rejected') {
    reject(work, row, [duplicate(first.line)]);
    return;
  }
  const { added, differences } = foldRow(withoutPerson(first), withoutPerson(row), work);
  const faults = contradiction(first, row, differences, work);
  if (faults !== undefined) {
    reject(work, first, [faults[0]]);
    reject(work, row, [faults[1]]);
    return;
  }
  turn(row, 'folded');
  first.fields = { ...first.fields, ...added };
  warnOfDifferences(first, row, differences, work);
  const named = row.fields.submitter_email ?? row.people?.join(', ');
  if (!named) return;
  const submitter = `line ${first.line} has the submitter of the talk`;
  const message = `${submitter}; ${named} is taken for another author`;
  warn(work, { ...rowPlace(row), code: 'co_authors', message });
}

function warnOfDifferences(
  first: RunRow,
  row: Change,
  differences: readonly Difference[],
  work: Work,
): void {
  for (const { column, field, value, firstValue } of differences) {
    const used = `line ${first.line} has ${quoteCell(firstValue)}, which is used`;
    const message = `${quoteCell(value)}, but ${used}`;
    warn(work, { ...rowPlace(row), column, field, code: 'contradiction', message });
  }
}

/** Adds a row about another person of a talk, which gets the values that it lacks. */
export function foldPerson(first: RunRow, row: Change, work: Work): RunRow {
  const { added, differences } = foldRow(withoutPerson(first), withoutPerson(row), work);
  const folded = work.rows.add(row, 'folded');
  first.fields = { ...first.fields, ...added };
  const { key } = row.names;
  if (key !== undefined) withOtherKeys(first).push(key);
  warnOfDifferences(first, row, differences, work);
  const { submitter_first_name = '', submitter_last_name = '', submitter_email } = row.fields;
  const name = fullName(submitter_first_name ?? '', submitter_last_name ?? '');
  const message =
    `line ${first.line} has the submitter of the talk; ${name || submitter_email} is not ` +
    'imported';
  warn(work, { ...rowPlace(row), code: 'co_speakers', message });
  return folded;
}

function withoutPerson({ source, fields }: Change): FoldedRow {
  const values = Object.entries(fields).filter(([field]) => !field.startsWith('submitter_'));
  return { source, fields: Object.fromEntries(values) };
}

/** The fault of each of two rows that cannot both be meant. */
function contradiction(
  first: Change,
  row: Change,
  differences: readonly Difference[],
  { endpoint: { key = [] }, matching, updatable, mapping }: Work,
): readonly [Fault, Fault] | undefined {
  const [field = '', ...others] = key;
  const [one, two] = [first, row].map(({ fields }) =>
    fullName(fields.first_name ?? '', fields.last_name ?? ''),
  );
  if (others.length === 0 && one && two && !canBeSamePerson(one, two)) {
    const fault = ({ fields }: Change, own: string, line: number, other: string) => {
      const address = JSON.stringify(fields[field] ?? '');
      const names = [own, other].map((text) => JSON.stringify(text));
      const message =
        `${address} is the address of ${names[0]}, and in line ${line} ` + `of ${names[1]}`;
      return { field, code: 'other_person', message };
    };
    return [fault(first, one, row.line, two), fault(row, two, first.line, one)];
  }
  const updated = mapping.mapped.filter(({ fields }) => fields.some((name) => updatable.has(name)));
  const found = differences.find((each) => updated.some(({ column }) => column === each.column));
  if (matching === 'key' || found === undefined) return undefined;
  const fault = (own: string, line: number, other: string) => ({
    field: found.field,
    column: found.column,
    code: 'contradiction',
    message:
      `${quoteCell(own)}, but line ${line} is for the same record and ` + `has ${quoteCell(other)}`,
  });
  return [
    fault(found.firstValue, row.line, found.value),
    fault(found.value, first.line, found.firstValue),
  ];
}

/** A column in which two rows for one record have different values. */
interface Difference {
  readonly column: string;
  readonly field: string;
  readonly value: string;
  readonly firstValue: string;
}

interface Fold {
  /** Values for fields that the first row lacks. */
  readonly added: FieldValues;
  readonly differences: readonly Difference[];
}

type FoldedRow = Pick<Change, 'source' | 'fields'>;

/** What a row adds to the first row with its key, and where the two differ. */
export function foldRow(
  first: FoldedRow,
  row: FoldedRow,
  { mapping, endpoint: { key = [] } }: Pick<Work, 'mapping' | 'endpoint'>,
): Fold {
  const added: Record<string, string | null> = {};
  const differences: Difference[] = [];
  for (const column of mapping.mapped) {
    // A column of whole names fills two fields, which belong together.
    const { fields, target: field } = column;
    const value = valueIn(row, fields);
    const firstValue = valueIn(first, fields);
    if (value === '' || firstValue === value) continue;
    // The fields of a key are the same, as keys are compared.
    const isKey = fields.every((each) => key.includes(each));
    if (firstValue === '') for (const each of fields) added[each] = row.fields[each] ?? null;
    else if (!isKey || fieldKey(field, firstValue) !== fieldKey(field, value)) {
      const cell = cellIn(row, column) || value;
      const firstCell = cellIn(first, column) || firstValue;
      // Of two columns for a field, the other one differs.
      if (cell === firstCell) continue;
      differences.push({ column: column.column, field, value: cell, firstValue: firstCell });
    }
  }
  return { added, differences };
}

function valueIn({ fields: values }: FoldedRow, [first = '', last]: readonly string[]): string {
  if (last === undefined) return values[first] ?? '';
  return fullName(values[first] ?? '', values[last] ?? '');
}

/** As the user has written it. */
function cellIn({ source = [] }: FoldedRow, { index }: MappedColumn): string {
  return source[index]?.trim() ?? '';
}
