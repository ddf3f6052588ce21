// Refuses rows whose record may be one that the service shows only in part: it is unknown whether they exist.
import { bodyOf } from '../changes/change-set.ts';
import type { RecordData } from '../client/client.ts';
import { createListedFields } from '../client/recognition.ts';
import { shapeOf } from '../client/response.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { beginningsOf, foldKey, isAddressField, keyText, maskedFields, otherTextsOf } from '../contract/key.ts';
import { likenessOfKey } from '../contract/likeness.ts';
import { MalformedResponseError, UsageError } from '../errors.ts';
import type { Work } from './work.ts';

export interface HiddenRecords {
  /** @throws {MalformedResponseError} if the record lacks a field of its key, or has one that cannot be compared */
  add(record: RecordData): void;
  /** @throws {PlenaryError} if a record that is shown in part may be that of a row that is to be created or in doubt */
  refuse(work: Pick<Work, 'ledger'>): void;
}

export function createHiddenRecords(endpoint: Endpoint): HiddenRecords {
  const { key = [], resource } = endpoint;
  const [first = ''] = key;
  const listed = createListedFields(key);
  /** Records that may lack something of their key, by the first letter of what is shown. */
  const partial = new Map<string, RecordData[]>();
  const blankIn = (record: RecordData) => key.filter((field) => keyText(record[field]) === undefined);

  function letterOf(record: RecordData): string {
    const text = keyText(record[first]) ?? '';
    return otherTextsOf(text).length > 0 || /^(?:\*|…|\.\.\.|$)/.test(text) ? '' : foldKey(text).charAt(0);
  }

  return {
    add(record) {
      refuseUnreadable(endpoint, record, listed.add(record));
      const isCutOff = key.includes('title') && beginningsOf(keyText(record.title) ?? '').length > 0;
      if (!isCutOff && maskedFields(endpoint, record).length === 0 && blankIn(record).length === 0) return;
      const letter = letterOf(record);
      partial.set(letter, [...(partial.get(letter) ?? []), record]);
    },
    refuse({ ledger }) {
      if (partial.size === 0) return;
      // Where other records show a field, one that leaves it empty has no value, so it is another record.
      const hidden = listed.hidden();
      const couldBe = (record: RecordData, body: RecordData) =>
        blankIn(record).every((field) => hidden.includes(field)) && likenessOfKey(key, record, body) === 'unclear';
      for (const at of ledger.rowsIn('create', 'doubt', 'contested')) {
        const row = ledger.read(at);
        const body = bodyOf(row);
        const candidates = new Set([letterOf(body), '']);
        const record = [...candidates]
          .flatMap((letter) => partial.get(letter) ?? [])
          .find((each) => couldBe(each, body));
        if (record === undefined) continue;
        const shown = key.map((field) => keyText(record[field]) ?? '').filter(Boolean);
        const message = `its record may be the one shown as ${shown.map((text) => JSON.stringify(text)).join(', ')}`;
        throw hiddenError(resource, record, { row: row.row, line: row.line, message });
      }
    },
  };

  function hiddenError(what: string, record: RecordData, fault: UsageError['details'][number]) {
    const details = [fault];
    const isAddress = [...maskedFields(endpoint, record), ...blankIn(record)].some(isAddressField);
    return isAddress
      ? new UsageError(
          `the service hides e-mail addresses from this token, so existing ${what} cannot be recognized; nothing was sent`,
          { details, fix: 'use a token with access to e-mail addresses' },
        )
      : new MalformedResponseError(
          `the service lists titles that end in an ellipsis, so existing ${what} may not be recognized; nothing was sent`,
          { details, fix: 'remove the row if this is its record; otherwise, create its record separately' },
        );
  }
}

/** @param fields of the record's key that cannot be compared */
function refuseUnreadable({ resource }: Endpoint, record: RecordData, fields: readonly string[]): void {
  if (fields.length === 0) return;
  const how = fields.map((field) => `${field} is ${record[field] === undefined ? 'absent' : shapeOf(record[field])}`);
  throw new MalformedResponseError(
    `the service lists ${resource} whose ${how.join(' and whose ')}, so existing ${resource} cannot be recognized; nothing was sent`,
    { fix: 'use a service that lists these fields as text; otherwise, an import could create duplicates' },
  );
}
