// From a record of the file to the body of a request, checked against the contract. Pure.
import type { Endpoint } from '../contract/endpoint.ts';
import { faultMessage } from '../contract/fault-message.ts';
import { type ValidationError, validate } from '../contract/validation-error.ts';
import type { Binding, Mapping } from '../csv/headers.ts';
import type { Row } from '../csv/read.ts';
import { unguard } from '../csv/write.ts';
import { keyOf, maskedFields } from './key.ts';

/** What is wrong with a row; `code` is stable for scripts. */
export interface RowFault {
  readonly row: number;
  readonly line: number;
  readonly column?: string;
  readonly field?: string;
  readonly code: string;
  readonly message: string;
}

/** A row that can be sent. */
export interface ValidRow {
  readonly source: Row;
  readonly key: string;
  readonly body: Readonly<Record<string, string>>;
}

export type CheckedRow =
  | { readonly kind: 'valid'; readonly valid: ValidRow }
  | { readonly kind: 'invalid'; readonly source: Row; readonly faults: readonly RowFault[] }
  /** No cell holds anything, as at the end of many spreadsheets. */
  | { readonly kind: 'blank' };

/** Reads the cells into fields: trimmed, an empty cell is not given. */
export function checkRow(source: Row, mapping: Mapping, endpoint: Endpoint): CheckedRow {
  const { row, line, cells } = source;
  if (source.fault !== undefined) {
    return { kind: 'invalid', source, faults: [{ row, line, code: 'malformed_row', message: source.fault }] };
  }
  if (cells.every((cell) => cell.trim() === '')) return { kind: 'blank' };
  const body = Object.fromEntries(mapping.bindings.flatMap((binding) => readCell(binding, cells)));
  const key = keyOf(endpoint, body) ?? '';
  const faults = [...limitFaults(endpoint, body), ...maskedFaults(endpoint, body)].map(({ field, ...fault }) => ({
    row,
    line,
    ...place(mapping, field),
    ...fault,
  }));
  return faults.length > 0 ? { kind: 'invalid', source, faults } : { kind: 'valid', valid: { source, key, body } };
}

/** The user's column for a field of the API, where there is one. */
export function place(mapping: Mapping, field: string): Pick<RowFault, 'column' | 'field'> {
  const binding = mapping.bindings.find(({ fields }) => fields.includes(field));
  return binding === undefined ? { field } : { column: binding.column, field };
}

/** The last word of a full name is the last name; a single word is the first name. */
export function splitName(name: string): readonly [first: string, last: string] {
  const words = name.split(/\s+/);
  const last = words.length > 1 ? (words.pop() ?? '') : '';
  return [words.join(' '), last];
}

function readCell({ index, fields }: Binding, cells: readonly string[]): readonly (readonly [string, string])[] {
  const value = unguard(cells[index] ?? '').trim();
  const values = fields.length === 1 ? [value] : splitName(value);
  return fields.flatMap((field, at) => (values[at] ? [[field, values[at]] as const] : []));
}

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

function maskedFaults(endpoint: Endpoint, body: Readonly<Record<string, string>>): readonly FieldFault[] {
  return maskedFields(endpoint, body).map((field) => ({
    field,
    code: 'hidden_address',
    message: "the address is hidden (*), so it is nobody's",
  }));
}
