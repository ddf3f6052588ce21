// Owns what is wrong with a row and its record, in words: it has none, several, another one, one
// that cannot be changed so, or one that has changed since (a conflict).

import type { FieldChange } from '../changes/change.ts';
import type { By } from '../changes/names.ts';
import { listLimit } from '../client/pages.ts';
import { type RecordData, recordId } from '../client/response.ts';
import { quoteValue } from '../columns/quote.ts';
import { similarTo } from '../columns/similarity.ts';
import { maskAddresses } from '../contract/address.ts';
import { type Endpoint, type Resource, singularOf } from '../contract/endpoint.ts';
import { nameFieldOf } from '../contract/key.ts';
import { isAddressField, isPrivateField } from '../contract/private-fields.ts';
import { statuses } from '../contract/statuses.ts';
import { faultMessage, type ValidationError } from '../contract/validation-error.ts';
import type { FieldConflict } from './compare.ts';

/** What is wrong with a row, without its place. */
export interface Fault {
  /** Of the API. */
  readonly field?: string | undefined;
  /** Whose field it is, of several numbered people. */
  readonly person?: number | undefined;
  /** If it is not that of the field. */
  readonly column?: string;
  readonly code?: string;
  readonly message: string;
  readonly value?: string;
}

/** The id of a record, for messages. */
export function shownId(resource: Resource, record: RecordData): string {
  return recordId(record, resource) ?? '(without an id)';
}

/**
 * @param named how the row names its record
 * @param similar a record with a similar name
 */
export function notFound(
  endpoint: Endpoint,
  named: string | undefined,
  similar: { readonly id: string; readonly name: string } | undefined,
): Fault {
  const similarText =
    similar === undefined ? '' : `; similar: ${shown(similar.name)} (${similar.id})`;
  const field = nameFieldOf(endpoint);
  const text = named === undefined ? 'nothing' : quoteValue(field, named);
  return {
    field,
    code: 'not_found',
    message: `no ${singularOf(endpoint.resource)} matches ${text}${similarText}`,
  };
}

export function unknownId(id: string): Fault {
  return { field: 'id', code: 'not_found', message: `no record has the id ${JSON.stringify(id)}` };
}

/** @param records for messages */
export function ambiguous(endpoint: Endpoint, by: By, records: readonly string[]): Fault {
  const field = by === 'id' ? 'id' : nameFieldOf(endpoint);
  const message =
    `${records.length} ${endpoint.resource} match: ${records.join(', ')}; write ` +
    'the id in a column "id"';
  return { field, code: 'ambiguous', message };
}

/**
 * Of a row of an import.
 * @param rows how many have the title
 * @param ids of the records that have it
 */
export function sharedTitle(rows: number, ids: readonly string[]): Fault {
  const records =
    ids.length === 1 ? `one record (${ids[0]})` : `${ids.length} records (${ids.join(', ')})`;
  const message =
    `${rows} rows have this title, the event has ${records}, and the service does not show ` +
    'whose they are; remove the rows that exist, and import the others';
  return { field: 'title', code: 'ambiguous', message };
}

/**
 * Of a row that changes a record.
 * @param rows how many have the title
 * @param id of the only record that has it
 */
export function sharedRecord(rows: number, id: string): Fault {
  const message =
    `${rows} rows have this title, and only ${id} has it, whose submitter the service does not ` +
    'show; write this id in a column "id" of its row, and correct the other titles';
  return { field: 'title', code: 'ambiguous', message };
}

/** Of a row with an address whose title one listed record has. @param id of that record */
export function cutList(id: string): Fault {
  const message =
    `${id} has this title, but the list ends at ${listLimit} records, so another one with it ` +
    'may be missing; write the id in a column "id"';
  return { field: 'title', code: 'ambiguous', message };
}

/** Of a new row of a program. @param id of the record that has its title */
export function ownerUnknown(id: string): Fault {
  const message =
    `${id} has this title, and the service does not show whose it is; write this id in the ` +
    'row, or another title';
  return { field: 'title', code: 'ambiguous', message };
}

/** Of a row of a program that creates nothing. @param id of a record that has its title */
export function titleWithoutId(id: string): Fault {
  const message = `no id, and ${id} has this title; write this id in the row to change this record`;
  return { field: 'title', code: 'not_found', message };
}

/** Of a word that is neither known nor the status of a record. */
export function unknownStatus(field: string, word: string): Fault {
  return {
    field,
    value: word,
    code: 'unknown_status',
    message: `${JSON.stringify(word)} is not a known status`,
  };
}

/**
 * Of a status that the user specifies, and that no record has: it is probably misspelled.
 * @param seen the statuses that records have
 */
export function newStatus(
  { resource }: Endpoint,
  status: string,
  seen: ReadonlySet<string>,
): Fault {
  const none = `no ${singularOf(resource)} has the status ${JSON.stringify(status)}`;
  const { field, recommended } = statuses[resource];
  const all = new Set([...seen, ...recommended]);
  const similar = similarTo(status, all, 3);
  // A service may refuse statuses that it does not know.
  const advice =
    similar.length > 0
      ? `did you mean ${similar.join(' or ')}?`
      : `the statuses are ${[...all].join(', ')}; --allow-new-value sends another one, if the ` +
        'service has it';
  return { field, value: status, code: 'new_status', message: `${none}; ${advice}` };
}

/** @param line of the row that has the record */
export function duplicate(line: number): Fault {
  return { code: 'duplicate', message: `line ${line} is for the same record` };
}

/**
 * @param name of the record with the id of the row
 * @param otherId of the record with the title of the row
 */
export function titleOfOther(name: string | undefined, otherId: string): Fault {
  const message = `the id belongs to ${JSON.stringify(name)}, and the title to ${otherId}`;
  return { field: 'title', code: 'other_title', message };
}

/** Of a row whose title one record has. @param id of that record */
export function otherSubmitter(field: string, id: string): Fault {
  const submitted = `${id} has this title and was submitted with another address`;
  const message = `${submitted}; correct it, or clear it to find the talk by its title alone`;
  return { field, code: 'other_submitter', message };
}

export function fixedFault(field: string, { from, to }: FieldChange): Fault {
  const message = isAddressField(field)
    ? 'the API cannot change the address of the record'
    : `the API cannot change it ${from === undefined ? '' : `from ${shown(from)} `}to ${shown(to)}`;
  return { field, code: 'fixed_field', message };
}

/** Of a value that the service has changed as well. */
export function conflictFault({ field, base, from: service, to: file }: FieldConflict): Fault {
  const values = `the file has ${shown(file)}, the service ${shown(service)}`;
  if (isPrivateField(field))
    return { field, code: 'conflict', message: 'changed in the file and in the service' };
  const message =
    base === undefined
      ? `may have been changed in the service: ${values}`
      : `changed in the service as well: it was ${shown(base)}, ${values}`;
  return { field, code: 'conflict', message };
}

/**
 * Of a value that has changed since the run that is undone.
 * @param name of the record; empty if it has none
 */
export function undoConflictFault(
  { field, base, from: service, to: undone }: FieldConflict,
  name: string,
): Fault {
  const owner = name === '' ? '' : `${shown(name)} has `;
  const left = base === undefined ? '' : `it left ${shown(base)}, `;
  const now = `the undo would set ${shown(undone)}, and the service has ${shown(service)}`;
  const changed = `${owner}changed since the run`;
  const message = isPrivateField(field) ? changed : `${changed}: ${left}${now}`;
  return { field, code: 'conflict', message };
}

/** @param names of the placeholders that have no value for the row */
export function emptyPlaceholders(names: readonly string[]): Fault {
  const list = names.map((name) => `{${name}}`).join(', ');
  return {
    field: 'feedback',
    code: 'empty_placeholder',
    message: `nothing for ${list} of the template`,
  };
}

export function missingField(error: ValidationError): Fault {
  return {
    field: String(error.loc[1]),
    code: error.type,
    message: `${faultMessage(error)} for a new record`,
  };
}

function shown(value: unknown): string {
  return value === null || value === '' ? 'nothing' : maskAddresses(JSON.stringify(value));
}
