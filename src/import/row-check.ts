// Checks what a row wants of a record against the contract. Must not know cells or existing
// records.

import { type Body, bodyOf, type Change } from '../changes/change.ts';
import { type By, type Names, ways } from '../changes/names.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import type { ObjectSchema } from '../contract/fields.ts';
import { isAddressField, maskedFields } from '../contract/private-fields.ts';
import { faultMessage, type ValidationError, validate } from '../contract/validation-error.ts';
import { addressFault } from '../people/address.ts';
import { addRejected, type Batch } from './batch.ts';
import { duplicate, type Fault } from './record-faults.ts';

/** What the contract refuses in the fields of a record. */
export function bodyFaults(
  body: Body,
  { endpoint, schema }: Pick<Batch, 'endpoint' | 'schema'>,
): readonly Fault[] {
  return [...violationsIn(body, schema).map(toFault), ...maskedFaults(endpoint, body)];
}

/** What a schema refuses in a body. */
export function violationsIn(
  body: Body,
  schema: ObjectSchema | undefined,
): readonly ValidationError[] {
  const checked = schema && validate(schema, body, 'body');
  return checked === undefined || checked.ok ? [] : checked.errors;
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
  for (const change of changes) {
    signal?.throwIfAborted();
    checkChange(change, batch);
  }
}

function checkChange(change: Change, batch: Batch): void {
  const faults = bodyFaults(bodyOf(change), batch);
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
