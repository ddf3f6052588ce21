// Checks a record of the file against the contract, and computes its key. Pure.
import { formulaFault, hasGivenAddress, readFields } from '../columns/cell.ts';
import { locateField, type Mapping } from '../columns/mapping.ts';
import {
  type PeopleFault,
  type PeopleRules,
  peopleColumns,
  type RowPeople,
  readRowPeople,
} from '../columns/row-people.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { addressesIn, foldKey, isMasked, keyText } from '../contract/key.ts';
import { faultMessage, type ValidationError, validate } from '../contract/validation-error.ts';
import type { Row } from '../sheets/table.ts';

/** What is wrong with a row; `code` is stable for scripts. */
export interface RowFault {
  readonly row: number;
  readonly line: number;
  readonly column?: string;
  readonly field?: string;
  readonly code: string;
  readonly message: string;
  /** In a list of faults: how many rows have this fault, if more than are listed have it. */
  readonly count?: number;
}

/** Two rows of one key differ; the first one is used. */
export interface Contradiction extends RowFault {
  /** Of both rows, in the form in which keys are compared. */
  readonly key?: string;
  readonly value: string;
  readonly firstLine: number;
  readonly firstValue: string;
}

/** The code of a record that is malformed: too few cells, too many, or a NUL character. */
export const malformed = 'malformed_row';

export type Body = Readonly<Record<string, string>>;

export type CheckedRow =
  | {
      readonly kind: 'valid';
      readonly key: string;
      readonly body: Body;
      /** What is doubtful in the names, although the row is imported. */
      readonly warnings: readonly RowFault[];
      /** Parts of the names that are not imported, such as titles. */
      readonly dropped: readonly string[];
    }
  | { readonly kind: 'invalid'; readonly faults: readonly RowFault[] }
  /** All cells are empty, as at the end of many spreadsheets. */
  | { readonly kind: 'blank' };

/** What was found in a row before its cells are checked. */
interface FoundFaults {
  readonly problems?: readonly PeopleFault[] | undefined;
  readonly warnings?: readonly PeopleFault[] | undefined;
}

/** @param row with the faults that were found before it was read, if any */
export function checkRow(
  { row, line, cells, fault, problems = [], warnings: doubts = [] }: Row & FoundFaults,
  mapping: Mapping,
  endpoint: Endpoint,
  rules: PeopleRules = {},
): CheckedRow {
  if (cells.every((cell) => cell.trim() === '')) return { kind: 'blank' };
  if (fault !== undefined) {
    return { kind: 'invalid', faults: [{ row, line, code: malformed, message: fault }] };
  }
  const body = readFields(cells, mapping);
  const people = hasGivenAddress(cells, mapping) ? nobody : readRowPeople(cells, peopleColumns(mapping), rules);
  const located = ({ field, ...rest }: FieldFault): RowFault => ({
    row,
    line,
    ...locateField(mapping, field),
    ...rest,
  });
  const found = [...formulaFaults(body), ...(problems.length > 0 ? problems : limitFaults(endpoint, body))];
  // One fault of a cell is enough.
  const known = new Set(found.map(({ field }) => field));
  const others = people.faults.filter(({ field }) => !known.has(field));
  const faults = [...found, ...others, ...maskedFaults(endpoint, body)];
  if (faults.length > 0) return { kind: 'invalid', faults: faults.map(located) };
  const warnings = [...doubts, ...people.warnings].map(located);
  return { kind: 'valid', key: keyOf(endpoint, body) ?? '', body, warnings, dropped: people.dropped };
}

/** Names that are not imported cannot be wrong. */
const nobody: RowPeople = { faults: [], warnings: [], dropped: [] };

interface FieldFault {
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

function limitFaults({ body: schema }: Endpoint, body: unknown): readonly FieldFault[] {
  if (schema === undefined) return [];
  const checked = validate(schema, body, 'body');
  return checked.ok ? [] : checked.errors.map(toFieldFault);
}

function toFieldFault(error: ValidationError): FieldFault {
  return { field: String(error.loc[1]), code: error.type, message: faultMessage(error) };
}

function formulaFaults(body: Body): readonly FieldFault[] {
  return Object.entries(body).flatMap(([field, value]) => {
    const message = formulaFault(value);
    return message === undefined ? [] : [{ field, code: 'formula_error', message }];
  });
}

function maskedFaults(endpoint: Endpoint, body: Body): readonly FieldFault[] {
  return maskedFields(endpoint, body).map((field) => ({
    field,
    code: 'masked_address',
    message: 'the address is masked (***)',
  }));
}

type Keyed = Pick<Endpoint, 'key'>;

/** Two records with the same key are the same. Undefined if a field of the key is empty or absent. */
export function keyOf({ key = [] }: Keyed, record: Readonly<Record<string, unknown>>): string | undefined {
  const parts = key.map((field) => foldKey(keyText(record[field]) ?? ''));
  return parts.length > 0 && parts.every((part) => part !== '') ? parts.join('\0') : undefined;
}

/** The keys of a listed record: several if it shows several addresses. */
export function keysOf(endpoint: Keyed, record: Readonly<Record<string, unknown>>): readonly string[] {
  const others = (endpoint.key ?? []).flatMap((field) =>
    addressesIn(field, record[field]).map((address) => keyOf(endpoint, { ...record, [field]: address })),
  );
  return [keyOf(endpoint, record), ...others].filter((key) => key !== undefined);
}

/** The key fields whose addresses are masked. */
export function maskedFields({ key = [] }: Keyed, record: Readonly<Record<string, unknown>>): readonly string[] {
  return key.filter((field) => isMasked(field, record[field]));
}
