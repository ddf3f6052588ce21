// Owns how a table is declared: its fields, and what the cells of each are. Must not know files.
import type { Kind } from './kinds.ts';
import type { Requirement } from './mapping.ts';
import type { FileKind } from './vocabulary/file-kinds.ts';

/** What a cell says of when something begins and ends. */
export type SlotPart = 'start' | 'date' | 'time' | 'end' | 'end_date' | 'duration' | 'timezone';

/** The columns of a slot, each under the name of its part. */
export const slotFields = {
  start: { slot: 'start' },
  date: { slot: 'date' },
  time: { slot: 'time' },
  end: { slot: 'end' },
  end_date: { slot: 'end_date' },
  timezone: { slot: 'timezone' },
  duration: { slot: 'duration' },
} as const satisfies { readonly [Part in SlotPart]: { readonly slot: Part } };

/** What a cell says of a person, or of a list of people. */
export type PersonPart = 'name' | 'first' | 'last' | 'email';

/** In which role a row names its people. */
export type Role = (typeof roles)[number];

export const roles = [
  'speaker',
  'co_speaker',
  'co_author',
  'moderator',
  'chair',
  'host',
  'submitter',
] as const;

/** What the cells of a column are: a value, or a part of the row's slot or of its people. */
export type FieldSpec =
  | { readonly kind: Kind<unknown>; readonly required?: boolean }
  | { readonly slot: SlotPart }
  | { readonly person: PersonPart; readonly role: Role; readonly required?: boolean };

export type FieldSpecs = Readonly<Record<string, FieldSpec>>;

/** A table whose rows are read by one reader, whatever they are for. */
export interface TableSpec<Fields extends FieldSpecs = FieldSpecs> {
  /** The vocabulary of its headers. */
  readonly kind: FileKind;
  readonly fields: Fields;
  /** Which columns a file must have; those of the required fields, if undefined. */
  readonly requirements?: readonly Requirement[] | undefined;
  /** Whether a row with these values is of no use, so that its cells need not be valid. */
  isUnused?(values: ValuesOf<Fields>): boolean;
}

/** The values of a row by their fields; a field without a value is absent. */
export type ValuesOf<Fields extends FieldSpecs> = {
  readonly [Name in keyof Fields]?: Fields[Name] extends { readonly kind: Kind<infer Value> }
    ? Value
    : never;
};

/** The fields of a table as columns are mapped to them. */
export function fieldsOfTable({
  fields,
}: TableSpec): readonly { name: string; required: boolean }[] {
  return Object.entries(fields)
    .filter(([name]) => name !== 'name')
    .map(([name, field]) => ({ name, required: 'required' in field && field.required === true }));
}

/** The people whom rows name in further roles. */
export const furtherPeopleFields = {
  co_speakers: { person: 'name', role: 'co_speaker' },
  co_authors: { person: 'name', role: 'co_author' },
  moderators: { person: 'name', role: 'moderator' },
  chairs: { person: 'name', role: 'chair' },
  hosts: { person: 'name', role: 'host' },
} as const satisfies FieldSpecs;
