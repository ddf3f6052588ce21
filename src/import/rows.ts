// From a record of the file to the fields of a request, checked against the contract. Pure.

import { readCell } from '../columns/cell.ts';
import type { Mapping } from '../columns/mapping.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { faultMessage } from '../contract/fault-message.ts';
import { type ValidationError, validate } from '../contract/validation-error.ts';
import type { Row } from '../csv/read.ts';
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

/** The code of a record that has no sound form: too few cells, too many, or a NUL character. */
export const malformed = 'malformed_row';

export type Body = Readonly<Record<string, string>>;

export type CheckedRow =
  | { readonly kind: 'valid'; readonly key: string }
  | { readonly kind: 'invalid'; readonly faults: readonly RowFault[] }
  /** No cell holds anything, as at the end of many spreadsheets. */
  | { readonly kind: 'blank' };

export function checkRow({ row, line, cells, fault }: Row, mapping: Mapping, endpoint: Endpoint): CheckedRow {
  if (cells.every((cell) => cell.trim() === '')) return { kind: 'blank' };
  if (fault !== undefined) {
    return { kind: 'invalid', faults: [{ row, line, code: malformed, message: fault }] };
  }
  const body = readBody(cells, mapping);
  const faults = [...limitFaults(endpoint, body), ...maskedFaults(endpoint, body)].map(({ field, ...fault }) => ({
    row,
    line,
    ...place(mapping, field),
    ...fault,
  }));
  return faults.length > 0 ? { kind: 'invalid', faults } : { kind: 'valid', key: keyOf(endpoint, body) ?? '' };
}

/** The fields that the cells fill: trimmed, an empty cell is not given. */
export function readBody(cells: readonly string[], { bindings }: Mapping): Body {
  const body: Record<string, string> = {};
  for (const binding of bindings) {
    const value = readCell(binding, cells);
    if (value === '') continue;
    const [first = '', second = ''] = binding.fields;
    if (binding.fields.length === 1) body[first] = value;
    else {
      const [firstName, lastName] = splitName(value);
      if (firstName !== '') body[first] = firstName;
      if (lastName !== '') body[second] = lastName;
    }
  }
  return body;
}

/** The fields that have a column and nothing in it. */
export function emptyFields(cells: readonly string[], { bindings }: Mapping): readonly string[] {
  return bindings.filter((binding) => readCell(binding, cells) === '').flatMap(({ fields }) => fields);
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

function maskedFaults(endpoint: Endpoint, body: Body): readonly FieldFault[] {
  return maskedFields(endpoint, body).map((field) => ({
    field,
    code: 'hidden_address',
    message: "the address is hidden (*), so it is nobody's",
  }));
}
