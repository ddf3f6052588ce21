// Reads rows as what they want of records, and checks them against the contract. Must not know existing records.

import { namesOf, ways } from '../changes/names.ts';
import { emptyFields, type Fields, formulaFault, type ReadRow, rowReader } from '../columns/cell.ts';
import { locateField, type Mapping } from '../columns/mapping.ts';
import { peopleColumns, type RowPeople, readRowPeople } from '../columns/row-people.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { fieldsOf } from '../contract/fields.ts';
import { isAddressField, keyText, maskedFields } from '../contract/key.ts';
import { faultMessage, type ValidationError, validate } from '../contract/validation-error.ts';
import type { Row } from '../files/table.ts';
import { type Body, bodyOf, type FieldValues, type RowFault, type Wanted } from '../runs/row.ts';
import { type BodyFault, duplicate } from './record-faults.ts';
import type { FindSubmitter, Submitter, Submitters } from './submitters.ts';
import { locate, type RowRules, reject, type StatusWords, type Work } from './work.ts';

/** The code of a record that is malformed: too few cells, too many, or a NUL character. */
export const malformed = 'malformed_row';

/** The work of an import whose rows are read from cells. */
export interface FileWork extends Work {
  readonly readRow: (cells: readonly string[]) => SubmittedRow;
  readonly submitters?: Submitters | undefined;
}

type RowReading = Pick<FileWork, 'mapping' | 'endpoint' | 'rules' | 'readRow'>;

/** A row with its id among its fields, and its submitter if that was found elsewhere. */
export interface SubmittedRow extends ReadRow {
  readonly submitter?: Submitter | undefined;
}

/** The row as what it wants of a record. @param body that was read from its cells */
export function wantedOf(row: Row, body: Body, work: FileWork): Wanted {
  const { id, fields } = wantedFields(row.cells, body, work);
  const { endpoint, matching } = work;
  const names = namesOf(endpoint, matching === 'record' ? id : undefined, fields);
  return { row: row.row, line: row.line, source: row.cells, fields, names };
}

/** The id of a row, and its fields; an empty cell gives none, unless it clears the field. */
export function wantedFields(
  cells: readonly string[],
  { id, ...body }: Body,
  { empty, mapping }: FileWork,
): { readonly id: string | undefined; readonly fields: FieldValues } {
  const cleared = empty === 'keep' ? [] : emptyFields(cells, mapping).filter((field) => field !== 'id');
  const fields =
    cleared.length === 0 ? body : { ...Object.fromEntries(cleared.map((field) => [field, null])), ...body };
  return { id: keyText(id)?.trim(), fields };
}

export type CheckedRow =
  | {
      readonly kind: 'valid';
      readonly body: Body;
      /** What is doubtful in the names, or left out of them, although the row is imported. */
      readonly warnings: readonly RowFault[];
      /** The people whom it names beside a submitter that was found elsewhere; undefined if the row has an address. */
      readonly others: readonly string[] | undefined;
    }
  /** Without a body if the cells could not be read. */
  | { readonly kind: 'invalid'; readonly body?: Body; readonly faults: readonly RowFault[] }
  /** All cells are empty, as at the end of many spreadsheets. */
  | { readonly kind: 'blank' };

/** Reads a row: its cells, with the status that a word means, and the submitter that is found elsewhere. */
export function submittedRowReader(
  mapping: Mapping,
  { words }: RowRules,
  submitterOf?: FindSubmitter,
): FileWork['readRow'] {
  const readCells = rowReader(mapping);
  return (cells) => {
    const read = readCells(cells);
    const submitter = submitterOf?.(cells);
    const fields = withStatus(withSubmitter(read.fields, submitter), words);
    return { ...read, fields, submitter };
  };
}

function withSubmitter(fields: Fields, submitter: Submitter | undefined): Fields {
  if (submitter === undefined || 'fault' in submitter) return fields;
  const { submitter_first_name: _, submitter_last_name: __, ...others } = fields;
  return { ...others, ...submitter.fields };
}

function withStatus(fields: Fields, words: StatusWords | undefined): Fields {
  if (words === undefined) return fields;
  const { field, statusOf } = words;
  const text = fields[field];
  // To a word of the user, `n/a`, the error `#N/A` is equal.
  if (text === undefined || formulaFault(text) !== undefined) return fields;
  const status = statusOf(text);
  return status === undefined || status === text ? fields : { ...fields, [field]: status };
}

/** @returns a function that checks a row */
export function rowChecker({ mapping, endpoint, rules, readRow }: RowReading): (row: Row) => CheckedRow {
  const columns = peopleColumns(mapping);
  const limitFaults = limitChecker(endpoint, rules);
  return ({ row, line, cells, fault }) => {
    if (cells.every(isBlank)) return { kind: 'blank' };
    if (fault !== undefined) {
      return { kind: 'invalid', faults: [{ row, line, code: malformed, message: fault }] };
    }
    const read = readRow(cells);
    const { fields: body, submitter } = read;
    const people = submitter === undefined ? readRowPeople(cells, read, columns) : nobody;
    const faults = formulaFaults(body);
    // One fault of a cell is enough.
    const isNew = ({ field }: BodyFault) => faults.every((known) => known.field !== field);
    if (submitter !== undefined && 'fault' in submitter) faults.push(submitter.fault);
    faults.push(...limitFaults(body).filter(isNew));
    faults.push(...people.faults.filter(isNew), ...maskedFaults(endpoint, body));
    if (faults.length > 0) return { kind: 'invalid', body, faults: located(faults, { row, line }) };
    const others = submitter !== undefined && 'others' in submitter ? submitter.others : undefined;
    return { kind: 'valid', body, warnings: located(people.warnings, { row, line }), others };
  };

  function located(found: readonly BodyFault[], at: Pick<Row, 'row' | 'line'>): readonly RowFault[] {
    return found.map(({ field, ...rest }) => ({ ...at, ...locateField(mapping, field), ...rest }));
  }
}

function isBlank(cell: string): boolean {
  return cell.trim() === '';
}

/** Names that are not imported cannot be wrong. */
const nobody: RowPeople = { faults: [], warnings: [] };

function formulaFaults(body: Body): BodyFault[] {
  const found: BodyFault[] = [];
  for (const field of Object.keys(body)) {
    const message = formulaFault(body[field] ?? '');
    if (message !== undefined) found.push({ field, code: 'formula_error', message });
  }
  return found;
}

/** @returns a function that finds violated limits of the creation's fields, and of those that only an update has */
function limitChecker(endpoint: Endpoint, { update, isPartial }: RowRules): (body: Body) => readonly BodyFault[] {
  const created = new Set(fieldsOf(endpoint.body).map(({ name }) => name));
  const isCounted = ({ type }: ValidationError) => isPartial !== true || type !== 'missing';
  const isOther = ({ loc }: ValidationError) => !created.has(String(loc[1]));
  return (body) => {
    const found = violations(endpoint, body);
    const others = update === undefined ? none : violations(update, body);
    if (found.length + others.length === 0) return none;
    return [...found.filter(isCounted), ...others.filter(isOther)].map(toFault);
  };
}

const none: readonly never[] = [];

function violations({ body: schema }: Endpoint, body: Body): readonly ValidationError[] {
  if (schema === undefined) return none;
  const checked = validate(schema, body, 'body');
  return checked.ok ? none : checked.errors;
}

function toFault(error: ValidationError): BodyFault {
  const field = String(error.loc[1]);
  const isAddress = error.type === 'missing' && isAddressField(field);
  return { field, code: error.type, message: isAddress ? 'no address' : faultMessage(error) };
}

function maskedFaults(endpoint: Endpoint, body: Body): readonly BodyFault[] {
  return maskedFields(endpoint, body).map((field) => ({
    field,
    code: 'masked_address',
    message: 'the address is masked (***)',
  }));
}

/** Gives every change its state. @throws the signal's reason */
export function checkChanges(changes: Iterable<Wanted>, work: Work, signal: AbortSignal | undefined): void {
  const { rows, endpoint, rules } = work;
  const limitFaults = limitChecker(endpoint, rules);
  for (const change of changes) {
    signal?.throwIfAborted();
    const { row, line } = change;
    const body = bodyOf(change);
    const faults = [...limitFaults(body), ...maskedFaults(endpoint, body)].map(
      ({ field, ...fault }): RowFault => ({ row, line, ...locate(work, field), ...fault }),
    );
    const by = ways.find((way) => change.names[way] !== undefined);
    if (faults.length > 0) reject(change, faults, work);
    else if (by === undefined)
      reject(change, [{ row, line, code: 'missing_identity', message: 'it names no record' }], work);
    else {
      // A plan that somebody has edited may change a record twice.
      const [first] = rows.find(by, change.names[by] ?? '');
      if (first === undefined) rows.add(change, 'create');
      else reject(change, [{ row, line, ...duplicate(first.line) }], work);
    }
  }
}
