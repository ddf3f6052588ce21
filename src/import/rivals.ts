// Decides which of several records with one title a row means: the one whose submitter it names. Pure.
import type { Rival } from '../changes/change-set.ts';
import type { RecordData } from '../client/client.ts';
import { recordId } from '../client/response.ts';
import { cellText } from '../columns/cell.ts';
import { plainCell } from '../columns/elements.ts';
import type { Mapping } from '../columns/mapping.ts';
import { readPeople } from '../columns/people.ts';
import { fullName } from '../columns/person-name.ts';
import { recordName } from '../columns/record-name.ts';
import type { Resource } from '../contract/endpoint.ts';
import { isSamePerson, keyText } from '../contract/key.ts';

/** The columns that name the speakers of a row. */
export interface NameColumns {
  readonly indexes: readonly number[];
  read(cells: readonly string[]): string;
}

/** The columns of whole names, or of their parts; undefined without any. */
export function nameColumns({ mapped }: Mapping): NameColumns | undefined {
  const [whole, first, last] = ['name', 'submitter_first_name', 'submitter_last_name'].map((field) =>
    mapped.find(({ target }) => target === field),
  );
  const columns = (whole === undefined ? [first, last] : [whole]).filter((column) => column !== undefined);
  if (columns.length === 0) return undefined;
  const read = (cells: readonly string[]) =>
    columns
      .map((column) => (column === whole ? cellText(column, cells) : plainCell(cellText(column, cells))))
      .filter(Boolean)
      .join(' ');
  return { indexes: columns.map(({ index }) => index), read };
}

/** @returns a function that reads the people whom a row names */
export function rowPeople(mapping: Mapping): (row: { readonly cells: readonly string[] }) => readonly string[] {
  const columns = nameColumns(mapping);
  if (columns === undefined) return () => [];
  return ({ cells }) => readPeople(columns.read(cells)).people.map(({ name }) => name);
}

/** @param people whom the row names */
export function rivalOf(record: RecordData, resource: Resource, people: readonly string[]): Rival {
  const id = recordId(record, resource) ?? '';
  const who = resource === 'speakers' ? recordName(resource, record) : submitterOf(record);
  const known = [who, keyText(record.status) ?? keyText(record.speaker_status) ?? ''].filter(Boolean).join(', ');
  return { id, text: known === '' ? id : `${id} (${known})`, isNamed: isSubmittedBy(record, people) };
}

/** Whether one of the people is the submitter of a record. */
export function isSubmittedBy(record: RecordData, people: readonly string[]): boolean {
  const submitter = submitterOf(record);
  return submitter !== '' && people.some((name) => isSamePerson(name, submitter));
}

/** The record that a row means; undefined if that is unknown. */
export function meantOf(rivals: readonly Rival[]): Rival | undefined {
  const [only, ...others] = rivals.length === 1 ? rivals : rivals.filter(({ isNamed }) => isNamed);
  return others.length === 0 ? only : undefined;
}

/** Whether two rows name people, and no one in common: then they mean different talks of one title. */
export function nameOthers(one: readonly string[], other: readonly string[]): boolean {
  if (one.length === 0 || other.length === 0) return false;
  return !one.some((name) => other.some((each) => isSamePerson(name, each)));
}

function submitterOf({ submitter_first_name, submitter_last_name }: RecordData): string {
  return fullName(keyText(submitter_first_name) ?? '', keyText(submitter_last_name) ?? '');
}
