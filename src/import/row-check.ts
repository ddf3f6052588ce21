// Checks what a row wants of a record against the contract. Must not know cells or existing
// records.

import { type Body, bodyOf, type Change } from '../changes/change.ts';
import { type By, type Names, ways } from '../changes/names.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { fieldNames } from '../contract/fields.ts';
import { isAddressField, maskedFields } from '../contract/private-fields.ts';
import { faultMessage, type ValidationError, validate } from '../contract/validation-error.ts';
import { addressFault } from '../people/address.ts';
import { addRejected, type Batch } from './batch.ts';
import { duplicate, type Fault } from './record-faults.ts';

/** @returns a function that finds what the contract refuses in the fields of a record */
export function bodyChecker({
  endpoint,
  update,
  matching,
}: Pick<Batch, 'endpoint' | 'update' | 'matching'>): (body: Body) => readonly Fault[] {
  const violationsIn = matching === 'record' ? changeChecker(endpoint, update) : checker(endpoint);
  return (body) => [...violationsIn(body).map(toFault), ...maskedFaults(endpoint, body)];
}

type Checker = (body: Body) => readonly ValidationError[];

/**
 * Of a row that may change a record: it may lack fields of a creation, and have those that only an
 * update has.
 */
function changeChecker(creation: Endpoint, update: Endpoint): Checker {
  const created = fieldNames(creation.body);
  const [inCreation, inUpdate] = [checker(creation), checker(update)];
  return (body) => [
    ...inCreation(body).filter(({ type }) => type !== 'missing'),
    ...inUpdate(body).filter(({ loc }) => !created.has(String(loc[1]))),
  ];
}

function checker({ body: schema }: Endpoint): Checker {
  return (body) => {
    const checked = schema && validate(schema, body, 'body');
    return checked === undefined || checked.ok ? [] : checked.errors;
  };
}

function toFault(error: ValidationError): Fault {
  const { type } = error;
  const field = String(error.loc[1]);
  if (isAddressField(field) && type === 'missing') {
    return { field, code: type, message: 'no address' };
  }
  // Its length is not what is wrong with `n@`.
  if (isAddressField(field) && type === 'string_too_short') {
    return { field, code: type, message: addressFault(String(error.input)) };
  }
  return { field, code: type, message: faultMessage(error) };
}

function maskedFaults(endpoint: Endpoint, body: Body): readonly Fault[] {
  return maskedFields(endpoint, body).map((field) => ({
    field,
    code: 'masked_address',
    message: 'the address is masked (***)',
  }));
}

/** How a row names its record. */
export interface Identity {
  readonly by: By;
  readonly text: string;
}

/** The most certain way in which a row names its record. */
export function identityOf(names: Names): Identity | undefined {
  for (const by of ways) {
    const text = names[by];
    if (text !== undefined) return { by, text };
  }
  return undefined;
}

/** Gives every change its state. @throws the signal's reason */
export function checkChanges(
  changes: Iterable<Change>,
  batch: Batch,
  signal: AbortSignal | undefined,
): void {
  const check = bodyChecker(batch);
  for (const change of changes) {
    signal?.throwIfAborted();
    checkChange(change, check(bodyOf(change)), batch);
  }
}

function checkChange(change: Change, faults: readonly Fault[], batch: Batch): void {
  const identity = identityOf(change.names);
  if (faults.length > 0) addRejected(batch, change, faults);
  else if (identity === undefined) {
    const fault = { code: 'missing_identity', message: 'it names no record' };
    addRejected(batch, change, [fault]);
  } else {
    // A plan that somebody has edited may change a record twice.
    const [first] = batch.rows.find(identity.by, identity.text);
    if (first === undefined) batch.rows.add(change, 'create');
    else addRejected(batch, change, [duplicate(first.line)]);
  }
}
