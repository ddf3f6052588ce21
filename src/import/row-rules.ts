// Checks the values of a row against the contract. Pure.
import type { Body } from '../changes/change-set.ts';
import type { PeopleRules } from '../columns/row-people.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { fieldsOf } from '../contract/fields.ts';
import { isAddressField, maskedFields } from '../contract/key.ts';
import { faultMessage, type ValidationError, validate } from '../contract/validation-error.ts';

/** The code of a record that is malformed: too few cells, too many, or a NUL character. */
export const malformed = 'malformed_row';

export interface RowRules extends PeopleRules {
  /** The endpoint that updates a record, if rows may have its fields as well. */
  readonly update?: Endpoint | undefined;
  /** Whether a row may lack fields of a creation, because its record exists. */
  readonly isPartial?: boolean | undefined;
  /** The status that a word means; undefined if it is unknown: then a record of the event must have it. Without it, any text is a status. */
  readonly statusOf?: ((word: string) => string | undefined) | undefined;
}

/** What a change that was not read from cells violates: the limits of its fields, or that it has a masked address. */
export function changeChecker(endpoint: Endpoint, rules: RowRules): (body: Body) => readonly BodyFault[] {
  const limitFaults = limitChecker(endpoint, rules);
  return (body) => [...limitFaults(body), ...maskedFaults(endpoint, body)];
}

export interface BodyFault {
  readonly field: string;
  readonly code: string;
  readonly message: string;
  readonly value?: string;
  /** If it is not that of the field. */
  readonly column?: string;
}

/** @returns a function that finds violated limits of the creation's fields, and of those that only an update has */
export function limitChecker(
  endpoint: Endpoint,
  { update, isPartial }: RowRules,
): (body: Body) => readonly BodyFault[] {
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

export function maskedFaults(endpoint: Endpoint, body: Body): readonly BodyFault[] {
  return maskedFields(endpoint, body).map((field) => ({
    field,
    code: 'masked_address',
    message: 'the address is masked (***)',
  }));
}
