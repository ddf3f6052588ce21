// Folds rows with the same key into the first one, and rejects those that contradict each other.
// Must not know files.

import type { Change } from '../changes/change.ts';
import { comparedKey } from '../changes/names.ts';
import type { MappedColumn } from '../columns/mapping.ts';
import { quoteValue } from '../columns/quote.ts';
import { canBeSamePerson, personLabel } from '../columns/record-name.ts';
import { quoted } from '../contract/amount.ts';
import { fieldKey, nameFieldOf } from '../contract/key.ts';
import { isSameValue } from '../contract/likeness.ts';
import { isAddressField } from '../contract/private-fields.ts';
import { fullName } from '../people/name.ts';
import { shareFates } from '../runs/folded.ts';
import { type RunRow, rowPlace, turn } from '../runs/row.ts';
import { type Batch, comparesPeople, reject, warn, withdrawWarnings } from './batch.ts';
import type { Fault } from './record-faults.ts';

/**
 * Adds a row with the name of an earlier one, which gets the values that it lacks. Neither is used
 * if it is unknown which one is meant: they have one address and name two people, or two decisions
 * differ.
 */
export function foldInto(first: RunRow, change: Change, batch: Batch): void {
  const row = batch.rows.add(change, 'folded');
  const fold = foldRow(first, row, batch);
  if (!merge(first, row, fold, batch)) return;
  const areTalks = comparesPeople(batch);
  if (areTalks) addOtherKey(first, row, batch);
  const differences = areTalks ? fold.differences.filter(isOfTalk) : fold.differences;
  warnOfDifferences(first, row, differences, batch);
}

/** Any of the people in the rows of a talk may have submitted it. */
function addOtherKey(first: RunRow, { fields }: Change, { endpoint }: Batch): void {
  const key = comparedKey(endpoint, fields);
  if (key !== undefined && key !== first.names.key) withOtherKeys(first).push(key);
}

/** A file may have thousands of people of one talk, and a copy for each would be quadratic. */
function withOtherKeys(row: RunRow): string[] {
  const { otherKeys = [] } = row.names;
  row.names = { ...row.names, otherKeys };
  return otherKeys;
}

function isOfTalk({ field }: Differences[number]): boolean {
  return field !== 'name' && !field.startsWith('submitter_');
}

/** Joins a row about another author of a talk with the one that names its submitter. */
export function joinRow(first: RunRow, row: RunRow, batch: Batch): void {
  if (!mergeTalks(first, row, batch)) return;
  const name = row.people?.join(', ') ?? '';
  if (name === '' && !row.fields.submitter_email) return;
  const submitter = `line ${first.line} has the submitter of the talk`;
  const message = `${submitter}; ${personLabel({ name })} is taken for another author`;
  warn(batch, { ...rowPlace(row), code: 'co_authors', message });
}

/** Adds a row about another person of a talk, which gets the values that it lacks. */
export function foldPerson(first: RunRow, change: Change, batch: Batch): void {
  const row = batch.rows.add(change, 'folded');
  if (!mergeTalks(first, row, batch)) return;
  const { key } = row.names;
  if (key !== undefined) withOtherKeys(first).push(key);
  const { submitter_first_name = '', submitter_last_name = '' } = row.fields;
  const name = fullName(submitter_first_name ?? '', submitter_last_name ?? '');
  if (batch.savesSpeakers === true && change.speakers?.includes(name)) return;
  const who = personLabel({ name });
  const message = `line ${first.line} has the submitter of the talk; ${who} is not imported`;
  warn(batch, { ...rowPlace(row), code: 'co_speakers', message });
}

/** Merges two rows about a talk that name different people. @returns whether they were merged */
function mergeTalks(first: RunRow, row: RunRow, batch: Batch): boolean {
  const fold = foldRow(withoutPerson(first), withoutPerson(row), batch);
  const isMerged = merge(first, row, fold, batch);
  if (isMerged) warnOfDifferences(first, row, fold.differences, batch);
  return isMerged;
}

function withoutPerson({ source, fields }: Change): FoldedRow {
  const values = Object.entries(fields).filter(([field]) => !field.startsWith('submitter_'));
  return { source, fields: Object.fromEntries(values) };
}

/** Rejects the rows that were folded into a rejected one, and says nothing else of them. */
export function rejectFolded(batch: Batch): void {
  const rejected = shareFates(batch.rows);
  if (rejected.length > 0) withdrawWarnings(batch, new Set(rejected));
}

/**
 * Gives the first row what the other one adds. Rows that contradict each other are rejected.
 * @returns whether they were merged
 */
function merge(
  first: RunRow,
  row: RunRow,
  { added, differences }: ReturnType<typeof foldRow>,
  batch: Batch,
): boolean {
  turn(row, 'folded', { first: first.number });
  if (first.state === 'rejected') return false;
  const faults = contradiction(first, row, differences, batch);
  if (faults !== undefined) {
    reject(batch, first, [faults[0]]);
    reject(batch, row, [faults[1]]);
    return false;
  }
  first.fields = { ...first.fields, ...added };
  return true;
}

function warnOfDifferences(
  first: RunRow,
  row: RunRow,
  differences: Differences,
  batch: Batch,
): void {
  for (const { column, field, value, firstValue } of differences) {
    const used = `line ${first.line} has ${quoteValue(field, firstValue)}, which is used`;
    const message = `${quoteValue(field, value)}, but ${used}`;
    warn(batch, { ...rowPlace(row), column, field, code: 'contradiction', message });
  }
}

/** The fault of each of two rows that cannot both be meant. */
function contradiction(
  first: RunRow,
  row: RunRow,
  differences: Differences,
  { endpoint, matching, updatable, mapping }: Batch,
): readonly [Fault, Fault] | undefined {
  const field = nameFieldOf(endpoint);
  const [one, two] = [first, row].map(({ fields }) =>
    fullName(fields.first_name ?? '', fields.last_name ?? ''),
  );
  if (isAddressField(field) && one && two && !canBeSamePerson(one, two)) {
    const fault = (own: string, line: number, other: string) => ({
      field,
      code: 'other_person',
      message: `the address of ${quoted(own)}, and in line ${line} of ${quoted(other)}`,
    });
    return [fault(one, row.line, two), fault(two, first.line, one)];
  }
  const updated = mapping.mapped.filter(({ fields }) => fields.some((name) => updatable.has(name)));
  const found = differences.find((each) => updated.some(({ column }) => column === each.column));
  if (matching === 'key' || found === undefined) return undefined;
  const fault = (own: string, line: number, other: string) => ({
    field: found.field,
    column: found.column,
    code: 'contradiction',
    message:
      `${quoteValue(found.field, own)}, but line ${line} is for the same record and has ` +
      quoteValue(found.field, other),
  });
  return [
    fault(found.firstValue, row.line, found.value),
    fault(found.value, first.line, found.firstValue),
  ];
}

/** The columns in which two rows for one record have different values. */
type Differences = readonly {
  readonly column: string;
  readonly field: string;
  readonly value: string;
  readonly firstValue: string;
}[];

type FoldedRow = Pick<Change, 'source' | 'fields'>;

/**
 * What a row adds to the first row with its key (values for fields that the first one lacks), and
 * where the two differ.
 */
export function foldRow(
  first: FoldedRow,
  row: FoldedRow,
  { mapping, endpoint: { key = [] } }: Pick<Batch, 'mapping' | 'endpoint'>,
) {
  const added: Record<string, string | null> = {};
  const differences: Differences[number][] = [];
  for (const column of mapping.mapped) {
    // A column of whole names fills two fields, which belong together.
    const { fields, target: field } = column;
    const value = valueIn(row, fields);
    const firstValue = valueIn(first, fields);
    if (value === '' || isSameValue(field, firstValue, value)) continue;
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

function valueIn({ fields: values }: FoldedRow, fields: readonly string[]): string {
  const [first = '', last] = fields.map((field) => values[field] ?? '');
  return last === undefined ? first : fullName(first, last);
}

/** As the user has written it. */
function cellIn({ source = [] }: FoldedRow, { index }: MappedColumn): string {
  return source[index]?.trim() ?? '';
}
