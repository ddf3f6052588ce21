// Decides which of several records with one title a row means: the one whose submitter it names. Pure.
import type { Rival } from '../changes/change-set.ts';
import type { RecordData } from '../client/client.ts';
import { recordId } from '../client/response.ts';
import { fullName } from '../columns/person-name.ts';
import { recordName } from '../columns/record-name.ts';
import type { Resource } from '../contract/endpoint.ts';
import { isSamePerson, keyText } from '../contract/key.ts';

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
