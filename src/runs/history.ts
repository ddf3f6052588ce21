// Sums up a journal: how each row ended, and what its requests have changed or may have changed.
// Must not know what the rows are.
import { type FieldChanges, isEmpty, newValues, oldValues } from '../changes/change.ts';
import { actionOf } from '../changes/place.ts';
import { type JournalEntry, type RunPart, rowsOf, type SentChange } from './entry.ts';
import type { RunFolder } from './folder.ts';

/** What a journal has of a row. */
export interface RowHistory {
  readonly row: number;
  /**
   * How its last request ended; undefined if it was not sent, or `unknown` if it was and has no
   * outcome.
   */
  outcome?: 'created' | 'updated' | 'placed' | 'skipped' | 'failed' | 'unknown' | undefined;
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
  const rows = new Map<number, RowHistory>();
  const damagedLines: number[] = [];
  let lastSent = 0;
  let isOpenEnded = false;
  const historyOf = (row: number): RowHistory => {
    const history = rows.get(row) ?? { row, isCreated: false, fields: {} };
    rows.set(row, history);
    return history;
  };
  for await (const entry of folder.entries()) {
    if ('damagedLine' in entry) {
      damagedLines.push(entry.damagedLine);
      isOpenEnded = true;
    } else if ('change' in entry) {
      const history = historyOf(entry.change);
      saveDoubtful(history);
      history.next = { ...entry, row: entry.change };
    } else if ('sending' in entry) {
      isOpenEnded = false;
      for (const row of rowsOf(entry.sending)) {
        lastSent = Math.max(lastSent, row);
        const history = historyOf(row);
        Object.assign(history, {
          outcome: 'unknown',
          verb: entry.verb,
          sent: history.next,
          next: undefined,
        });
      }
    } else if ('unsent' in entry) {
      for (const row of rowsOf(entry.unsent)) {
        const history = historyOf(row);
        history.outcome = history.isCreated ? 'created' : undefined;
        history.sent = undefined;
      }
    } else if ('row' in entry) end(historyOf(entry.row), entry);
  }
  for (const history of rows.values()) saveDoubtful(history);
  return { rows, damagedLines, lastSent, isOpenEnded };
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
function saveDoubtful(history: RowHistory): void {
  if (history.outcome === 'unknown') saveChange(history);
}

function saveChange(history: RowHistory, shown: Readonly<Record<string, unknown>> = {}): void {
  if (history.sent === undefined) return;
  const { resource, id, isInterim } = history.sent;
  const written = Object.entries(asShown(history.sent, shown)).map(([field, value]) => {
    const first = history.fields[field];
    return [field, first === undefined ? value : { ...value, from: first.from }] as const;
  });
  if (isInterim) history.interims = [...(history.interims ?? []), history.sent.fields];
  const fields = { ...history.fields, ...Object.fromEntries(written) };
  Object.assign(history, { resource, id, fields, sent: undefined });
}

/** What a request has written, with what the service has made of it. */
function asShown({ fields }: SentChange, shown: Readonly<Record<string, unknown>>): FieldChanges {
  const written = Object.entries(fields).map(([field, value]) =>
    field in shown ? [field, { ...value, shown: shown[field] }] : [field, value],
  );
  return Object.fromEntries(written);
}

function end(history: RowHistory, entry: Extract<JournalEntry, { readonly did: string }>): void {
  const { did, id, key, shown, updatedAt } = entry;
  const outcome = outcomes.find((known) => known === did);
  if (outcome === undefined) return;
  history.id = id ?? history.id;
  // Its intent was in a damaged line.
  if (history.sent === undefined && outcome !== 'skipped') {
    Object.assign(history, { sent: history.next, next: undefined });
  }
  const isInterim = history.sent?.isInterim === true;
  history.updatedAt = updatedAt ?? history.updatedAt;
  // The id of the record that was changed counts, whatever the response shows.
  if (outcome === 'updated' || outcome === 'placed') {
    if (updatedAt !== undefined && history.sent !== undefined)
      history.confirmed = { ...history.confirmed, ...asShown(history.sent, shown ?? {}) };
    saveChange(history, shown);
  }
  history.sent = undefined;
  // The row has not ended yet.
  history.outcome = isInterim && outcome !== 'failed' ? undefined : outcome;
  if (outcome === 'created') Object.assign(history, { isCreated: true, key });
}

const outcomes = ['created', 'updated', 'placed', 'skipped', 'failed'] as const;

/** The rows of a part, in their order. */
export function historyOf({ rows }: History, { first, last }: RunPart): readonly RowHistory[] {
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
  for (const known of historyOf(history, part)) {
    const { isCreated, outcome, resource, id, fields, interims } = known;
    const row = known.row - part.first + 1;
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
