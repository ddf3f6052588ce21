// Reads rows as what they want of records, and checks them against the contract. Must not know existing records.

import { emptyFields, type FieldReader, fieldReader, formulaFault } from '../columns/cell.ts';
import { locateField, type Mapping } from '../columns/mapping.ts';
import { peopleColumns, type RowPeople, readRowPeople } from '../columns/row-people.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { fieldsOf } from '../contract/fields.ts';
import { isAddressField, keyOf, keyText, maskedFields } from '../contract/key.ts';
import { faultMessage, type ValidationError, validate } from '../contract/validation-error.ts';
import type { Row } from '../files/table.ts';
import { type Body, bodyOf, type FieldValues, namesOf, type RowFault, type Wanted, ways } from '../runs/row.ts';
import { type BodyFault, duplicate } from './record-faults.ts';
import type { FindSubmitter, Submitters } from './submitters.ts';
import { locate, type RowRules, reject, type Work } from './work.ts';

/** The code of a record that is malformed: too few cells, too many, or a NUL character. */
export const malformed = 'malformed_row';

/** The work of an import whose rows are read from cells. */
export interface FileWork extends Work {
  /** Reads the fields of a row from its cells, and its id. */
  readonly readBody: FieldReader;
  /** Finds the submitter of a row without an address. */
  readonly submitterOf?: FindSubmitter | undefined;
  readonly submitters?: Submitters | undefined;
}

type RowReading = Pick<FileWork, 'mapping' | 'endpoint' | 'rules' | 'readBody' | 'submitterOf'>;

/** The row as what it wants of a record, from all of its cells. */
export function wantedOf(row: Row, reading: FileWork): Wanted {
  const { id, fields } = readFields(row.cells, reading);
  const { endpoint, matching } = reading;
  const key = keyOf(endpoint, fields);
  const names = matching === 'record' ? namesOf(endpoint, id, fields) : key === undefined ? {} : { key };
  return { row: row.row, line: row.line, source: row.cells, fields, names };
}

/** The id in the cells of a row, and its fields; an empty cell gives none, unless it clears the field. */
export function readFields(
  cells: readonly string[],
  { readBody, empty, mapping }: FileWork,
): { readonly id: string | undefined; readonly fields: FieldValues } {
  const { id, ...body } = readBody(cells);
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
  | { readonly kind: 'invalid'; readonly faults: readonly RowFault[] }
  /** All cells are empty, as at the end of many spreadsheets. */
  | { readonly kind: 'blank' };

/** Reads the fields of a row: its cells, with the status that a word means, and the submitter that is found elsewhere. */
export function bodyReader(mapping: Mapping, { statusOf }: RowRules, submitterOf?: FindSubmitter): FieldReader {
  const readCells = fieldReader(mapping);
  const read: FieldReader = (cells) => {
    const found = submitterOf?.(cells);
    if (found === undefined || 'fault' in found) return readCells(cells);
    const { submitter_first_name: _, submitter_last_name: __, ...others } = readCells(cells);
    return { ...others, ...found.fields };
  };
  if (statusOf === undefined) return read;
  return (cells) => {
    const body = read(cells);
    const { status } = body;
    // To a word of the user, `n/a`, the error `#N/A` is equal.
    const meant = status === undefined || formulaFault(status) !== undefined ? undefined : statusOf(status);
    return meant === undefined || meant === status ? body : { ...body, status: meant };
  };
}

/** @returns a function that checks a row */
export function rowChecker({ mapping, endpoint, rules, readBody, submitterOf }: RowReading): (row: Row) => CheckedRow {
  const columns = peopleColumns(mapping);
  const limitFaults = limitChecker(endpoint, rules);
  return ({ row, line, cells, fault }) => {
    if (cells.every(isBlank)) return { kind: 'blank' };
    if (fault !== undefined) {
      return { kind: 'invalid', faults: [{ row, line, code: malformed, message: fault }] };
    }
    const body = readBody(cells);
    const submitter = submitterOf?.(cells);
    const people = submitter === undefined ? readRowPeople(cells, body, columns, rules) : nobody;
    const faults = formulaFaults(body);
    // One fault of a cell is enough.
    const isNew = ({ field }: BodyFault) => faults.every((known) => known.field !== field);
    if (submitter !== undefined && 'fault' in submitter) faults.push(submitter.fault);
    faults.push(...limitFaults(body).filter(isNew));
    faults.push(...people.faults.filter(isNew), ...maskedFaults(endpoint, body));
    if (faults.length > 0) return { kind: 'invalid', faults: located(faults, { row, line }) };
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
