// Checks a record of the file against the contract, and computes its key. Pure.
import type { Body, RowFault } from '../changes/change-set.ts';
import { type FieldReader, fieldReader, formulaFault, hasGivenAddress } from '../columns/cell.ts';
import { locateField, type Mapping } from '../columns/mapping.ts';
import {
  type PeopleFault,
  type PeopleRules,
  peopleColumns,
  type RowPeople,
  readRowPeople,
} from '../columns/row-people.ts';
import { similarWord } from '../columns/status-words.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { fieldsOf } from '../contract/fields.ts';
import { maskedFields } from '../contract/record-key.ts';
import { faultMessage, type ValidationError, validate } from '../contract/validation-error.ts';
import type { Row } from '../sheets/table.ts';

/** Two rows of one key differ; the first one is used. */
export interface Contradiction extends Omit<RowFault, 'value'> {
  readonly column: string;
  readonly field: string;
  /** Of both rows, in the form in which keys are compared. */
  readonly key?: string;
  readonly value: string;
  readonly firstLine: number;
  readonly firstValue: string;
}

/** The code of a record that is malformed: too few cells, too many, or a NUL character. */
export const malformed = 'malformed_row';

export type CheckedRow =
  | {
      readonly kind: 'valid';
      readonly body: Body;
      /** What is doubtful in the names, or left out of them, although the row is imported. */
      readonly warnings: readonly RowFault[];
    }
  | { readonly kind: 'invalid'; readonly faults: readonly RowFault[] }
  /** All cells are empty, as at the end of many spreadsheets. */
  | { readonly kind: 'blank' };

/** What a change that was not read from cells violates: the limits of its fields, or that it has a masked address. */
export function changeChecker(endpoint: Endpoint, rules: RowRules): (body: Body) => readonly FieldFault[] {
  const limitFaults = limitChecker(endpoint, rules);
  return (body) => [...limitFaults(body), ...maskedFaults(endpoint, body)];
}

/** What was found in a row before its cells are checked. */
interface FoundFaults {
  readonly problems?: readonly PeopleFault[] | undefined;
  readonly warnings?: readonly PeopleFault[] | undefined;
}

export interface RowRules extends PeopleRules {
  /** The endpoint that updates a record, if rows may have its fields as well. */
  readonly update?: Endpoint | undefined;
  /** Whether a row may lack fields of a creation, because its record exists. */
  readonly isPartial?: boolean | undefined;
  /** The status that a word means; undefined if it is unknown. Without it, any text is a status. */
  readonly statusOf?: ((word: string) => string | undefined) | undefined;
}

/** Reads the fields of a row: its cells, with the status that a word means. */
export function bodyReader(mapping: Mapping, { statusOf }: RowRules): FieldReader {
  const read = fieldReader(mapping);
  if (statusOf === undefined) return read;
  return (cells) => {
    const body = read(cells);
    const { status } = body;
    // To a word of the user, `n/a`, the error `#N/A` is equal.
    const meant = status === undefined || formulaFault(status) !== undefined ? undefined : statusOf(status);
    return meant === undefined || meant === status ? body : { ...body, status: meant };
  };
}

/** What decides whether a row is valid. */
interface Checks {
  readonly mapping: Mapping;
  readonly endpoint: Endpoint;
  readonly rules: RowRules;
  /** Reads the fields of a row. */
  readonly readBody: FieldReader;
}

/** @returns a function that checks a row, with the faults that were found before it was read */
export function rowChecker({ mapping, endpoint, rules, readBody }: Checks): (row: Row & FoundFaults) => CheckedRow {
  const columns = peopleColumns(mapping);
  const limitFaults = limitChecker(endpoint, rules);
  return ({ row, line, cells, fault, problems = none, warnings: doubts = none }) => {
    if (cells.every(isBlank)) return { kind: 'blank' };
    if (fault !== undefined) {
      return { kind: 'invalid', faults: [{ row, line, code: malformed, message: fault }] };
    }
    const body = readBody(cells);
    const people = hasGivenAddress(cells, mapping) ? nobody : readRowPeople(cells, body, columns, rules);
    const faults = formulaFaults(body);
    faults.push(...(problems.length > 0 ? problems : limitFaults(body)), ...statusFaults(body, rules));
    // One fault of a cell is enough.
    faults.push(...people.faults.filter(({ field }) => faults.every((known) => known.field !== field)));
    faults.push(...maskedFaults(endpoint, body));
    if (faults.length > 0) return { kind: 'invalid', faults: located(faults, { row, line }) };
    return { kind: 'valid', body, warnings: located([...doubts, ...people.warnings], { row, line }) };
  };

  function located(found: readonly FieldFault[], at: Pick<Row, 'row' | 'line'>): readonly RowFault[] {
    return found.map(({ field, ...rest }) => ({ ...at, ...locateField(mapping, field), ...rest }));
  }
}

const none: readonly never[] = [];

function isBlank(cell: string): boolean {
  return cell.trim() === '';
}

/** Names that are not imported cannot be wrong. */
const nobody: RowPeople = { faults: [], warnings: [] };

interface FieldFault {
  readonly field: string;
  readonly code: string;
  readonly message: string;
  readonly value?: string;
}

/** @returns a function that finds violated limits of the creation's fields, and of those that only an update has */
function limitChecker(endpoint: Endpoint, { update, isPartial }: RowRules): (body: Body) => readonly FieldFault[] {
  const created = new Set(fieldsOf(endpoint.body).map(({ name }) => name));
  const isCounted = ({ type }: ValidationError) => isPartial !== true || type !== 'missing';
  const isOther = ({ loc }: ValidationError) => !created.has(String(loc[1]));
  return (body) => {
    const found = violations(endpoint, body);
    const others = update === undefined ? none : violations(update, body);
    if (found.length + others.length === 0) return none;
    return [...found.filter(isCounted), ...others.filter(isOther)].map(toFieldFault);
  };
}

function violations({ body: schema }: Endpoint, body: Body): readonly ValidationError[] {
  if (schema === undefined) return none;
  const checked = validate(schema, body, 'body');
  return checked.ok ? none : checked.errors;
}

function statusFaults({ status }: Body, { statusOf }: RowRules): readonly FieldFault[] {
  if (status === undefined || statusOf === undefined || statusOf(status) !== undefined) return none;
  // It is reported as what it is.
  if (formulaFault(status) !== undefined) return none;
  const fault = { field: 'status', value: status };
  const message = `${JSON.stringify(status)} is not a known status`;
  const similar = similarWord(status);
  if (similar === undefined) return [{ ...fault, code: 'unknown_status', message }];
  const meant = `${JSON.stringify(similar)} (${statusOf(similar)})`;
  return [{ ...fault, code: 'misspelled_status', message: `${message}; did you mean ${meant}?` }];
}

function toFieldFault(error: ValidationError): FieldFault {
  return { field: String(error.loc[1]), code: error.type, message: faultMessage(error) };
}

function formulaFaults(body: Body): FieldFault[] {
  const found: FieldFault[] = [];
  for (const field of Object.keys(body)) {
    const message = formulaFault(body[field] ?? '');
    if (message !== undefined) found.push({ field, code: 'formula_error', message });
  }
  return found;
}

function maskedFaults(endpoint: Endpoint, body: Body): readonly FieldFault[] {
  return maskedFields(endpoint, body).map((field) => ({
    field,
    code: 'masked_address',
    message: 'the address is masked (***)',
  }));
}
