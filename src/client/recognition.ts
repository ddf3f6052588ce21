// Recognizes in a list the record of a creation whose response was lost. No I/O of its own.
import type { Endpoint } from '../contract/endpoint.ts';
import { fieldsOf } from '../contract/fields.ts';
import { isMasked, keyText } from '../contract/key.ts';
import { type Likeness, leastOf, likeness, likenessOfKey } from '../contract/likeness.ts';
import type { Page } from './paging.ts';
import { type RecordData, recordId } from './response.ts';

/** What one reading of the list shows. */
export type Sighting =
  | { readonly kind: 'found'; readonly record: RecordData }
  /** `hasOther`: the list has another record with the same key. */
  | { readonly kind: 'absent'; readonly hasOther: boolean }
  /** `why`: the end of a sentence. */
  | { readonly kind: 'unclear'; readonly why: string };

export interface Recognition {
  /** Reads the list to its end, or to the record. Rejects with what the pages reject with. */
  look(pages: AsyncIterable<Page>): Promise<Sighting>;
  /** The request is sent again: what the list has shown so far was there before. */
  resend(): void;
}

/** What a listed record is to the creation: `unrelated` has another key, `blank` has none, `new` was not in an earlier list. */
type Judgment = 'unrelated' | 'blank' | 'older' | 'new' | 'equal' | { readonly why: string };

/**
 * A record with the key of the creation is the one created if its id was not in an earlier list, or if it equals the
 * creation in every field. No list is read before the first attempt, so in the first list only the fields can decide: one that
 * differs makes it an older record; one that the list hides, or shows in another form, decides nothing.
 * @param body the fields sent
 */
export function createRecognition(endpoint: Endpoint, body: unknown): Recognition {
  const { key = [], resource } = endpoint;
  const sent: RecordData = { ...(body ?? {}) };
  // Ids of records with this key, or with one that cannot be compared.
  let listed: ReadonlySet<string> | undefined;
  let older: ReadonlySet<string> = new Set();

  return {
    async look(pages) {
      const seen = new Set(listed);
      // By id: a list may repeat a record.
      const equal = new Map<unknown, RecordData>();
      const fields = createListedFields(key);
      let hasOther = false;
      let why: string | undefined;
      for await (const { records } of pages) {
        for (const record of records) {
          fields.add(record);
          const id = recordId(record, resource);
          const judgment = judge(record, id);
          if (judgment === 'new') return { kind: 'found', record };
          if (judgment === 'unrelated') continue;
          if (id !== undefined) seen.add(id);
          if (judgment === 'equal') equal.set(id ?? record, record);
          else if (judgment === 'older') hasOther = true;
          else if (judgment !== 'blank') why ??= judgment.why;
        }
      }
      listed = seen;
      const [record] = equal.values();
      if (equal.size > 1) why ??= `the list has ${equal.size} records like it`;
      if (fields.hidden().length > 0) why ??= lacksFields;
      if (why !== undefined) return { kind: 'unclear', why };
      return record === undefined ? { kind: 'absent', hasOther } : { kind: 'found', record };
    },
    resend() {
      older = listed ?? older;
    },
  };

  function judge(record: RecordData, id: string | undefined): Judgment {
    const keyLikeness = likenessOfKey(key, record, sent);
    if (keyLikeness === 'other') return 'unrelated';
    if (id !== undefined && older.has(id)) return 'older';
    if (keyLikeness === 'unclear') return key.some((field) => isBlank(record, field)) ? 'blank' : { why: lacksFields };
    if (listed !== undefined && id !== undefined && !listed.has(id)) return 'new';
    const found = compareRest(record);
    if (found !== 'unclear') return found === 'other' ? 'older' : 'equal';
    const name = `${id ?? 'a record in the list'} has the same ${key.join(' and ')}`;
    return { why: `${name}, but it is unknown whether it existed before` };
  }

  function compareRest(record: RecordData): Likeness {
    const defaults = fieldsOf(endpoint.body).map(({ name, default: value }) => [name, value]);
    const wanted: RecordData = { ...Object.fromEntries(defaults.filter(([, value]) => value !== undefined)), ...sent };
    const names = Object.keys(wanted).filter((name) => !key.includes(name));
    return leastOf(names.map((name) => likeness(name, record[name], wanted[name])));
  }
}

const lacksFields = 'the records in the list lack the fields to compare';

export interface ListedFields {
  /** @returns the fields of the key that the record lacks, or shows in a form that cannot be compared */
  add(record: RecordData): readonly string[];
  /** The fields of the key that are empty in some records and shown in none. */
  hidden(): readonly string[];
}

/**
 * Which fields of a key a list shows. Where other records show a field, one that leaves it empty has no value, so it is
 * another record; where none does, the list hides the field.
 */
export function createListedFields(key: readonly string[]): ListedFields {
  const shown = new Set<string>();
  const blank = new Set<string>();
  return {
    add(record) {
      return key.filter((field) => {
        if (isBlank(record, field)) blank.add(field);
        else if (keyText(record[field]) === undefined) return true;
        else if (!isMasked(field, record[field])) shown.add(field);
        return false;
      });
    },
    hidden: () => [...blank].filter((field) => !shown.has(field)),
  };
}

function isBlank(record: RecordData, field: string): boolean {
  const value = record[field];
  return value === null || (typeof value === 'string' && keyText(value) === undefined);
}
