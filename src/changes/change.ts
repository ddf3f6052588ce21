// Owns what a row wants of a record, before it is known which one that is. Pure.
import { recordId } from '../client/response.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { foldKey, keyOf, keysOf, keyText, otherTextsOf } from '../contract/key.ts';

/** A value for each field that a row sets; null clears it. */
export type FieldValues = Readonly<Record<string, string | null>>;

/** How a row finds its record, the most certain way first. */
export const ways = ['id', 'key', 'title'] as const;

export type By = (typeof ways)[number];

/** The texts by which a row is found, in the form in which they are compared. */
export type Names = Readonly<Partial<Record<By, string>>>;

/** What a row of a file, or a change of a plan, wants of a record. */
export interface Wanted {
  /** The number of the file's record, for messages. */
  readonly row: number;
  readonly line: number;
  readonly names: Names;
  readonly fields: FieldValues;
  /** The values of fields as they were seen before: another value now is a conflict. A field that is absent has none. */
  readonly base?: Readonly<Record<string, unknown>> | undefined;
  /** Of a session whose submission an earlier row creates: the number of that row. */
  readonly created?: number | undefined;
  /** Of the record, for messages. */
  readonly title?: string | undefined;
  /** The column and the sheet of a cell in a grid, where a line has many sessions. */
  readonly column?: string | undefined;
  readonly sheet?: string | undefined;
  /** The user's cells: given back with what is not done, and quoted in messages and templates. */
  readonly source?: readonly string[] | undefined;
}

/** How a row names an existing record: by its id; without one, by its key, and by its title if no record has that key. */
export function namesOf(endpoint: Endpoint, id: string | undefined, fields: FieldValues): Names {
  if (id !== undefined) return { id };
  const key = keyOf(endpoint, fields);
  const title = titleOf(endpoint, fields.title);
  return { ...(key !== undefined && { key }), ...(title !== undefined && { title }) };
}

/** The texts by which rows may name a record. */
export function textsOf(by: By, endpoint: Endpoint, record: Readonly<Record<string, unknown>>): readonly string[] {
  if (by === 'key') return keysOf(endpoint, record);
  if (by === 'id') {
    const id = recordId(record, endpoint.resource);
    return id === undefined ? [] : [id];
  }
  return [record.title, ...otherTextsOf(record.title)].flatMap((title) => titleOf(endpoint, title) ?? []);
}

/** The fields that are the same if a row has found its record in this way; they differ at most in case. */
export function identifyingFields(by: By, { key = [] }: Pick<Endpoint, 'key'>): readonly string[] {
  return by === 'id' ? [] : by === 'key' ? key : ['title'];
}

/** The `title` of a speaker is a job title. */
function titleOf({ key = [] }: Endpoint, title: unknown): string | undefined {
  return key.includes('title') ? foldKey(keyText(title) ?? '') || undefined : undefined;
}
