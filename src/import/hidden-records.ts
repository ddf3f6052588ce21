// Refuses rows whose record may be one that the service shows only in part: it is unknown whether they exist.

import type { RecordData } from '../client/client.ts';
import { shapeOf } from '../client/response.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import {
  beginningsOf,
  foldKey,
  isAddressField,
  isMasked,
  keyText,
  maskedFields,
  otherTextsOf,
} from '../contract/key.ts';
import { mayBeKey } from '../contract/likeness.ts';
import { MalformedResponseError, type PlenaryError, UsageError } from '../errors.ts';
import { bodyOf } from '../runs/row.ts';
import type { Work } from './work.ts';

export interface HiddenRecords {
  /** @param isNamed whether a row has its key as it is shown @throws {MalformedResponseError} if the record lacks a field of its key, or has one that cannot be compared */
  add(record: RecordData, isNamed: boolean): void;
  /** @throws {PlenaryError} if a record that is shown in part may be that of a row that is to be created or in doubt */
  refuse(work: Pick<Work, 'rows'>): void;
}

export function createHiddenRecords(endpoint: Endpoint): HiddenRecords {
  const { key = [], resource } = endpoint;
  const [first = ''] = key;
  const listed = createListedFields(key);
  /** Records that may lack something of their key, by as much of its first field as they show: all, the first letter, nothing. */
  const partial = new Map<string, RecordData[]>();
  const blankIn = (record: RecordData) => key.filter((field) => keyText(record[field]) === undefined);

  function shownOf(record: RecordData): string {
    const text = keyText(record[first]) ?? '';
    if (otherTextsOf(text).length > 0 || /^(?:\*|…|\.\.\.|$)/.test(text)) return '';
    const isWhole = !isMasked(first, text) && beginningsOf(text).length === 0;
    return isWhole ? foldKey(text) : `${foldKey(text).charAt(0)}…`;
  }

  return {
    add(record, isNamed) {
      refuseUnreadable(endpoint, record, listed.add(record));
      const isCutOff = !isNamed && key.includes('title') && beginningsOf(keyText(record.title) ?? '').length > 0;
      if (!isCutOff && maskedFields(endpoint, record).length === 0 && blankIn(record).length === 0) return;
      const shown = shownOf(record);
      const others = partial.get(shown);
      if (others === undefined) partial.set(shown, [record]);
      else others.push(record);
    },
    refuse({ rows }) {
      const hidden = listed.hidden();
      const withoutTexts = hidden.filter((field) => !isAddressField(field));
      if (withoutTexts.length > 0) throw unreadable(endpoint, `without ${withoutTexts.join(' and ')}`);
      // Where other records show a field, one that leaves it empty has no value, so it is another record.
      const couldBe = (record: RecordData, body: RecordData) =>
        blankIn(record).every((field) => hidden.includes(field)) && mayBeKey(key, record, body);
      for (const row of rows.in('create', 'unknown')) {
        const body = bodyOf(row);
        const name = foldKey(keyText(body[first]) ?? '');
        const record = [name, `${name.charAt(0)}…`, '']
          .flatMap((shown) => partial.get(shown) ?? [])
          .find((each) => couldBe(each, body));
        if (record === undefined) continue;
        throw hiddenError(record, { row: row.row, line: row.line });
      }
    },
  };

  function hiddenError(record: RecordData, place: Readonly<Record<'row' | 'line', number>>): PlenaryError {
    const masked = [...maskedFields(endpoint, record), ...blankIn(record)].find(isAddressField);
    const shown = keyText(record[masked ?? 'title']);
    const message = `its record may be the one shown ${shown === undefined ? 'without an address' : `as ${JSON.stringify(shown)}`}`;
    const details = [{ ...place, message }];
    return masked !== undefined
      ? new UsageError(
          `the service hides e-mail addresses from this token, so existing ${resource} cannot be recognized; nothing was sent`,
          { details, fix: 'use a token with access to e-mail addresses' },
        )
      : new MalformedResponseError(
          `the service lists titles that end in an ellipsis, so existing ${resource} may not be recognized; nothing was sent`,
          { details, fix: 'remove the row if this is its record; otherwise, create its record separately' },
        );
  }
}

/** @param fields of the record's key that cannot be compared */
function refuseUnreadable(endpoint: Endpoint, record: RecordData, fields: readonly string[]): void {
  if (fields.length === 0) return;
  const absent = fields.filter((field) => record[field] === undefined);
  if (absent.length > 0) throw unreadable(endpoint, `without ${absent.join(' and ')}`);
  const shapes = fields.map((field) => `${field} is ${shapeOf(record[field])}`);
  throw unreadable(endpoint, `whose ${shapes.join(' and whose ')}`);
}

function unreadable({ resource }: Endpoint, how: string): MalformedResponseError {
  return new MalformedResponseError(
    `the service lists ${resource} ${how}, so existing ${resource} cannot be recognized; nothing was sent`,
    { fix: 'use a service that lists these fields as text; otherwise, an import could create duplicates' },
  );
}

interface ListedFields {
  /** @returns the fields of the key that the record lacks, or shows in a form that cannot be compared */
  add(record: RecordData): readonly string[];
  /** The fields of the key that are empty in some records and shown in none. */
  hidden(): readonly string[];
}

/**
 * Which fields of a key a list shows. Where other records show a field, one that leaves it empty has no value, so it is
 * another record; where none does, the list hides the field.
 */
function createListedFields(key: readonly string[]): ListedFields {
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
