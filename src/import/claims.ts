// Decides which row is for which record, if rows name their records by id, key or title. Must not know requests.

import { type By, type FieldValues, identifyingFields, textsOf, ways } from '../changes/change.ts';
import {
  bodyOf,
  creationOf,
  noteOf,
  type Rival,
  type RowFault,
  type RowNote,
  updateNote,
} from '../changes/change-set.ts';
import type { LedgerRow } from '../changes/ledger.ts';
import type { RecordData } from '../client/client.ts';
import { recordId } from '../client/response.ts';
import { quoteCell } from '../columns/quote.ts';
import { recordName } from '../columns/record-name.ts';
import { foldKey } from '../contract/key.ts';
import { validate } from '../contract/validation-error.ts';
import {
  ambiguous,
  conflictFault,
  duplicate,
  emptyPlaceholders,
  type FieldFault,
  fixedFault,
  missingField,
  notFound,
  otherName,
  reasonWithoutTemplate,
} from './claim-faults.ts';
import { compare, withoutSameName } from './compare.ts';
import { isSubmittedBy, meantOf, rivalOf } from './rivals.ts';
import { foldSameRecord } from './same-record.ts';
import { createSimilarRecords } from './similar-records.ts';
import { locate as columnOf, newRecord, placeOf, type Work, warn } from './work.ts';

/** A row that names a record. */
export interface Claim {
  readonly row: number;
  readonly by: By;
}

/** The rows that name a record, the most certain first. */
export function claimsOn(record: RecordData, { ledger, endpoint }: Work): readonly Claim[] {
  const claims: Claim[] = [];
  const isNamedBy = (row: number) => isSubmittedBy(record, ledger.read(row).people ?? []);
  for (const by of ways) {
    if (!ledger.has(by)) continue;
    for (const text of textsOf(by, endpoint, record)) {
      const rows = by === 'title' ? [...ledger.findAll(by, text)] : [];
      const row = rows.find(isNamedBy) ?? ledger.find(by, text);
      if (row !== undefined && claims.every((claim) => claim.row !== row)) claims.push({ row, by });
    }
  }
  return claims;
}

export interface Claims {
  /** Gives a record to a row, unless the row has a more certain one. */
  claim(claim: Claim, record: RecordData): void;
  /** Remembers a record, for the rows that find none. @param claims of all rows that name it */
  note(record: RecordData, claims: readonly Claim[]): void;
  /** After the last record: rows that found none are to be created, or rejected. */
  resolve(): void;
}

export function createClaims(work: Work): Claims {
  const { ledger, endpoint, creates, updatable } = work;
  const rankOf = (by: By) => ways.indexOf(by);
  /** What a row without a record may mean: a record that no row names, or, instead of a new record, any one. */
  const similar = createSimilarRecords();
  /** By row, the row that names the same record more certainly, and the id of that record. */
  const taken = new Map<number, { readonly row: number; readonly id: string }>();
  /** By row, the id of the record that has its key or its title. */
  const named = new Map<number, string>();
  /** By row that has a title only, a record of that title that another row has. */
  const contested = new Map<number, Rival>();
  /** By row, why it does not get the feedback of the template. */
  const withoutTemplate = new Map<number, { readonly code: string; readonly message: string }>();
  /** Rows that change the title of the record with their id. */
  const renamed: number[] = [];

  function reject(row: number, faults: readonly FieldFault[], note: RowNote = {}): void {
    ledger.mark(row, 'rejected');
    ledger.attach(row, { ...note, faults: faults.map((fault) => locate(row, fault)) });
  }

  function locate(row: number, { field, ...fault }: FieldFault): RowFault {
    return { ...placeOf(work, row), ...(field !== undefined && columnOf(work, field)), ...fault };
  }

  return {
    claim({ row, by: way }, record) {
      const { by, id: before, rivals = [] } = noteOf(work, row);
      const state = ledger.state(row);
      // A row that was rejected when it was read has no record.
      if (by === undefined && state !== 'create' && state !== 'contested') return;
      const id = recordId(record, endpoint.resource);
      if (by !== undefined && (rankOf(by) < rankOf(way) || id === before)) return;
      const rival = rivalAmong(row, record);
      const all = by === way ? [...rivals, rival] : [rival];
      const meant = meantOf(all);
      if (meant === undefined) reject(row, [ambiguous(endpoint, way, all)], { by: way, rivals: all });
      else if (meant === rival) take(row, way, record, all);
      else ledger.attach(row, { ...noteOf(work, row), rivals: all });
    },

    note(record, claims) {
      const [first, ...others] = claims;
      const id = recordId(record, endpoint.resource) ?? '';
      if (ledger.has('id')) for (const row of rowsNamed(record)) named.set(row, id);
      for (const { row, by } of claims) {
        // Another row has this record; the title alone then does not say which one is meant.
        if (by === 'title' && row !== first?.row) contested.set(row, rivalAmong(row, record));
      }
      if (creates ? work.warnsOfSimilar : first === undefined) {
        similar.add(id, nameOf(record), recordName(endpoint.resource, record));
      }
      if (first !== undefined) for (const { row } of others) taken.set(row, { row: first.row, id });
    },

    resolve() {
      for (const [row, id] of named) rejectOtherName(row, id);
      for (const [row, rival] of contested) rejectContested(row, rival);
      for (const row of ledger.rowsIn('create')) {
        const saved = ledger.read(row);
        const name = nameOf(saved.fields);
        const { id } = saved.names;
        const other = taken.get(row);
        if (other !== undefined) {
          if (!isFolded(row, other)) reject(row, [duplicate(ledger.read(other.row).line)]);
        } else if (!creates || wasSeen(saved) || id !== undefined) {
          reject(row, [notFound(endpoint, name || (id ?? ''), similar.to(name))]);
        } else {
          const given = fieldsFor(saved, newRecord(bodyOf(saved)));
          const faults = [...missingFields(saved), ...('faults' in given ? given.faults : [])];
          if (faults.length > 0) reject(row, faults);
          else {
            if ('wanted' in given && given.wanted !== saved.fields) ledger.rewrite({ ...saved, fields: given.wanted });
            warnSimilar(row, name);
          }
        }
      }
      warnWithoutTemplate();
      noteRenamed();
    },
  };

  /** Whether a row without a record of its own is done with: it repeats that of its record, or contradicts it. */
  function isFolded(row: number, { row: first, id }: { readonly row: number; readonly id: string }): boolean {
    // The other row may have turned out to be for another record.
    return noteOf(work, first).id === id && foldSameRecord(ledger.read(first), ledger.read(row), work);
  }

  function warnWithoutTemplate(): void {
    for (const [row, reason] of withoutTemplate) {
      if (ledger.state(row) !== 'rejected') warn(work, { ...placeOf(work, row), field: 'feedback', ...reason });
    }
  }

  /** A sheet with decisions may have an older title, or a misspelled one. */
  function noteRenamed(): void {
    for (const row of renamed) {
      const { changes = {}, before = {} } = noteOf(work, row);
      if (ledger.state(row) !== 'update' || changes.title == null) continue;
      const message = `the title ${quoteCell(nameOf(before))} becomes ${quoteCell(changes.title)}; leave the column out to keep it`;
      warn(work, locate(row, { field: 'title', code: 'renamed', message }));
    }
  }

  /** A title that differs from that of a submission in a few letters may be a mistake, and no record can be deleted. */
  function warnSimilar(row: number, title: string): void {
    const [other] = work.warnsOfSimilar ? similar.misspelled(title) : [];
    if (other === undefined) return;
    const message = `${quoteCell(title)} is created, although it differs in a few letters from ${quoteCell(other.name)} (${other.id})`;
    warn(work, locate(row, { field: 'title', code: 'similar_title', message }));
  }

  /** The id is that of one record, and the title or the address that of another, as if one column of a spreadsheet had been sorted. */
  function rejectOtherName(row: number, otherId: string): void {
    const { by, id, name, changes = {} } = noteOf(work, row);
    const field = endpoint.key?.find((each) => changes[each] !== undefined);
    if (by !== 'id' || id === otherId || field === undefined) return;
    // Two submissions have this title, and the id decides.
    if (field === 'title' && foldKey(changes.title ?? '') === foldKey(name ?? '')) return;
    reject(row, [otherName(field, name, otherId)], { by });
  }

  function rejectContested(row: number, rival: Rival): void {
    const { by, rivals = [] } = noteOf(work, row);
    const all = rivals.some(({ id }) => id === rival.id) ? rivals : [...rivals, rival];
    if (by === 'title' && meantOf(all) === undefined) reject(row, [ambiguous(endpoint, by, all)], { by, rivals: all });
  }

  function rivalAmong(row: number, record: RecordData): Rival {
    return rivalOf(record, endpoint.resource, ledger.read(row).people ?? []);
  }

  /** The rows that have the key or the title of a record beside an id. With a filled column, all rows may have one title. */
  function* rowsNamed(record: RecordData): IterableIterator<number> {
    for (const by of ways) {
      if (by === 'id' || !ledger.has(by)) continue;
      for (const text of textsOf(by, endpoint, record)) yield* ledger.findAll(by, text);
    }
  }

  /** Whether the record of a row existed before: it is not created again. */
  function wasSeen({ base = {} }: LedgerRow): boolean {
    return Object.keys(base).length > 0;
  }

  function take(row: number, by: By, record: RecordData, rivals: readonly Rival[]): void {
    const saved = ledger.read(row);
    const id = recordId(record, endpoint.resource);
    const matchedBy = identifyingFields(by, endpoint);
    const given = fieldsFor(saved, record, matchedBy);
    if ('faults' in given) {
      reject(row, given.faults, { id, by, rivals });
      return;
    }
    const terms = { matchedBy, updatable, base: saved.base };
    // With a base, it is known that a name was divided otherwise.
    const wanted = terms.base === undefined ? withoutSameName(given.wanted, record) : given.wanted;
    const { changes, fixed, conflicts } = compare(record, wanted, terms);
    if (fixed.length > 0) {
      reject(row, fixed.map(fixedFault), { id, by, rivals });
      return;
    }
    if (work.warnsOfSimilar && changes.some(({ field }) => field === 'title')) renamed.push(row);
    const name = recordName(endpoint.resource, record);
    ledger.mark(row, conflicts.length > 0 ? 'conflict' : changes.length > 0 ? 'update' : 'unchanged');
    const isUndo = work.undoes !== undefined;
    const faults = conflicts.map((conflict) => locate(row, conflictFault(conflict, { name, isUndo })));
    ledger.attach(row, {
      ...updateNote(id, changes),
      ...{ by, name, rivals },
      ...('status' in given.wanted && { track: record.track_id }),
      ...(faults.length > 0 && { faults }),
    });
  }

  /** The fields of a row, with feedback from the template. */
  function fieldsFor(
    row: LedgerRow,
    record: RecordData,
    matchedBy: readonly string[] = [],
  ): { readonly wanted: FieldValues } | { readonly faults: readonly FieldFault[] } {
    const { number, fields: wanted } = row;
    const filled = work.feedbackFor?.(row, wanted, record, matchedBy);
    const reason = reasonWithoutTemplate(filled);
    if (reason === undefined) withoutTemplate.delete(number);
    else withoutTemplate.set(number, reason);
    if (filled === undefined || 'noPart' in filled || 'own' in filled) return { wanted };
    if ('text' in filled) return { wanted: { ...wanted, feedback: filled.text } };
    return { faults: [emptyPlaceholders(filled.empty)] };
  }

  /** What a new record lacks. */
  function missingFields(row: LedgerRow): readonly FieldFault[] {
    if (endpoint.body === undefined) return [];
    const checked = validate(endpoint.body, creationOf(work, row), 'body');
    if (checked.ok) return [];
    return checked.errors.map(missingField);
  }

  /** The field by which people look for a record. */
  function nameOf(fields: Readonly<Record<string, unknown>>): string {
    return String(fields[endpoint.key?.[0] ?? ''] ?? '');
  }
}
