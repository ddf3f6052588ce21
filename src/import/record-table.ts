// Declares the columns of a file of speakers or submissions, by the fields of the contract. Must
// not know rows.
import { calledOff, type Kind, text } from '../columns/kinds.ts';
import type { Requirement } from '../columns/mapping.ts';
import type { TableRow } from '../columns/read-table.ts';
import {
  furtherPeopleFields,
  type PersonPart,
  type Role,
  type TableSpec,
} from '../columns/table-spec.ts';
import type { Resource } from '../contract/endpoint.ts';
import type { Field } from '../contract/fields.ts';

type RecordField =
  | { readonly kind: Kind<string>; readonly required?: boolean }
  | { readonly person: PersonPart; readonly role: Role; readonly required?: boolean };

/** Every value of a record is a text. */
export type RecordFields = Readonly<Record<string, RecordField>>;

/** A row of a file of records. */
export type RecordRow = TableRow<RecordFields>;

/** How the words of a field are read as statuses. */
export interface StatusWords {
  readonly field: string;
  /** The status that a word means; undefined for an unknown word, which a record must have. */
  readonly statusOf: (word: string) => string | undefined;
}

interface RecordTerms {
  readonly resource: Resource;
  readonly fields: readonly Pick<Field, 'name' | 'required'>[];
  readonly requirements?: readonly Requirement[] | undefined;
  /** Without it, any text is a status. */
  readonly words?: StatusWords | undefined;
  /** Whether rows name people in further roles, which records do not have. */
  readonly hasFurtherPeople?: boolean;
  /** Whether a column of marks, such as `Withdrawn` or `Declined`, gives the status. */
  readonly hasMarks?: boolean;
}

/** The table of a resource's records; each record is about one person. */
export function recordTable(terms: RecordTerms): TableSpec<RecordFields> {
  const { resource, requirements, words, hasFurtherPeople = false, hasMarks = false } = terms;
  const role = roleOf(resource);
  const fields: Record<string, RecordField> = { name: { person: 'name', role } };
  for (const { name, required } of terms.fields) {
    const person = personParts.get(name.replace(submitterPrefix, ''));
    if (person !== undefined) fields[name] = { person, role, required };
    else fields[name] = { kind: name === words?.field ? statusKind(words) : text, required };
  }
  const people = hasFurtherPeople ? furtherPeopleFields : {};
  if (hasMarks) {
    const status = resource === 'submissions' ? 'withdrawn' : 'declined';
    fields.called_off = { kind: calledOff(status) };
  }
  return { kind: resource, fields: { ...fields, ...people }, requirements };
}

/** The role of the person whom a record is about. */
export function roleOf(resource: Resource): Role {
  return resource === 'submissions' ? 'submitter' : 'speaker';
}

/** The field of a resource's record for a part of its person. */
export function personField(resource: Resource, part: 'email' | 'first' | 'last'): string {
  const name = part === 'email' ? part : `${part}_name`;
  return resource === 'submissions' ? `submitter_${name}` : name;
}

const submitterPrefix = /^submitter_/;

const personParts: ReadonlyMap<string, PersonPart> = new Map([
  ['email', 'email'],
  ['first_name', 'first'],
  ['last_name', 'last'],
]);

/** A word that means no status is one as it is. */
function statusKind({ statusOf }: StatusWords): Kind<string> {
  return { read: (word) => ({ value: statusOf(word) ?? word }) };
}
