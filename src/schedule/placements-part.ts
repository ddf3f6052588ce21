// The part of a run that places and moves sessions.
import type { Wanted } from '../changes/change.ts';
import { bodyOf, noteOf, type RowFault } from '../changes/change-set.ts';
import { createLedger, type LedgerRow } from '../changes/ledger.ts';
import type { OutcomeWords } from '../changes/outcomes.ts';
import type { Part, Scope } from '../changes/part.ts';
import type { Clock } from '../client/clock.ts';
import { recordId } from '../client/response.ts';
import { endpoints } from '../contract/index.ts';
import { keyOf, keysOf } from '../contract/key.ts';
import { PartlyDoneError, PlenaryError } from '../errors.ts';
import type { Journal } from '../runs/journal.ts';
import type { RowFile } from '../runs/row-file.ts';
import { type ComparedChange, checkFreshness, type Freshness, notInPlace, type ScheduleChange } from './changes.ts';
import type { SessionCreation } from './schedule-plan.ts';
import { type EventSubmission, fetchSubmissions } from './submissions.ts';

/** A session that was not placed, or whose outcome is unknown. */
export interface FailedChange {
  readonly change: ScheduleChange;
  readonly kind: 'refused' | 'lost' | 'unsent';
  readonly faults: readonly RowFault[];
}

export interface PlacementsPart extends Part {
  /** What is to be placed, beside the present placements. What an interrupted run has placed is done. */
  readonly fresh: Freshness;
  /** What was in place before the run. */
  unchanged(): readonly ScheduleChange[];
  /** Of the applied changes, those that the service shows in another place, or in none. */
  readonly unshown: readonly ComparedChange[];
  /** The changes of its rows, without those of submissions that do not exist yet. */
  changes(): readonly ScheduleChange[];
  /** The sessions of submissions that do not exist yet. */
  creations(): readonly SessionCreation[];
  /** What was placed or moved, by this process or an earlier one of the run. */
  placed(): readonly ScheduleChange[];
  /** Fills the rows. @param program by which they were planned */
  fill(planned: Planned, program: readonly EventSubmission[]): void;
  /** Those that were sent and are not in place. */
  failed(): readonly FailedChange[];
}

interface Planned {
  readonly changes: readonly ScheduleChange[];
  /** The sessions of submissions that earlier rows of the run create. */
  readonly creations?: readonly SessionCreation[] | undefined;
}

interface PlacementsOptions {
  readonly event: string;
  /** Of starts that the service shows without an offset. */
  readonly timeZone: string | undefined;
  readonly clock: Clock;
  /** The part that creates submissions. */
  readonly creating?: Part | undefined;
  /** The number of the last row of earlier parts; by default, those of `creating`. */
  readonly before?: number;
  /** The error for new submissions that the service does not list. */
  readonly notListed?: (count: number) => PlenaryError;
}

/** @param file of the run's rows */
export function placementsPart(file: RowFile, options: PlacementsOptions): PlacementsPart {
  const { creating, clock } = options;
  let set: Part['set'] = {
    ...{ resource: 'sessions', did: 'placed', update: endpoints.placeSession, event: options.event },
    ...{ ledger: createLedger(file, options.before), updateOnly: [] },
  };
  let fresh: Freshness = { toDo: [], done: [], stale: [] };
  let unshown: readonly ComparedChange[] = [];
  let known: readonly EventSubmission[] | undefined;

  return {
    get set() {
      return set;
    },
    get fresh() {
      return fresh;
    },
    get unshown() {
      return unshown;
    },
    ...{ words, hasBase: true, skipsExisting: false, saveIds: false, maxErrors: () => Number.POSITIVE_INFINITY },
    use(ledger) {
      set = { ...set, ledger };
    },
    fill({ changes, creations = [] }, program) {
      known = program;
      set = { ...set, ledger: createLedger(file, options.before ?? creating?.set.ledger.last) };
      for (const change of changes) set.ledger.add(wantedBy(change), 'create');
      for (const creation of creations) set.ledger.add(wantedAfter(creation), 'create');
    },
    changes: () => [...rows()].flatMap(changeOf),
    creations: () => [...rows()].flatMap(creationOf),
    unchanged: () => changesIn('unchanged'),
    placed: () => changesIn('updated'),
    async find(scope, journal) {
      const before = known;
      known = undefined;
      const isKnown = ({ submissionId }: ScheduleChange) => before?.some(({ id }) => id === submissionId) === true;
      const isWhole = journal === undefined && [...rows()].filter(isOfCreated).flatMap(changeOf).every(isKnown);
      const program = before !== undefined && isWhole ? before : await read(scope);
      if (journal === undefined) compare(program);
      else confirmSent(program, journal);
    },
    async prepare(scope) {
      await findCreated(scope);
      await checkExisting(scope);
    },
    confirm: findUnshown,
    failed: () => [...set.ledger.rowsIn('failed', 'doubt', 'update')].flatMap(failedChange),
  };

  function read({ client }: Scope): Promise<readonly EventSubmission[]> {
    return fetchSubmissions(client, options);
  }

  function* rows(): IterableIterator<LedgerRow> {
    const { ledger } = set;
    for (let row = ledger.last - ledger.size + 1; row <= ledger.last; row++) yield ledger.read(row);
  }

  function wantedAfter({ submission, title, line, column, sheet, to }: SessionCreation): Wanted {
    const key = keyOf(endpoints.createSubmission, submission) ?? '';
    const created = creating?.set.ledger.find('key', key);
    return { row: line, line, column, sheet, title, created, names: { key }, fields: { ...to }, base: nowhere };
  }

  /** Decides which rows are to be sent, are in place already, or were changed since. */
  function compare(program: readonly EventSubmission[]): void {
    const { ledger } = set;
    const isPlaced = ({ number }: LedgerRow) => ledger.state(number) === 'updated';
    const placed = [...rows()].filter(isPlaced).flatMap(changeOf);
    const open = [...rows()].filter((row) => !isPlaced(row));
    const changes = new Map(open.flatMap((row) => changeOf(row).map((change) => [change, row] as const)));
    const { toDo, done, stale } = checkFreshness([...changes.keys()], program);
    fresh = { toDo, done: [...placed, ...done], stale };
    for (const row of open) if (idOf(row) === undefined) plan(row);
    for (const change of toDo) plan(changes.get(change));
    for (const change of done) mark(changes.get(change), 'unchanged');
    for (const { change } of stale) mark(changes.get(change), 'conflict');
  }

  function plan(row: LedgerRow | undefined): void {
    if (row === undefined) return;
    mark(row, 'update');
    set.ledger.attach(row.number, { id: idOf(row), changes: row.fields, before: row.base });
  }

  function mark(row: LedgerRow | undefined, state: 'update' | 'unchanged' | 'conflict'): void {
    if (row !== undefined) set.ledger.mark(row.number, state);
  }

  /** Lost requests took effect if their sessions are in place. */
  function confirmSent(program: readonly EventSubmission[], journal: Pick<Journal, 'recordOutcome'>): void {
    const { ledger } = set;
    const lost = [...ledger.rowsIn('update', 'doubt')].flatMap((row) => {
      const { loss, id } = noteOf(set, row);
      return loss === undefined || id === undefined ? [] : [{ row, change: toChange(ledger.read(row), id) }];
    });
    const missing = new Set(
      notInPlace(
        lost.map(({ change }) => change),
        program,
      ).map(({ change }) => change),
    );
    for (const { row, change } of lost) {
      if (missing.has(change)) continue;
      ledger.mark(row, 'updated');
      journal.recordOutcome({ row, did: 'placed', id: change.submissionId });
    }
  }

  /** The ids of new submissions: the service has returned them, or lists them. */
  async function findCreated({ client }: Scope): Promise<void> {
    const { ledger } = set;
    const missing = new Map<string, number>();
    for (const row of ledger.rowsIn('update')) {
      if (noteOf(set, row).id !== undefined) continue;
      const { created, names } = ledger.read(row);
      const id = created === undefined || creating === undefined ? undefined : noteOf(creating.set, created).id;
      if (id === undefined) missing.set(names.key ?? '', row);
      else ledger.attach(row, { ...noteOf(set, row), id });
    }
    if (missing.size === 0) return;
    for await (const { records } of client.pages(endpoints.listSubmissions, { path: { event_id: options.event } })) {
      for (const record of records) {
        for (const key of keysOf(endpoints.createSubmission, record)) {
          const row = missing.get(key);
          if (row === undefined) continue;
          ledger.attach(row, { ...noteOf(set, row), id: recordId(record, 'submissions') });
          missing.delete(key);
        }
      }
    }
    if (missing.size > 0) throw options.notListed?.(missing.size);
  }

  /** Submissions that exist already may have been placed meanwhile. */
  async function checkExisting(scope: Scope): Promise<void> {
    const { ledger } = set;
    const isExisting = ({ created }: LedgerRow) =>
      created !== undefined && creating?.set.ledger.state(created) === 'skipped';
    const existing = [...ledger.rowsIn('update')].map((row) => ledger.read(row)).filter(isExisting);
    if (existing.length === 0) return;
    const changes = new Map(existing.flatMap((row) => changeOf(row).map((change) => [change, row] as const)));
    const { done, stale } = checkFreshness([...changes.keys()], await read(scope));
    fresh = { ...fresh, stale: [...fresh.stale, ...stale] };
    for (const change of done) mark(changes.get(change), 'unchanged');
    for (const { change } of stale) mark(changes.get(change), 'conflict');
  }

  /** The id of a row's submission; undefined if it does not exist yet. */
  function idOf({ number, names, created }: LedgerRow): string | undefined {
    const ofCreated = created === undefined || creating === undefined ? undefined : noteOf(creating.set, created).id;
    return names.id ?? ofCreated ?? noteOf(set, number).id;
  }

  function changeOf(row: LedgerRow): readonly ScheduleChange[] {
    const id = idOf(row);
    return id === undefined ? [] : [toChange(row, id)];
  }

  function changesIn(state: 'unchanged' | 'updated'): readonly ScheduleChange[] {
    return [...set.ledger.rowsIn(state)].flatMap((row) => changeOf(set.ledger.read(row)));
  }

  function creationOf(row: LedgerRow): readonly SessionCreation[] {
    if (idOf(row) !== undefined) return [];
    const { action: _, submissionId: __, from: ___, ...placed } = toChange(row, '');
    const submission =
      row.created === undefined ? {} : bodyOf(creating?.set.ledger.read(row.created) ?? { fields: {} });
    return [{ ...placed, action: 'create', submission }];
  }

  /** Reads the program twice, because a list may lag behind. */
  async function findUnshown(scope: Scope): Promise<void> {
    const placed = changesIn('updated');
    for (let look = 1; placed.length > 0 && look <= 2; look++) {
      if (look > 1) await clock.sleep(lagMs, scope.signal);
      const program = await read(scope).catch((error: unknown) => {
        if (error instanceof PlenaryError) return undefined;
        throw error;
      });
      unshown = program === undefined ? [] : notInPlace(placed, program);
      if (unshown.length === 0) return;
    }
  }

  function failedChange(row: number): readonly FailedChange[] {
    const { id, loss, faults = [] } = noteOf(set, row);
    const kind = set.ledger.state(row) === 'failed' ? 'refused' : loss === undefined ? 'unsent' : 'lost';
    return [{ change: toChange(set.ledger.read(row), id ?? ''), kind, faults }];
  }
}

const lagMs = 500;

const nowhere = { room: null, start: null };

function wantedBy({ submissionId: id, title, line, column, sheet, from, to }: ScheduleChange): Wanted {
  const base = from === null ? nowhere : { room: from.room, start: from.start };
  return { row: line, line, column, sheet, title, names: { id }, fields: { room: to.room, start: to.start }, base };
}

function isOfCreated({ created }: LedgerRow): boolean {
  return created !== undefined;
}

function toChange({ title = '', line, column, sheet, fields, base = nowhere }: LedgerRow, id: string): ScheduleChange {
  const from =
    typeof base.room === 'string' && typeof base.start === 'string' ? { room: base.room, start: base.start } : null;
  return {
    ...{ action: from === null ? 'place' : 'move', submissionId: id, title, line },
    ...(column !== undefined && { column }),
    ...(sheet !== undefined && { sheet }),
    ...{ from, to: { room: fields.room ?? '', start: fields.start ?? '' } },
  };
}

/** The service's reason, field by field if it names fields. */
const words: OutcomeWords = {
  refused: (row, { code, details, message }) =>
    details.length === 0
      ? [{ row, line: row, code, message }]
      : details.map(({ field, message }) => ({ row, line: row, code, message, ...(field !== undefined && { field }) })),
  doubtful: (row, _, { message }) => ({ row, line: row, code: 'outcome_unknown', message }),
  tooMany: (rows) => new PartlyDoneError(`stopped: ${rows} sessions were refused`),
};
