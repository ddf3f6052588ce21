// Owns the plan of a bulk command: what its run has found, as every dry run and every `plan` show
// it. Must not print.

import { basename } from 'node:path';
import { filePlaceOf } from '../../changes/file-place.ts';
import { countActions } from '../../changes/place.ts';
import { listFaults } from '../../columns/fault-list.ts';
import type { Mapping } from '../../columns/mapping.ts';
import { type FileResource, fileResources } from '../../contract/endpoint.ts';
import type { InputFault } from '../../errors.ts';
import { warningsOf } from '../../import/batch.ts';
import type { EventRun } from '../../plans/event-run.ts';
import type { PlanCounts, PlannedChange } from '../../plans/plan-document.ts';
import { plannedChanges } from '../../plans/planned-changes.ts';
import type { ChangesHeader } from '../../plans/run-header.ts';
import { statusClashes } from '../../plans/status-clashes.ts';
import { fileRowsIn, rowsIn } from '../../runs/part.ts';
import type { Refusal } from '../../runs/refusal.ts';
import type { RunRow } from '../../runs/row.ts';
import { faultsIn, type Rows } from '../../runs/rows.ts';
import type { ClashReport } from '../../schedule/clashes/clash-report.ts';
import type { Counted } from '../../schedule/clashes/overlaps.ts';
import { unknownCodes } from '../../schedule/match/unknown-rows.ts';
import type { Warning } from '../../schedule/warning.ts';
import type { CommandName } from './command-name.ts';

/** What a plan is about. */
export interface PlanSubject {
  readonly command: CommandName;
  readonly event: string;
  readonly baseUrl: string;
  /** As messages call them; those of a saved plan are relative to it. */
  readonly files: Readonly<ChangesHeader['options']['files']>;
  /** Of a program. */
  readonly folder?: string | undefined;
  /** The run that is undone. */
  readonly undoes?: string | undefined;
  /** Of the times in clashes of statuses; UTC if undefined. */
  readonly timeZone?: string | undefined;
  /** How the columns of a schedule file are read. */
  readonly mapping?: Mapping | undefined;
  /** How new talks of a schedule are created, if not from a list. */
  readonly creation?: string | undefined;
  /** Commands to run next, and what else is doubtful. */
  readonly next?: ((run: EventRun) => readonly string[]) | undefined;
  readonly warnings?: readonly InputFault[] | undefined;
  /** What only the files of a folder have to say: values that have changed on both sides. */
  readonly conflicts?: readonly InputFault[] | undefined;
  /** How to decide them; undefined if planning again decides it. */
  readonly resolution?: Pick<Refusal, 'fixes' | 'next'> | undefined;
}

export interface Plan {
  readonly subject: PlanSubject;
  /** As far as it is planned. */
  readonly run: EventRun;
  /** The changes of each kind of records. */
  readonly parts: readonly {
    readonly kind: FileResource;
    /** The name of its file in messages. */
    readonly label: string;
    readonly counts: PlanCounts;
    /** Fewer than are counted if rows of the file name several people. */
    readonly fileRows: number;
  }[];
  readonly counts: PlanCounts;
  readonly rejects: readonly InputFault[];
  readonly warnings: readonly InputFault[];
  readonly clashes: readonly ClashReport[];
  /** Those of them that are about statuses. */
  readonly statusClashes: Counted<ClashReport>;
  readonly mapping: Mapping | undefined;
  readonly next: readonly string[];
  /** Read one at a time, because there may be a hundred thousand. */
  changes(): IterableIterator<PlannedChange>;
}

export function planOf(run: EventRun, subject: PlanSubject): Plan {
  const schedule = run.sessions?.schedule;
  const refused = statusClashesIn(run, subject);
  const parts = fileResources.flatMap((kind): Plan['parts'] => {
    const part = run[kind];
    if (part === undefined) return [];
    const file = subject.undoes === undefined ? subject.files[kind] : undefined;
    const label = file === undefined ? kind : basename(file);
    const counts = kind === 'sessions' ? countSessions(run) : countRecords(run[kind]);
    const clashes = kind === 'submissions' ? refused.count : counts.clashes;
    const fileRows = kind === 'sessions' ? counts.rows : fileRowsIn(part);
    return [{ kind, label, counts: { ...counts, clashes }, fileRows }];
  });
  const records = recordKinds.flatMap((kind) => {
    const part = run[kind];
    return part === undefined ? [] : [{ kind, part }];
  });
  const mapped = records.find(({ part }) => part.mapping.mapped.length > 0);
  return {
    subject,
    run,
    parts,
    rejects: listFaults(rejectsOf(run, subject)).listed,
    counts: sumCounts(
      parts.map(({ counts }) => counts),
      noCounts,
    ),
    clashes: [...(schedule?.clashes ?? []), ...refused.listed],
    statusClashes: refused,
    warnings: [
      ...(subject.warnings ?? []),
      ...records.flatMap(({ kind, part }) => inFile(warningsOf(part), subject, kind)),
      ...scheduleFaults(schedule?.warnings, schedule?.file),
    ],
    mapping: mapped === undefined ? subject.mapping : mapped.part.mapping,
    next: subject.next?.(run) ?? [],
    changes: () => plannedChanges(run, subject.files),
  };
}

const recordKinds = ['speakers', 'submissions'] as const;

/** What cannot be applied, and why. */
function* rejectsOf(run: EventRun, subject: PlanSubject): IterableIterator<InputFault> {
  const { conflicts = [] } = subject;
  yield* conflicts;
  // A conflict of the files is one of the records as well.
  const states =
    conflicts.length > 0 ? (['rejected'] as const) : (['rejected', 'conflict'] as const);
  for (const kind of fileResources) {
    const part = run[kind];
    if (part !== undefined) yield* inFile(faultsIn(part.rows, ...states), subject, kind);
  }
}

/** Faults in rows of a kind, with the file that messages name. */
export function inFile(
  faults: Iterable<InputFault>,
  { files }: PlanSubject,
  kind: FileResource,
): readonly InputFault[] {
  const file = files[kind];
  return Array.from(faults, (fault) => (file === undefined ? fault : { file, ...fault }));
}

/** A run that is resumed was checked when it began. */
function statusClashesIn(
  { submissions, sessions, isResumed }: EventRun,
  { undoes, timeZone = 'UTC' }: PlanSubject,
): Counted<ClashReport> {
  if (submissions === undefined || isResumed) return { count: 0, listed: [] };
  // Only an undo sends placements before statuses.
  const isMoved = sessions !== undefined && undoes !== undefined;
  const moved = isMoved ? sessions.rows.in('update', 'unknown') : [];
  return statusClashes(submissions, { moved, timeZone });
}

/** The unmatched rows of a schedule, or its warnings. */
export function scheduleFaults(
  faults: readonly Pick<Warning, 'line' | 'column' | 'sheet' | 'code' | 'message'>[] = [],
  file: string | undefined,
): readonly InputFault[] {
  return faults.map(({ line, code, message, ...rest }) => ({
    ...(file !== undefined && { file }),
    ...(line !== undefined && filePlaceOf({ ...rest, line })),
    code,
    message,
  }));
}

const noCounts: PlanCounts = {
  rows: 0,
  create: 0,
  update: 0,
  place: 0,
  move: 0,
  unplace: 0,
  unchanged: 0,
  skipped: 0,
  unknown: 0,
  conflict: 0,
  rejected: 0,
  differing: 0,
  clashes: 0,
};

/** @param none with every name */
export function sumCounts<Counts extends object>(all: readonly Counts[], none: Counts): Counts {
  const names = Object.keys(none) as (keyof Counts)[];
  const sum = (name: keyof Counts) =>
    all.reduce((total, counts) => total + Number(counts[name]), 0);
  return Object.fromEntries(names.map((name) => [name, sum(name)])) as Counts;
}

/** Of speakers or submissions. What an interrupted run has done is unchanged. */
function countRecords(part: EventRun['speakers']): PlanCounts {
  if (part === undefined) return noCounts;
  const { rows } = part;
  const unknown = countRejected(rows, ['not_found', 'ambiguous']);
  return {
    ...noCounts,
    rows: rowsIn(part),
    create: rows.count('create', 'unknown'),
    update: rows.count('update'),
    unchanged: rows.count('unchanged', 'untouched', 'created', 'updated'),
    skipped: rows.count('skipped', 'folded'),
    unknown,
    conflict: rows.count('conflict', 'failed'),
    rejected: rows.count('rejected') - unknown,
    differing: part.differing,
  };
}

function countSessions({ sessions }: EventRun): PlanCounts {
  if (sessions === undefined) return noCounts;
  const { rows, schedule } = sessions;
  const { place, move, unplace } = countActions(rows.in('update', 'unknown'));
  const unknown = countRejected(rows, unknownCodes);
  return {
    ...noCounts,
    rows: rowsIn(sessions),
    place,
    move,
    unplace,
    unchanged: rows.count('unchanged', 'untouched', 'updated'),
    skipped: rows.count('skipped'),
    unknown,
    conflict: rows.count('conflict', 'failed'),
    rejected: rows.count('rejected') - unknown,
    clashes: schedule?.clashCounts.total ?? 0,
  };
}

/** How many rows are rejected because of one of these faults. */
function countRejected(rows: Rows, codes: readonly string[]): number {
  const isMeant = ({ note: { faults = [] } }: RunRow) =>
    faults.some(({ code }) => codes.includes(code));
  return [...rows.in('rejected')].filter(isMeant).length;
}

/** How many records and sessions change. */
export function countChanges({ counts }: Pick<Plan, 'counts'>): number {
  const { create, update, place, move, unplace } = counts;
  return create + update + place + move + unplace;
}
