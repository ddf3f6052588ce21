// Decides which creations took effect although their responses were lost, by the records that no
// row has yet. Pure.
import { isFinalFailure } from '../client/failure.ts';
import { compareField } from '../client/records.ts';
import type { RecordData } from '../client/response.ts';
import { quoted } from '../contract/amount.ts';
import { comparedTitle, keyText } from '../contract/key.ts';
import { comparedValue } from '../contract/likeness.ts';
import type { PlenaryError } from '../errors.ts';

/**
 * What became of a creation whose response was lost:
 *
 * - `created`: this record is the one that it has created
 * - `absent`: no listed record can be it, so that it has not taken effect
 * - `unclear`: a record may be it, or not, and why
 */
export type LostCreation =
  | { readonly kind: 'created'; readonly record: RecordData }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unclear'; readonly why: string };

/**
 * Pairs creations with records by title and abstract: a record is that of a creation if it is the
 * only one with these, and no other creation has them.
 * @param lost each creation with what was sent
 * @param unowned the listed records that belong to no other row
 */
export function pairLostCreations<Row>(
  lost: ReadonlyMap<Row, RecordData>,
  unowned: readonly RecordData[],
): ReadonlyMap<Row, LostCreation> {
  const rivals = countTexts(lost.values());
  const records = new Map<string, RecordData[]>();
  for (const record of unowned) {
    const texts = creationText(record);
    records.set(texts, [...(records.get(texts) ?? []), record]);
  }
  const paired = new Map<Row, RecordData>();
  for (const [row, sent] of lost) {
    const [record, ...others] = records.get(creationText(sent)) ?? [];
    const isOnlyOne = others.length === 0 && rivals.get(creationText(sent)) === 1;
    if (record !== undefined && isOnlyOne) paired.set(row, record);
  }
  const taken = new Set(paired.values());
  const left = unowned.filter((record) => !taken.has(record));
  const titles = new Set(left.map(({ title }) => comparedTitle(title)));
  const fateOf = (row: Row, { title }: RecordData): LostCreation => {
    const record = paired.get(row);
    if (record !== undefined) return { kind: 'created', record };
    if (!titles.has(comparedTitle(title))) return { kind: 'absent' };
    return { kind: 'unclear', why: 'a record with its title may be it' };
  };
  return new Map(Array.from(lost, ([row, sent]) => [row, fateOf(row, sent)]));
}

/**
 * Whether a listed record with the key of a creation is as it was sent. A field that the list does
 * not show decides nothing. An import has read the list before: no record had this key, so that
 * only what was sent counts. A single command has not: the record may be an older one, so that
 * fields that were not sent must have their defaults, which it adds to `sent`.
 * @param key the fields of the key, which are the same
 */
export function isAsSent(record: RecordData, sent: RecordData, key: readonly string[]): boolean {
  return Object.entries(sent).every(([field, value]) => {
    return key.includes(field) || compareField(record, field, value) !== 'differs';
  });
}

/** Whether two submissions have the same title and abstract. */
export function isSameCreation(one: RecordData, other: RecordData): boolean {
  return creationText(one) === creationText(other);
}

/**
 * Why the service may have failed to create a record: the public server fails to read a track or a
 * format that is no id of its own. Empty without one.
 * @param fields what was sent
 */
export function likelyCause(fields: RecordData, error: PlenaryError): string {
  const named = ['track_id', 'format_id'].filter((field) => fields[field] != null);
  if (!isFinalFailure(error) || named.length === 0) return '';
  const texts = named.map((field) => {
    return `${field.replace('_id', '')} ${quoted(keyText(fields[field]) ?? '')}`;
  });
  return `the likely cause is the ${texts.join(' or the ')}, which may be no id of the event`;
}

function countTexts(all: Iterable<RecordData>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const sent of all) counts.set(creationText(sent), (counts.get(creationText(sent)) ?? 0) + 1);
  return counts;
}

function creationText({ title, abstract }: RecordData): string {
  return JSON.stringify([comparedTitle(title), comparedValue('abstract', abstract)]);
}
