// Decides which records a row is about: the fields of each, and what is wrong with them. Must not
// know existing records.

import type { Body } from '../changes/change.ts';
import { isUnresolved, type RowPerson } from '../columns/person-cell.ts';
import { listOf } from '../columns/person-names.ts';
import { personLabel } from '../columns/record-name.ts';
import { roles } from '../columns/table-spec.ts';
import { amount } from '../contract/amount.ts';
import type { Endpoint, Resource } from '../contract/endpoint.ts';
import { proseFields } from '../contract/index.ts';
import { statuses } from '../contract/statuses.ts';
import type { Fault } from './record-faults.ts';
import { personField, type RecordRow, roleOf } from './record-table.ts';
import type { FindSubmitter, Submitter } from './submitters.ts';

/** The records of a row: one, or one for each of several people with addresses. */
export interface RowRecords {
  readonly bodies: readonly Body[];
  readonly faults: readonly Fault[];
  /** Why it is unknown whom the row names. */
  readonly doubts: readonly Fault[];
  readonly warnings: readonly Fault[];
  /** The people whom a submission names beside its submitter, as messages name them. */
  readonly others: readonly string[];
  /** Those of them that the row has: its record may have been submitted with any of them. */
  readonly otherAddresses?: readonly string[];
  /** Whether the submitter was found elsewhere. */
  readonly isGiven: boolean;
}

/** @param submitterOf for rows without an address */
export function recordsOf(
  row: RecordRow,
  { resource }: Pick<Endpoint, 'resource'>,
  submitterOf: FindSubmitter | undefined,
): RowRecords {
  const records = recordsOfMain(row, resource, submitterOf);
  const further = furtherPeople(row, resource);
  if (further.length === 0) return records;
  const { others, otherAddresses = [] } = records;
  return {
    ...records,
    others: [...others, ...further.map(personLabel)],
    otherAddresses: [...otherAddresses, ...further.flatMap(({ email }) => email ?? [])],
  };
}

/** The people whom a row names in other roles than that of its record's person. */
function furtherPeople({ people }: RecordRow, resource: Resource): readonly RowPerson[] {
  const main = roleOf(resource);
  return roles.flatMap((role) => (role === main ? [] : (people[role]?.people ?? [])));
}

function recordsOfMain(
  row: RecordRow,
  resource: Resource,
  submitterOf: FindSubmitter | undefined,
): RowRecords {
  const read = row.people[roleOf(resource)];
  const hasAddress = (read?.address ?? read?.people[0]?.email) !== undefined;
  const submitter = hasAddress ? undefined : submitterOf?.(row);
  if (submitter !== undefined) return submittedRecord(row, resource, submitter);
  const { people = [], problems = [], address } = read ?? {};
  const values = valuesOf(row, resource);
  const doubts = problems.filter(isUnresolved);
  const warnings = problems.filter((problem) => !isUnresolved(problem));
  const common = { faults: row.faults, doubts, warnings, others: [], isGiven: false };
  const [first = nobody, ...others] = people;
  if (people.length < 2 || doubts.length > 0) {
    const person = { ...first, email: first.email ?? address };
    const ownValues = { ...numberedValues(row, first), ...personFields(resource, person) };
    return { ...common, bodies: [{ ...values, ...ownValues }] };
  }
  if (resource === 'submissions') {
    return {
      ...common,
      bodies: [{ ...values, ...personFields(resource, first) }],
      others: others.map(personLabel),
      otherAddresses: others.flatMap(({ email }) => email ?? []),
    };
  }
  const divided = divideValues(values, {
    count: people.length,
    isSlashed: read?.isSlashed === true,
    prose: proseFields(resource),
  });
  return {
    ...common,
    bodies: people.map((person, at) => ({
      ...divided.bodies[at],
      ...numberedValues(row, person),
      ...personFields(resource, person),
    })),
    warnings: [...warnings, ...divided.warnings],
  };
}

const nobody: RowPerson = { name: '', first: '', last: '', email: undefined };

/** The names in the cells of a row whose submitter was found elsewhere are not used. */
function submittedRecord(row: RecordRow, resource: Resource, submitter: Submitter): RowRecords {
  const { faults } = row;
  const none = { doubts: [], warnings: [], isGiven: true };
  if ('fault' in submitter) {
    const { fault } = submitter;
    return { ...none, bodies: [valuesOf(row, resource)], faults: [...faults, fault], others: [] };
  }
  const body = { ...valuesOf(row, resource), ...submitter.fields };
  return { ...none, bodies: [body], faults, others: submitter.others };
}

/**
 * A talk that was withdrawn is no longer what was decided about it, and a speaker who has cancelled
 * no longer comes.
 */
function valuesOf({ values }: RecordRow, resource: Resource): Body {
  const { called_off: status, ...body } = textsIn(values);
  return status === undefined ? body : { ...body, [statuses[resource].field]: status };
}

function textsIn(values: RecordRow['values']): Body {
  const given: Record<string, string> = {};
  for (const [field, value] of Object.entries(values)) {
    if (value !== undefined) given[field] = value;
  }
  return given;
}

/** What the numbered columns of a person have: `Speaker 2 Company`. */
function numberedValues({ numbered }: RecordRow, { number = 1 }: RowPerson): Body {
  return textsIn(numbered?.get(number) ?? {});
}

function personFields(resource: Resource, { first, last, email }: RowPerson): Body {
  const fields: Record<string, string> = {};
  if (email !== undefined) fields[personField(resource, 'email')] = email;
  if (first !== '') fields[personField(resource, 'first')] = first;
  if (last !== '') fields[personField(resource, 'last')] = last;
  return fields;
}

interface Division {
  /** How many people the row has. */
  readonly count: number;
  /** Whether a slash divides them. */
  readonly isSlashed: boolean;
  /** The fields whose texts are no lists. */
  readonly prose: ReadonlySet<string>;
}

/**
 * What each of several people has: a cell with as many parts as there are people is divided. What
 * belongs to all of them belongs to nobody in particular, and is listed.
 */
function divideValues(values: Body, { count, isSlashed, prose }: Division) {
  const bodies = Array.from({ length: count }, (): Record<string, string> => ({}));
  const left: string[] = [];
  for (const [field, value] of Object.entries(values)) {
    const parts = prose.has(field) ? [] : partsOf(value, isSlashed);
    if (parts.length !== count) left.push(field);
    for (const [at, body] of bodies.entries()) {
      const part = parts.length === count ? parts[at] : undefined;
      if (part !== undefined) body[field] = part;
    }
  }
  const records = amount(count, 'record');
  const warnings: Fault[] = [
    { code: 'divided', message: `${count} people, each with an address, are ${records}` },
    ...left.map((field) => ({
      field,
      code: 'shared_value',
      message: `not imported, because the row does not show whose of the ${count} people it is`,
    })),
  ];
  return { bodies, warnings };
}

/** A slash divides companies only where it divides the people as well. */
function partsOf(value: string, isSlashed: boolean): readonly string[] {
  return isSlashed && /\s\/\s/.test(value) ? value.split(/(?<!\s)\s+\/\s+/) : listOf(value);
}
