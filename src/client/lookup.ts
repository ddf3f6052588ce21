// Tells whether a record is among those of a list, by the fields that tell one record from another. Pure.
import { foldKey, isMasked } from '../contract/key.ts';
import { isRecord, type RecordData } from './response.ts';

/** `unclear`: a record shows too little of itself to be told from the one that is looked for. */
export type Likeness = 'same' | 'other' | 'unclear';

/** Compares the key fields without case and surrounding white space. One that differs settles it, whatever the rest hides. */
export function likeness(record: RecordData, wanted: unknown, key: readonly string[]): Likeness {
  const fields = key.map((name) => compare(name, record[name], isRecord(wanted) ? wanted[name] : undefined));
  if (fields.length === 0) return 'unclear';
  if (fields.includes('other')) return 'other';
  return fields.includes('unclear') ? 'unclear' : 'same';
}

function compare(name: string, shown: unknown, wanted: unknown): Likeness {
  if (typeof shown !== 'string' || typeof wanted !== 'string') return 'unclear';
  if (isMasked(name, shown)) return 'unclear';
  return foldKey(shown) === foldKey(wanted) ? 'same' : 'other';
}
