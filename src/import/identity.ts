// Owns how a row names its record: by id, by the key of its kind, or by title alone. Pure.
import type { RecordData } from '../client/client.ts';
import { recordId } from '../client/response.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { foldKey, keyText, otherTextsOf } from '../contract/key.ts';
import { keyOf, keysOf } from './rows.ts';

/**
 * How the rows of a file find their records. `key`: by the key of a creation, and a row without a record is created.
 * `record`: by id, else by key, else by title where it is unique.
 */
export type Matching = 'key' | 'record';

/**
 * How a row has found its record. `title`: by its title, which is all that it has; `other_title`: by its title, because no
 * record has its id or its key.
 */
export type Identity = 'id' | 'key' | 'title' | 'other_title';

/** The most certain first. */
export const identities = {
  key: ['key'],
  record: ['id', 'key', 'title', 'other_title'],
} as const satisfies Readonly<Record<Matching, readonly Identity[]>>;

type Named = Readonly<Record<string, unknown>>;

/** The text by which a row is found; undefined if it does not have one. */
export function identityOf(identity: Identity, endpoint: Endpoint, fields: Named): string | undefined {
  const id = keyText(fields.id)?.trim();
  if (identity === 'id') return id;
  const key = keyOf(endpoint, fields);
  if (identity === 'key') return key;
  const isAlone = id === undefined && key === undefined;
  // The `title` of a speaker is a job title.
  if (!endpoint.key?.includes('title') || isAlone !== (identity === 'title')) return undefined;
  const title = foldKey(keyText(fields.title) ?? '');
  return title === '' ? undefined : title;
}

/** The texts by which rows may name a record. */
export function identitiesOf(identity: Identity, endpoint: Endpoint, record: RecordData): readonly string[] {
  if (identity === 'key') return keysOf(endpoint, record);
  if (identity === 'title' || identity === 'other_title') {
    const titles = [record.title, ...otherTextsOf(record.title)];
    return titles.flatMap((title) => identityOf('title', endpoint, { title }) ?? []);
  }
  const id = recordId(record, endpoint.resource);
  return id === undefined ? [] : [id];
}

/** The fields that are the same if a row has found its record in this way; they differ at most in case. */
export function identifyingFields(identity: Identity, { key = [] }: Pick<Endpoint, 'key'>): readonly string[] {
  return identity === 'id' ? [] : identity === 'key' ? key : ['title'];
}
