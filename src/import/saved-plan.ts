// Owns plans of records that are saved on disk: their form, their check, and what their changes want of records. People, scripts and
// failing disks may have altered them.
import {
  array,
  int,
  literal,
  looseObject,
  nullable,
  enum as oneOf,
  optional,
  type output,
  positive,
  record,
  safeParse,
  string,
  unknown,
} from 'zod/mini';
import type { Endpoint } from '../contract/endpoint.ts';
import { keyOf } from '../contract/key.ts';
import { InvalidInputError } from '../errors.ts';
import { type FieldValues, namesOf, type Wanted } from '../runs/row.ts';
import type { ChangeSource } from './options.ts';

/** A change of a plan: the fields of a new record, or what an update changes. */
export const recordChange = looseObject({
  action: oneOf(['create', 'update']),
  id: optional(string()),
  name: string(),
  line: int().check(positive()),
  fields: record(string(), looseObject({ from: unknown(), to: nullable(string()) })),
});

// Loose: a field that a later version adds is preserved.
const plan = looseObject({
  schemaVersion: literal('1.0'),
  resource: oneOf(['speakers', 'submissions']),
  file: string(),
  baseUrl: string(),
  event: string(),
  /** Why the plan was refused when it was made: rows of its file are not in it. */
  refusal: optional(string()),
  changes: array(recordChange),
});

export type RecordChange = output<typeof recordChange>;

/** A plan as it is saved; bound to its base URL and event, and to the values that it saw. */
export type RecordPlan = output<typeof plan>;

/** @throws {InvalidInputError} for anything but a saved plan of records */
export function readRecordPlan(text: string, file: string): RecordPlan {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw notAPlan(file, ['it is not valid JSON; the file may be incomplete']);
  }
  const checked = safeParse(plan, value);
  if (checked.success) return checked.data;
  throw notAPlan(
    file,
    checked.error.issues
      .slice(0, shownIssues)
      .map(({ path, message }) => `${path.join('.') || 'the plan'}: ${message}`),
  );
}

const shownIssues = 10;

function notAPlan(file: string, faults: readonly string[]): InvalidInputError {
  return new InvalidInputError(`${file} is not a saved plan of speakers or submissions`, {
    details: faults.map((message) => ({ file, message })),
    fix: 'save the plan again with --out, or pass the file of rows itself',
  });
}

/**
 * The changes of a plan as an import takes them, with the values that it saw as their base.
 * @param endpoint the creation of the records
 * @param sha256 of the plan
 */
export function changesOfPlan(
  endpoint: Endpoint,
  { changes, file }: { readonly changes: readonly RecordChange[]; readonly file: string },
  sha256: string,
): { readonly source: ChangeSource; readonly map: readonly []; readonly hasBase: true } {
  const names = new Set<string>();
  for (const { fields } of changes) for (const field of Object.keys(fields)) names.add(field);
  const source = { file, encoding: null, columns: ['id', ...names], sha256: () => sha256 };
  return { source: { ...source, changes: wantedChanges(endpoint, changes) }, map: [], hasBase: true };
}

/** What the changes of a plan want of records. @param endpoint the creation of the records */
export function* wantedChanges(endpoint: Endpoint, changes: Iterable<RecordChange>): IterableIterator<Wanted> {
  let row = 0;
  for (const change of changes) yield wantedBy(endpoint, change, ++row);
}

/** A change of a record that exists finds it by its id alone: if it is gone, no other one has its title by right. */
function wantedBy(endpoint: Endpoint, { id, action, line, fields: changed }: RecordChange, row: number): Wanted {
  const entries = Object.entries(changed);
  const fields: FieldValues = Object.fromEntries(entries.map(([field, { to }]) => [field, to === '' ? null : to]));
  const seen = entries.flatMap(([field, { from }]) => (from === undefined ? [] : [[field, from] as const]));
  return {
    ...{ row, line, fields },
    names: action === 'create' ? createdNames(endpoint, id, fields) : namesOf(endpoint, id?.trim(), fields),
    base: action === 'create' ? {} : Object.fromEntries(seen),
  };
}

/** A new record is found by its key alone: another one may have its title. One that had an id is gone. */
function createdNames(endpoint: Endpoint, id: string | undefined, fields: FieldValues): Wanted['names'] {
  const key = keyOf(endpoint, fields);
  return id !== undefined ? { id } : key === undefined ? {} : { key };
}
