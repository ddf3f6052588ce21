// Checks what a row wants of a record against the contract. Must not know cells or existing
// records.

import { type Body, bodyOf, type Change } from '../changes/change.ts';
import { ways } from '../changes/names.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { fieldsOf } from '../contract/fields.ts';
import { isAddressField, maskedFields } from '../contract/key.ts';
import { faultMessage, type ValidationError, validate } from '../contract/validation-error.ts';
import { duplicate, type Fault } from './record-faults.ts';
import { addRejected, type RowRules, type Work } from './work.ts';

/** @returns a function that finds what the contract refuses in the fields of a record */
export function bodyChecker(endpoint: Endpoint, rules: RowRules): (body: Body) => readonly Fault[] {
  const limitFaults = limitChecker(endpoint, rules);
  return (body) => [...limitFaults(body), ...maskedFaults(endpoint, body)];
}

/** Finds violated limits of the creation's fields, and of those that only an update has. */
function limitChecker(
  endpoint: Endpoint,
  { update, isPartial }: RowRules,
): (body: Body) => readonly Fault[] {
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

function toFault(error: ValidationError): Fault {
  const field = String(error.loc[1]);
  const isAddress = error.type === 'missing' && isAddressField(field);
  return { field, code: error.type, message: isAddress ? 'no address' : faultMessage(error) };
}

function maskedFaults(endpoint: Endpoint, body: Body): readonly Fault[] {
  return maskedFields(endpoint, body).map((field) => ({
    field,
    code: 'masked_address',
    message: 'the address is masked (***)',
  }));
}

/** Gives every change its state. @throws the signal's reason */
export function checkChanges(
  changes: Iterable<Change>,
  work: Work,
  signal: AbortSignal | undefined,
): void {
  const check = bodyChecker(work.endpoint, work.rules);
  for (const change of changes) {
    signal?.throwIfAborted();
    checkChange(change, check(bodyOf(change)), work);
  }
}

function checkChange(change: Change, faults: readonly Fault[], work: Work): void {
  const by = ways.find((way) => change.names[way] !== undefined);
  if (faults.length > 0) addRejected(work, change, faults);
  else if (by === undefined) {
    const fault = { code: 'missing_identity', message: 'it names no record' };
    addRejected(work, change, [fault]);
  } else {
    // A plan that somebody has edited may change a record twice.
    const [first] = work.rows.find(by, change.names[by] ?? '');
    if (first === undefined) work.rows.add(change, 'create');
    else addRejected(work, change, [duplicate(first.line)]);
  }
}
