// Resumes an interrupted run: what it was to do is read again as it was decided, and the states of its rows from its journal.
import { JournalError } from '../errors.ts';
import { type JournalEntry, type RunHeader, rowsOf } from '../runs/entry.ts';
import type { ChangeSet, RowNote } from './change-set.ts';
import { type RowState, readLedger } from './ledger.ts';

/** A part of a run whose ledger has no rows yet. */
interface LoadedPart extends Pick<ChangeSet, 'ledger'> {
  /** Whether another value than the planned one is a conflict. */
  readonly hasBase: boolean;
  /** The number of its last row. */
  readonly last: number;
}

/** Why the saved rows of a run cannot be used; undefined if they can. */
export async function damageIn(path: string, { file, rows }: RunHeader): Promise<JournalError | undefined> {
  const states = new Map<number, RowState>();
  try {
    for await (const saved of readLedger(path))
      states.set(saved.kind === 'row' ? saved.row.number : saved.of, saved.state);
  } catch (cause) {
    if (cause instanceof JournalError) return damagedRows(cause.message, cause);
    throw cause;
  }
  const found = [...states.values()].filter((state) => state !== 'left-out').length;
  return found === rows ? undefined : damagedRows(`the saved rows of ${file} are incomplete: ${found} of ${rows}`);
}

function damagedRows(message: string, cause?: JournalError): JournalError {
  return new JournalError(message, {
    cause,
    fix: 'run the original command again: it begins anew and looks up what exists',
  });
}

/**
 * Fills the ledgers of a run's parts with what it was to do. Who is meant was decided when it began: a row finds its record
 * by the id or the key of that record alone, and changes what was planned.
 * @throws {JournalError} if a row is damaged
 */
export async function loadRows(path: string, parts: readonly LoadedPart[]): Promise<void> {
  for await (const saved of readLedger(path)) {
    const number = saved.kind === 'row' ? saved.row.number : saved.of;
    const part = parts.find(({ last }) => number <= last);
    if (part === undefined) continue;
    const { ledger, hasBase } = part;
    if (saved.kind === 'row') {
      const { title: _, ...names } = saved.row.names;
      const row = { ...saved.row, names };
      if (number > ledger.last) ledger.add(row, saved.state);
      else {
        ledger.rewrite(row);
        ledger.mark(number, saved.state);
      }
      continue;
    }
    const { state } = saved;
    const note = saved.note as RowNote;
    const { by, id, changes: fields, before } = note;
    if (state !== 'update') {
      ledger.mark(number, state);
      ledger.attach(number, note);
    } else if (by !== undefined && id !== undefined && fields !== undefined) {
      // A row that was found by its key is found by it again.
      ledger.rewrite({ ...ledger.read(number), names: { id }, fields, base: hasBase ? before : undefined });
    }
  }
}

/**
 * Sets the rows' states from a journal. A row with an outcome gets the state of that outcome, and a creation with an
 * intent but no outcome is in doubt. Refused rows are sent again, and so are updates, which may be repeated.
 * @param entries of one part
 * @returns the rows whose update has no outcome: it may have taken effect
 */
export async function replay(
  entries: AsyncIterable<JournalEntry>,
  { ledger, endpoint, update }: Pick<ChangeSet, 'ledger' | 'endpoint' | 'update'>,
): Promise<ReadonlySet<number>> {
  const updates = new Set<number>();
  for await (const entry of entries) {
    if ('sending' in entry) {
      for (const row of rowsOf(entry.sending)) {
        if (entry.verb === update.verb) updates.add(row);
        else if (entry.verb === endpoint?.verb && ledger.state(row) === 'create') ledger.mark(row, 'doubt');
      }
    } else if ('unsent' in entry) {
      for (const row of rowsOf(entry.unsent)) {
        updates.delete(row);
        if (ledger.state(row) === 'doubt') ledger.mark(row, 'create');
      }
    } else if ('row' in entry && ['create', 'doubt'].includes(ledger.state(entry.row))) {
      const { row, did, id } = entry;
      updates.delete(row);
      if (did === 'failed') ledger.mark(row, 'create');
      else if (did === 'created' || did === 'updated' || did === 'placed' || did === 'skipped') {
        ledger.mark(row, did === 'placed' ? 'updated' : did);
        ledger.attach(row, { id });
      }
    }
  }
  return updates;
}
