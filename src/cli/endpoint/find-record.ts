// Finds the record that a person names by its id, its address, its title or a part of these. Must not know commands.
import type { Page } from '../../client/client.ts';
import { type RecordData, recordId } from '../../client/response.ts';
import { recordName } from '../../columns/record-name.ts';
import { quoted } from '../../contract/amount.ts';
import { type Resource, singularOf } from '../../contract/endpoint.ts';
import { foldKey, isSamePerson, keyText, personKeys } from '../../contract/key.ts';
import { mayHide } from '../../contract/likeness.ts';
import { NotFoundError } from '../../errors.ts';
import { findNamed } from './find-named.ts';

/** The resources whose records have names besides their ids. */
export type NamedResource = Extract<Resource, 'speakers' | 'submissions'>;

/** Reads a list to the record with this id, else to its end. @throws {NotFoundError} @throws {UsageError} if several match */
export function findRecord(pages: AsyncIterable<Page>, resource: NamedResource, text: string) {
  const { means, namesOf } = namings[resource];
  const wanted = foldKey(text);
  const spellings = personKeys(text);
  return findNamed(recordsOf(pages), text, {
    namesOf,
    textOf: (record) => candidateText(record, resource),
    namedBy(record) {
      if (recordId(record, resource) === text) return 'id';
      const keys = namesOf(record).map(foldKey);
      if (keys.includes(wanted)) return 'whole';
      if (resource === 'speakers' && isSamePerson(recordName(resource, record), text)) return 'similar';
      const hasPart = () =>
        personKeys(recordName(resource, record)).some((key) => spellings.some((part) => key.includes(part)));
      if (keys.some((key) => key.includes(wanted)) || hasPart()) return 'part';
      if (foldKey(keyText(record.submitter_email) ?? '') === wanted) return 'owner';
      return mayHide('email', record.email, text) ? 'hidden' : undefined;
    },
    several: (count) => ({ message: `${count} ${resource} match ${quoted(text)}`, fix: 'pass the id of one of them' }),
    none(similar, hidden) {
      const candidates = hidden.length > 0 ? hidden : similar;
      const fix = similar.length > 0 ? 'if one of these is meant, pass its id' : 'check the spelling and the event';
      return new NotFoundError(`no ${singularOf(resource)} has the ${means} ${quoted(text)}`, {
        details: candidates.map((record) => ({ message: candidateText(record, resource) })),
        fix: hidden.length > 0 ? `the service hides the addresses of ${resource}: pass the id of one of them` : fix,
      });
    },
  });
}

async function* recordsOf(pages: AsyncIterable<Page>): AsyncGenerator<readonly RecordData[]> {
  for await (const { records } of pages) yield records;
}

/** The name and the id of a record: `Amina Okoye (spk_1)`. */
export function labelOf(record: RecordData, resource: NamedResource): string {
  const id = recordId(record, resource);
  const name = titleOf(record, resource);
  return id === undefined ? name : name === '' ? id : `${name} (${id})`;
}

/** The name of a person, or else the address; the title of a talk; empty if it has none. */
export function titleOf(record: RecordData, resource: NamedResource): string {
  return recordName(resource, record) || (namings[resource].namesOf(record)[0] ?? '');
}

interface Naming {
  /** What identifies a record, in words. */
  readonly means: string;
  readonly namesOf: (record: RecordData) => readonly string[];
  /** Distinguishes records with the same title. */
  readonly beside: readonly string[];
}

const namings: Readonly<Record<NamedResource, Naming>> = {
  speakers: {
    means: 'id, e-mail address or name',
    namesOf: (record) => [keyText(record.email) ?? '', recordName('speakers', record)].filter(Boolean),
    beside: ['email', 'speaker_status'],
  },
  submissions: {
    means: 'id, title or submitter address',
    namesOf: (record) => [recordName('submissions', record)].filter(Boolean),
    beside: ['submitter_email', 'status'],
  },
};

/** A record in a list of those that may be meant: `Amina Okoye (spk_1), amina@example.org, accepted`. */
export function candidateText(record: RecordData, resource: NamedResource): string {
  return [labelOf(record, resource), ...besideOf(record, resource)].join(', ');
}

/** What distinguishes a record from others with the same title, without what its label shows. */
export function besideOf(record: RecordData, resource: NamedResource): readonly string[] {
  const label = labelOf(record, resource);
  const beside = namings[resource].beside.flatMap((name) => keyText(record[name]) ?? []);
  return beside.filter((text) => !label.includes(text));
}
