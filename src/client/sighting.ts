// Recognizes in a list the record of a creation whose response was lost. Pure.
import type { Endpoint } from '../contract/endpoint.ts';
import { fieldsOf } from '../contract/fields.ts';
import { isSameKey, isSameValue, mayBeKey } from '../contract/likeness.ts';
import type { RecordData } from './response.ts';

/**
 * What a listed record is to a creation: `same` if it has its key and shows every field as it was sent; `unclear` if it has its
 * key, or may have it, because its own is empty, masked or cut off; `other` if it has another key.
 * @param sent the fields of the creation
 */
export function sightingOf(endpoint: Endpoint, sent: RecordData, record: RecordData): 'same' | 'unclear' | 'other' {
  const { key = [] } = endpoint;
  if (!isSameKey(key, record, sent)) return mayBeKey(key, record, sent) ? 'unclear' : 'other';
  // A field that was not sent has its default.
  const defaults = fieldsOf(endpoint.body).flatMap(({ name, default: value }) =>
    value === undefined ? [] : [[name, value]],
  );
  const wanted = Object.entries<unknown>({ ...Object.fromEntries(defaults), ...sent });
  const isSame = wanted.every(([name, value]) => key.includes(name) || isSameValue(name, record[name], value));
  return isSame ? 'same' : 'unclear';
}
