// Finds the record that a person names by its id, its address, its title or a part of these. Must not know commands.
import type { Page } from '../../client/client.ts';
import { type RecordData, recordId } from '../../client/response.ts';
import { recordName } from '../../columns/record-name.ts';
import { comparable, similarityBetween, threshold } from '../../columns/similarity.ts';
import { type Resource, singularOf } from '../../contract/endpoint.ts';
import { foldKey, isSamePerson, keyText } from '../../contract/key.ts';
import { mayHide } from '../../contract/likeness.ts';
import { NotFoundError, UsageError } from '../../errors.ts';
import { quoted } from '../output/text.ts';

/** A record, and how it was named: `similar` as names of people are compared, `part` by a part of an address, a name or a title. */
export interface NamedRecord {
  readonly record: RecordData;
  readonly by: 'id' | 'whole' | 'similar' | 'part';
}

/** The resources whose records have names besides their ids. */
export type NamedResource = Extract<Resource, 'speakers' | 'submissions'>;

/**
 * Reads a list to the record with this id, else to its end. Only candidates stay in memory.
 * @throws {NotFoundError} naming similar records @throws {UsageError} naming the candidates, if there are several
 */
export async function findRecord(
  pages: AsyncIterable<Page>,
  resource: NamedResource,
  text: string,
): Promise<NamedRecord> {
  const wanted = foldKey(text);
  const whole = createCandidates();
  const people = createCandidates();
  const parts = createCandidates();
  const masked = createCandidates();
  const similar = createSimilar(text);
  for await (const { records } of pages) {
    for (const record of records) {
      if (recordId(record, resource) === text) return { record, by: 'id' };
      const names = namings[resource].namesOf(record);
      const keys = names.map(foldKey);
      if (keys.includes(wanted)) whole.add(record);
      else if (resource === 'speakers' && isSamePerson(recordName(resource, record), text)) people.add(record);
      else if (keys.some((key) => key.includes(wanted))) parts.add(record);
      else if (mayHide('email', record.email, text)) masked.add(record);
      else similar.add(record, names);
    }
  }
  const found = [['whole', whole] as const, ['similar', people] as const, ['part', parts] as const];
  for (const [by, { listed, count }] of found) {
    const [record] = listed;
    if (record !== undefined && count() === 1) return { record, by };
    if (count() > 1) throw ambiguous(resource, text, listed, count());
  }
  throw notFound(resource, text, { masked: masked.listed, similar: similar.records() });
}

/** The name and the id of a record: `Amina Okoye (spk_1)`. */
export function labelOf(record: RecordData, resource: NamedResource): string {
  const id = recordId(record, resource);
  const name = namings[resource].titleOf(record);
  return id === undefined ? name : name === '' ? id : `${name} (${id})`;
}

/** The name of a person or the title of a talk; empty if it has none. */
export function titleOf(record: RecordData, resource: NamedResource): string {
  return namings[resource].titleOf(record);
}

interface Naming {
  /** What identifies a record, in words. */
  readonly means: string;
  readonly titleOf: (record: RecordData) => string;
  readonly namesOf: (record: RecordData) => readonly string[];
  /** Distinguishes records with the same title. */
  readonly beside: readonly string[];
}

const namings: Readonly<Record<NamedResource, Naming>> = {
  speakers: {
    means: 'id, e-mail address or name',
    titleOf: (record) => recordName('speakers', record) || (keyText(record.email) ?? ''),
    namesOf: (record) => [keyText(record.email) ?? '', recordName('speakers', record)].filter(Boolean),
    beside: ['email', 'speaker_status'],
  },
  submissions: {
    means: 'id or title',
    titleOf: (record) => recordName('submissions', record),
    namesOf: (record) => [recordName('submissions', record)].filter(Boolean),
    beside: ['submitter_email', 'status'],
  },
};

/** More are only counted. */
const listedCandidates = 10;

function createCandidates() {
  const listed: RecordData[] = [];
  let total = 0;
  return {
    listed,
    count: () => total,
    add(record: RecordData): void {
      total++;
      if (listed.length < listedCandidates) listed.push(record);
    },
  };
}

const shownSimilar = 3;

/** The records whose names are most similar to a text. */
function createSimilar(text: string) {
  const wanted = comparable(text);
  let best: readonly { readonly record: RecordData; readonly similarity: number }[] = [];
  return {
    records: () => best.map(({ record }) => record),
    add(record: RecordData, names: readonly string[]): void {
      const similarity = Math.max(0, ...names.map((name) => similarityBetween(wanted, comparable(name))));
      if (similarity <= Math.max(threshold, best.length < shownSimilar ? 0 : (best.at(-1)?.similarity ?? 0))) return;
      best = [...best, { record, similarity }].toSorted((a, b) => b.similarity - a.similarity).slice(0, shownSimilar);
    },
  };
}

function candidateText(record: RecordData, resource: NamedResource): string {
  const label = labelOf(record, resource);
  const beside = namings[resource].beside.flatMap((name) => keyText(record[name]) ?? []);
  return [label, ...beside.filter((text) => !label.includes(text))].join(', ');
}

function ambiguous(resource: NamedResource, text: string, listed: readonly RecordData[], count: number): UsageError {
  const candidates = listed.map((record) => ({ message: candidateText(record, resource) }));
  const others = count - listed.length;
  return new UsageError(`${count} ${resource} match ${quoted(text)}`, {
    details: [...candidates, ...(others > 0 ? [{ message: `and ${others} more` }] : [])],
    fix: 'pass the id of one of them',
  });
}

function notFound(
  resource: NamedResource,
  text: string,
  { masked, similar }: Readonly<Record<'masked' | 'similar', readonly RecordData[]>>,
): NotFoundError {
  const found = masked.length > 0 ? masked : similar;
  return new NotFoundError(`no ${singularOf(resource)} has the ${namings[resource].means} ${quoted(text)}`, {
    details: found.map((record) => ({ message: candidateText(record, resource) })),
    fix:
      masked.length > 0
        ? `the service hides the addresses of ${resource}: pass the id of one of them`
        : similar.length > 0
          ? 'if one of these is meant, pass its id'
          : 'check the spelling and the event',
  });
}
