// Sums up a journal: how each row ended, and what its requests have changed or may have changed.
// Must not know what the rows are.
import { type FieldChanges, isEmpty, newValues, oldValues } from '../changes/change.ts';
import { actionOf } from '../changes/place.ts';
import {
  type JournalEntry,
  type RowOutcome,
  type RunPart,
  rowOutcomes,
  rowsOf,
  type SentChange,
} from './entry.ts';
import type { RunFolder } from './folder.ts';

/** What a journal has of a row. */
export interface RowHistory {
  readonly row: number;
  /**
   * How its last request ended; undefined if it was not sent, or `unknown` if it was and has no
   * outcome.
   */
  outcome?: RowOutcome['did'] | 'unknown' | undefined;
  /** The verb of its last request. */
  verb?: string;
  isCreated: boolean;
  /** Of the record. */
  id?: string | undefined;
  /** Recognizes the key of a created record. */
  key?: string | undefined;
  /** When the record was changed last, as the last response shows it. */
  updatedAt?: string | undefined;
  resource?: string;
  /**
   * What its requests have changed, or may have changed, with the values from before the first one:
   * a request that was lost may have taken effect even if a later one was refused.
   */
  fields: FieldChanges;
  /** What the responses until `updatedAt` have confirmed. */
  confirmed?: FieldChanges | undefined;
  /** What interim requests have changed, or may have changed, the last one at the end. */
  interims?: readonly FieldChanges[] | undefined;
}

/** A row while its journal is read. */
interface ReadRow extends RowHistory {
  /** What the next request changes, and what the last one does, while its outcome is unknown. */
  next?: SentChange | undefined;
  sent?: SentChange | undefined;
}

/** What a journal says. */
export interface History {
  /** By their numbers; those that the journal names. */
  readonly rows: ReadonlyMap<number, RowHistory>;
  /** The lines of the file that are damaged, or before which lines are missing. */
  readonly damagedLines: readonly number[];
  /** The last row that was certainly sent. */
  readonly lastSent: number;
  /** Whether further rows may have been sent, because lines after the last intent are damaged. */
  readonly isOpenEnded: boolean;
}

export const noHistory: History = {
  rows: new Map(),
  damagedLines: [],
  lastSent: 0,
  isOpenEnded: false,
};

/** @throws {JournalError} if the journal cannot be read, or its header is damaged */
export async function readHistory(folder: Pick<RunFolder, 'entries'>): Promise<History> {
  const rows = new Map<number, ReadRow>();
  const damagedLines: number[] = [];
  let lastSent = 0;
  let isOpenEnded = false;
  const rowAt = (number: number): ReadRow => {
    const row = rows.get(number) ?? { row: number, isCreated: false, fields: {} };
    rows.set(number, row);
    return row;
  };
  for await (const entry of folder.entries()) {
    if ('damagedLine' in entry) {
      damagedLines.push(entry.damagedLine);
      isOpenEnded = true;
    } else if ('change' in entry) {
      const row = rowAt(entry.change);
      saveDoubtful(row);
      row.next = { ...entry, row: entry.change };
    } else if ('sending' in entry) {
      isOpenEnded = false;
      for (const number of rowsOf(entry.sending)) {
        lastSent = Math.max(lastSent, number);
        const row = rowAt(number);
        row.outcome = 'unknown';
        row.verb = entry.verb;
        takeNext(row);
      }
    } else if ('unsent' in entry) {
      for (const number of rowsOf(entry.unsent)) {
        const row = rowAt(number);
        row.outcome = row.isCreated ? 'created' : undefined;
        row.sent = undefined;
      }
    } else if ('row' in entry) end(rowAt(entry.row), entry);
  }
  for (const row of rows.values()) saveDoubtful(row);
  return { rows, damagedLines, lastSent, isOpenEnded };
}

function takeNext(row: ReadRow): void {
  row.sent = row.next;
  row.next = undefined;
}

/**
 * Whether a row that a damaged journal does not name may have been sent: `surely` if later rows
 * were, because rows are sent in their order.
 */
export function mayBeSent(
  { rows, damagedLines, lastSent, isOpenEnded }: History,
  row: number,
): 'surely' | 'maybe' | undefined {
  if (damagedLines.length === 0 || rows.has(row)) return undefined;
  if (row < lastSent) return 'surely';
  return isOpenEnded ? 'maybe' : undefined;
}

/** A request without an outcome may have taken effect. */
function saveDoubtful(row: ReadRow): void {
  if (row.outcome === 'unknown') saveChange(row);
}

function saveChange(row: ReadRow, shown: Readonly<Record<string, unknown>> = {}): void {
  if (row.sent === undefined) return;
  const { resource, id, fields, isInterim } = row.sent;
  const written = Object.entries(asShown(row.sent, shown)).map(([field, value]) => {
    const first = row.fields[field];
    return [field, first === undefined ? value : { ...value, from: first.from }] as const;
  });
  if (isInterim) row.interims = [...(row.interims ?? []), fields];
  row.resource = resource;
  row.id = id;
  row.fields = { ...row.fields, ...Object.fromEntries(written) };
  row.sent = undefined;
}

/** What a request has written, with what the service has made of it. */
function asShown({ fields }: SentChange, shown: Readonly<Record<string, unknown>>): FieldChanges {
  const written = Object.entries(fields).map(([field, value]) =>
    field in shown ? [field, { ...value, shown: shown[field] }] : [field, value],
  );
  return Object.fromEntries(written);
}

function end(row: ReadRow, entry: Extract<JournalEntry, { readonly did: string }>): void {
  const { did, id, key, shown, updatedAt } = entry;
  const outcome = rowOutcomes.find((name) => name === did);
  if (outcome === undefined) return;
  row.id = id ?? row.id;
  // Its intent was in a damaged line.
  if (row.sent === undefined && outcome !== 'skipped') takeNext(row);
  const isInterim = row.sent?.isInterim === true;
  row.updatedAt = updatedAt ?? row.updatedAt;
  // The id of the record that was changed counts, whatever the response shows.
  if (outcome === 'updated' || outcome === 'placed') {
    if (updatedAt !== undefined && row.sent !== undefined)
      row.confirmed = { ...row.confirmed, ...asShown(row.sent, shown ?? {}) };
    saveChange(row, shown);
  }
  row.sent = undefined;
  // The row has not ended yet.
  row.outcome = isInterim && outcome !== 'failed' ? undefined : outcome;
  if (outcome !== 'created') return;
  row.isCreated = true;
  row.key = key;
}

/** The rows of a part, in their order. */
export function rowsOfPart({ rows }: History, { first, last }: RunPart): readonly RowHistory[] {
  return [...rows.values()]
    .filter(({ row }) => row >= first && row <= last)
    .sort((a, b) => a.row - b.row);
}

/** What a row has written, with its number in its part. */
export type WrittenRow = Pick<RowHistory, 'row' | 'id' | 'fields' | 'interims'>;

export interface RunEffects {
  /** What rows have changed; of a row whose outcome is unknown, what it may have changed. */
  readonly changed: readonly (WrittenRow & { readonly id: string })[];
  /** The records that were created; what an update has set in them is in `fields`. */
  readonly created: readonly WrittenRow[];
  /** The rows that have changed a record, and whose old values were not saved. */
  readonly unsaved: readonly Pick<WrittenRow, 'row' | 'id'>[];
}

/** What the rows of a part have written, in their order, counted from its first. */
export function effectsOf(history: History, part: RunPart): RunEffects {
  const changed: RunEffects['changed'][number][] = [];
  const created: WrittenRow[] = [];
  const unsaved: RunEffects['unsaved'][number][] = [];
  for (const rowHistory of rowsOfPart(history, part)) {
    const { isCreated, outcome, resource, id, fields, interims } = rowHistory;
    const row = rowHistory.row - part.first + 1;
    if (isCreated) created.push({ row, id, fields });
    else if (resource !== undefined && id !== undefined)
      changed.push({ row, id, fields, interims });
    else if (outcome === 'updated' || outcome === 'placed') unsaved.push({ row, id });
  }
  return { changed, created, unsaved };
}

/** The number of rows by their last outcome; placements by what they were, as a report has them. */
export function tally({ rows }: History): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {
    created: 0,
    updated: 0,
    placed: 0,
    moved: 0,
    unplaced: 0,
    skipped: 0,
    failed: 0,
    unknown: 0,
  };
  for (const { outcome, fields } of rows.values()) {
    const name = outcome === 'placed' ? placementOf(fields) : outcome;
    if (name !== undefined) counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** A row without fields, because a line of the journal is damaged, counts as placed. */
function placementOf(changes: FieldChanges): 'placed' | 'moved' | 'unplaced' {
  if (isEmpty(changes)) return 'placed';
  const action = actionOf({ fields: newValues(changes), base: oldValues(changes) });
  return placements[action];
}

const placements = { place: 'placed', move: 'moved', unplace: 'unplaced' } as const;
