// Owns the texts by which rows name records: ids, keys and titles. Pure.
import { hash } from 'node:crypto';
import { recordId } from '../client/response.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { unescapeHtml } from '../contract/escape.ts';
import { comparedTitle, keyOf, keysOf, titleKey } from '../contract/key.ts';

/** How a row finds its record, the most certain way first. */
export const ways = ['id', 'key', 'title'] as const;

export type By = (typeof ways)[number];

/** The texts by which a row is found, in the form in which they are compared. */
export interface Names extends Readonly<Partial<Record<By, string>>> {
  /** The keys that its record has if another of its people has submitted it. */
  readonly otherKeys?: string[] | undefined;
}

/**
 * How a row names an existing record: by its id; without one, by its key, and by its title if no
 * record has that key.
 */
export function namesOf(
  endpoint: Endpoint,
  id: string | undefined,
  fields: Readonly<Record<string, unknown>>,
): Names {
  if (id !== undefined) return { id };
  const title = titleOf(endpoint, fields.title);
  const key = comparedKey(endpoint, fields);
  return { ...(key !== undefined && { key }), ...(title !== undefined && { title }) };
}

/** The key of a row or of a listed record, with its title as titles are compared. */
export function comparedKey(
  endpoint: Pick<Endpoint, 'key'>,
  fields: Readonly<Record<string, unknown>>,
): string | undefined {
  const title = titleOf(endpoint, fields.title);
  return keyOf(endpoint, title === undefined ? fields : { ...fields, title });
}

/** The texts by which rows may name a record. */
export function textsOf(
  by: By,
  endpoint: Endpoint,
  record: Readonly<Record<string, unknown>>,
): readonly string[] {
  if (by === 'key') return keysOf(endpoint, record);
  if (by === 'id') {
    const id = recordId(record, endpoint.resource);
    return id === undefined ? [] : [id];
  }
  const title = titleOf(endpoint, record.title);
  return title === undefined ? [] : [title];
}

/**
 * The fields that are the same, as keys are compared, if a row has found its record in this way.
 */
export function identifyingFields(by: By, { key = [] }: Pick<Endpoint, 'key'>): readonly string[] {
  return by === 'id' ? [] : by === 'key' ? key : ['title'];
}

/** As titles are compared. The `title` of a speaker is a job title. */
function titleOf({ key = [] }: Pick<Endpoint, 'key'>, title: unknown): string | undefined {
  return key.includes('title') ? comparedTitle(title) : undefined;
}

/**
 * What a journal saves of a created record's key: enough to recognize it, and not the address
 * itself.
 */
export function keyMark(key: string): string {
  return hash('sha256', titleKey(unescapeHtml(key)), 'base64url').slice(0, 16);
}
