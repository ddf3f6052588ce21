// Owns what the rows of an interrupted run want when it is resumed, and in which states they are.
// Pure.
import { type FieldChanges, fieldChanges, newValues, oldValues } from '../changes/change.ts';
import { linesText, plural } from '../contract/amount.ts';
import { partsOf } from './entry.ts';
import { type History, mayBeSent, type RowHistory } from './history.ts';
import type { Part } from './part.ts';
import { type Doubt, putInDoubt, type RunRow, turn } from './row.ts';
import type { LoadedRun } from './unfinished.ts';

/** The rows of a part that a run has saved. */
export function savedRowsOf(part: Part, { header, rows }: LoadedRun): readonly RunRow[] {
  const saved = partsOf(header).find(({ resource }) => resource === part.resource);
  if (saved === undefined) return [];
  return rows
    .filter(({ number }) => number >= saved.first && number <= saved.last)
    .map((row) => asPlanned(row, part.hasBase));
}

/**
 * A saved row as it is sent: it finds its record by the id or the key of that record alone, and
 * changes what was planned.
 * @param hasBase whether another value than the planned one is a conflict
 */
export function asPlanned(row: RunRow, hasBase: boolean): RunRow {
  if (row.state !== 'update') return row;
  const { title: _, ...names } = row.names;
  const { by, id, changes } = row.note;
  // A row that was found by its key is found by it again.
  const planned = { ...row, names, state: 'create', note: {} } as const;
  if (by === undefined || id === undefined || changes === undefined) return planned;
  const base = hasBase ? oldValues(changes) : undefined;
  return { ...planned, names: { id }, fields: newValues(changes), base };
}

/**
 * Sets the states of rows from a journal. A creation with an intent but no outcome is unknown; if
 * lines are damaged, so is one that the journal does not name but may have had, and neither is sent
 * again. Refused rows are sent again, and so are updates, which may be repeated.
 * @returns the rows whose update has no outcome: it may have taken effect
 */
export function replay(
  history: History,
  { rows, endpoint, update, removal }: Pick<Part, 'rows' | 'endpoint' | 'update' | 'removal'>,
): readonly RunRow[] {
  const updates: RunRow[] = [];
  for (const row of rows.in('create')) {
    const rowHistory = history.rows.get(row.number);
    const { outcome, verb, isCreated, id, interims = [] } = rowHistory ?? {};
    const [last, ...earlier] = interims.map(newValues).toReversed();
    if (last !== undefined) row.note = { interim: { fields: last, isDone: false, earlier } };
    if (outcome === 'unknown' && [update.verb, removal?.verb].includes(verb)) {
      // What somebody else has changed since is a conflict, as if the run had not been interrupted.
      row.base = { ...oldValues(rowHistory?.fields ?? {}), ...row.base };
      updates.push(row);
    }
    if (isCreated) turn(row, 'created', { id, changes: completed(rowHistory) });
    else if (outcome === 'updated' || outcome === 'placed') turn(row, 'updated', { id });
    else if (outcome === 'skipped') turn(row, 'skipped', { id });
    else if (outcome === 'unknown' && verb === endpoint?.verb) {
      putInDoubt(row, doubtOf(row, history));
    } else if (endpoint !== undefined && row.names.id === undefined) {
      const wasSent = mayBeSent(history, row.number);
      if (wasSent !== undefined) putInDoubt(row, wasSent === 'surely' ? doubtOf(row, history) : {});
    }
  }
  return updates;
}

/** The fields that an update has set in a new record; undefined if it is still to be sent. */
function completed(rowHistory: RowHistory | undefined): FieldChanges | undefined {
  if (rowHistory?.outcome !== 'updated') return undefined;
  return fieldChanges(newValues(rowHistory.fields));
}

/** A creation is not sent again if a damaged line may have had its outcome. */
function doubtOf({ row, line }: RunRow, { damagedLines }: History): Doubt {
  if (damagedLines.length === 0) return {};
  const message =
    `it is unknown whether the record was created: ${linesText(damagedLines)} of the journal of ` +
    `this run ${plural(damagedLines.length, 'is', 'are')} damaged`;
  const fault = { row, line, code: 'outcome_unknown', message };
  return { faults: [fault], otherwise: 'unknown', isReported: true };
}
