// Decides which record each row means, by its id, its key or its title, and what the row changes in it. Must not know requests.
import { type By, type FieldValues, identifyingFields, ways } from '../changes/change.ts';
import { bodyOf, creationOf, noteOf, updateNote } from '../changes/change-set.ts';
import type { LedgerRow } from '../changes/ledger.ts';
import type { RecordData } from '../client/client.ts';
import { recordId } from '../client/response.ts';
import { fullName } from '../columns/person-name.ts';
import { recordName } from '../columns/record-name.ts';
import { nearestOf } from '../columns/similarity.ts';
import { flagValue } from '../contract/escape.ts';
import { foldKey, keyText } from '../contract/key.ts';
import { recommendedStatuses } from '../contract/text.ts';
import { validate } from '../contract/validation-error.ts';
import { InvalidInputError } from '../errors.ts';
import { compare, withoutSameName } from './compare.ts';
import {
  ambiguous,
  conflictFault,
  duplicate,
  emptyPlaceholders,
  type FieldFault,
  fixedFault,
  missingField,
  newStatus,
  notFound,
  otherName,
  unknownId,
  unknownStatus,
} from './record-faults.ts';
import { locate, newRecord, placeOf, type Work, warn } from './work.ts';

export interface Finder {
  /** Every record of the event, before it is offered to the rows that name it. */
  note(record: RecordData): void;
  /** A record that a row names in this way. */
  offer(row: number, by: By, record: RecordData): void;
  /** After the last record: rows that found none, or several, are rejected, or created. @throws {InvalidInputError} */
  resolve(): void;
}

/** How a row has found its record: several are as certain if it names more than one. */
interface Found {
  readonly by: By;
  /** For messages, by id. */
  readonly records: Map<string, string>;
}

export function createFinder(work: Work): Finder {
  const { ledger, endpoint, updatable } = work;
  const { resource } = endpoint;
  const [nameField = ''] = endpoint.key ?? [];
  const found = new Map<number, Found>();
  /** By row, why it does not get the feedback of the template. */
  const withoutFeedback = new Map<number, FieldFault>();
  /** All records by their titles or addresses, and the statuses that they have. */
  const known = new Map<string, { readonly id: string; readonly name: string }>();
  const statuses = new Set<unknown>();

  return {
    note(record) {
      const text = foldKey(keyText(record[nameField]) ?? '');
      known.set(text, { id: recordId(record, resource) ?? '', name: recordName(resource, record) });
      statuses.add(record.status);
    },
    offer(row, by, record) {
      const before = found.get(row);
      if (before === undefined && ledger.state(row) !== 'create') return;
      if (before !== undefined && ways.indexOf(before.by) < ways.indexOf(by)) return;
      const id = recordId(record, resource) ?? '';
      if (before?.by === by) {
        before.records.set(id, labelOf(record));
        return;
      }
      found.set(row, { by, records: new Map([[id, labelOf(record)]]) });
      take(row, by, record);
    },
    resolve() {
      refuseForeignIds();
      const owners = new Map<string, number>();
      for (const [row, { by, records }] of [...found].toSorted(([one], [other]) => one - other)) {
        const [id = ''] = records.keys();
        const owner = owners.get(id);
        if (records.size > 1) reject(row, [ambiguous(endpoint, by, [...records.values()])]);
        else if (owner !== undefined) {
          // Which of the two is meant is unknown.
          reject(owner, [duplicate(ledger.read(row).line)]);
          reject(row, [duplicate(ledger.read(owner).line)]);
        } else {
          owners.set(id, row);
          checkChanges(row, by, id);
        }
      }
      let searched = 0;
      let nearest: ((name: string) => string | undefined) | undefined;
      const similarTo = (name: string) => {
        if (searched++ >= searchedRows) return undefined;
        nearest ??= nearestOf(known.keys());
        return known.get(nearest(name) ?? '');
      };
      for (const row of ledger.rowsIn('create')) {
        const saved = ledger.read(row);
        const isNew = work.creates && saved.names.id === undefined && Object.keys(saved.base ?? {}).length === 0;
        const name = keyText(saved.fields[nameField]) ?? '';
        if (isNew) checkCreation(row, saved);
        else if (saved.names.id !== undefined) reject(row, [unknownId(saved.names.id)]);
        else reject(row, [notFound(endpoint, name, similarTo(name))]);
      }
    },
  };

  function reject(row: number, faults: readonly FieldFault[]): void {
    ledger.mark(row, 'rejected');
    ledger.attach(row, {
      faults: faults.map(({ field, ...fault }) => ({
        ...placeOf(work, row),
        ...(field !== undefined && locate(work, field)),
        ...fault,
      })),
    });
  }

  /** A column of ids from another system is one mistake, not one in each row. */
  function refuseForeignIds(): void {
    const column = work.mapping.mapped.find(({ target }) => target === 'id')?.column;
    const named = [...ledger.rowsIn('create')].find((row) => ledger.read(row).names.id !== undefined);
    if (column === undefined || named === undefined || found.size > 0) return;
    const { line, names } = ledger.read(named);
    throw new InvalidInputError(`no ${resource} of the event have the ids of the column "${column}"`, {
      details: [{ line, column, message: unknownId(names.id).message }],
      fix: `find the records by ${endpoint.key?.join(' and ')} instead: --map ${flagValue(`${column}=`)}`,
    });
  }

  function take(row: number, by: By, record: RecordData): void {
    const saved = ledger.read(row);
    const id = recordId(record, resource);
    const matchedBy = identifyingFields(by, endpoint);
    const wanted = withFeedback(saved, record, matchedBy);
    if ('faults' in wanted) {
      reject(row, wanted.faults);
      return;
    }
    // With a base, it is known that a name was divided otherwise.
    const fields = saved.base === undefined ? withoutSameName(wanted.fields, record) : wanted.fields;
    const { changes, fixed, conflicts } = compare(record, fields, { matchedBy, updatable, base: saved.base });
    if (fixed.length > 0) {
      reject(row, fixed.map(fixedFault));
      return;
    }
    const name = recordName(resource, record);
    ledger.mark(row, conflicts.length > 0 ? 'conflict' : changes.length > 0 ? 'update' : 'unchanged');
    const isUndo = work.undoes !== undefined;
    const faults = conflicts.map((conflict) => {
      const { field = '', ...fault } = conflictFault(conflict, { name, isUndo });
      return { ...placeOf(work, row), ...locate(work, field), ...fault };
    });
    ledger.attach(row, { ...updateNote(id, changes), by, name, ...(faults.length > 0 && { faults }) });
  }

  /** What is wrong with a status: the word is unknown, or no record has what the user says that it means. */
  function statusFaults(status: string | null | undefined): readonly FieldFault[] {
    if (status == null || !work.checksStatuses || recommendedStatuses.includes(status) || statuses.has(status))
      return [];
    const { statusOf } = work.rules;
    if (statusOf !== undefined && statusOf(status) === undefined) return [unknownStatus(status)];
    return work.allowsNewStatus ? [] : [newStatus(status)];
  }

  /** What all records have to be known for: whether a status is new, and whose title or address a row has. */
  function checkChanges(row: number, by: By, id: string): void {
    const { changes: { status, [nameField]: named } = {}, name } = noteOf(work, row);
    const isRenamed = by === 'id' && nameField === 'title' && foldKey(named ?? '') !== foldKey(name ?? '');
    const owner = isRenamed ? (known.get(foldKey(named ?? ''))?.id ?? id) : id;
    // As if one column of a spreadsheet had been sorted.
    if (owner !== id) reject(row, [otherName(nameField, name, owner)]);
    else if (statusFaults(status).length > 0) reject(row, statusFaults(status));
    else noteFeedback(row);
  }

  function checkCreation(row: number, saved: LedgerRow): void {
    const wanted = withFeedback(saved, newRecord(bodyOf(saved)), []);
    const faults = [
      ...missingFields(saved),
      ...statusFaults(saved.fields.status),
      ...('faults' in wanted ? wanted.faults : []),
    ];
    if (faults.length > 0) reject(row, faults);
    else noteFeedback(row);
  }

  /** The fields of a row, with feedback from the template. */
  function withFeedback(
    row: LedgerRow,
    record: RecordData,
    matchedBy: readonly string[],
  ): { readonly fields: FieldValues } | { readonly faults: readonly FieldFault[] } {
    const filled = work.feedbackFor?.(row, row.fields, record, matchedBy);
    withoutFeedback.delete(row.number);
    if (filled === undefined) return { fields: row.fields };
    if ('reason' in filled) {
      withoutFeedback.set(row.number, filled.reason);
      return { fields: row.fields };
    }
    if ('text' in filled) return { fields: { ...row.fields, feedback: filled.text } };
    return { faults: [emptyPlaceholders(filled.empty)] };
  }

  function noteFeedback(row: number): void {
    const reason = withoutFeedback.get(row);
    if (reason !== undefined) warn(work, { ...placeOf(work, row), ...reason, field: 'feedback' });
  }

  /** What a new record lacks. */
  function missingFields(row: LedgerRow): readonly FieldFault[] {
    if (endpoint.body === undefined) return [];
    const checked = validate(endpoint.body, creationOf(work, row), 'body');
    return checked.ok ? [] : checked.errors.map(missingField);
  }

  /** `sub_1 (Ada Lovelace, pending)` */
  function labelOf(record: RecordData): string {
    const { submitter_first_name: first, submitter_last_name: last, status, speaker_status } = record;
    const who =
      resource === 'speakers' ? recordName(resource, record) : fullName(keyText(first) ?? '', keyText(last) ?? '');
    const shown = [who, keyText(status) ?? keyText(speaker_status) ?? ''].filter(Boolean).join(', ');
    const id = recordId(record, resource) ?? '';
    return shown === '' ? id : `${id} (${shown})`;
  }
}

/** The most similar title is looked for in as many rows. */
const searchedRows = 20;
