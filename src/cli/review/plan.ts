// Owns the plan of a bulk command: what its run has found, as every dry run and every `plan` show
// it. Must not print.
import { basename } from 'node:path';
import { filePlaceOf } from '../../changes/file-place.ts';
import { countActions } from '../../changes/place.ts';
import { listFaults } from '../../columns/fault-list.ts';
import { describeMapping, type MappingReport } from '../../columns/mapping-report.ts';
import type { InputFault } from '../../errors.ts';
import { warningsOf } from '../../import/work.ts';
import { kinds, type RecordKind } from '../../program/files.ts';
import {
  minuteMs,
  type PlanCounts,
  type PlanDocument,
  type PlannedChange,
} from '../../program/plan-document.ts';
import { type PlanFiles, plannedChanges } from '../../program/planned-changes.ts';
import type { ProgramRun } from '../../program/program-run.ts';
import { statusClashes } from '../../program/status-clashes.ts';
import { fileRowsIn, type Part, rowsIn } from '../../runs/part.ts';
import type { RowState } from '../../runs/row.ts';
import { faultsIn } from '../../runs/rows.ts';
import type { ClashReport, Warning } from '../../schedule/clash-report.ts';
import { countUnreadable, type SchedulePlan } from '../../schedule/plan.ts';

/** What a plan is about. */
export interface PlanSubject {
  /** Without the program's name, e.g. `speakers apply`. */
  readonly command: string;
  readonly event: string;
  readonly baseUrl: string;
  /** As messages call them; those of a saved plan are relative to it. */
  readonly files: PlanFiles;
  /** Of a program. */
  readonly folder?: string | undefined;
  /** The run that is undone. */
  readonly undoes?: string | undefined;
  /** Of the times in clashes of statuses; UTC if undefined. */
  readonly timeZone?: string | undefined;
  /** How the columns of a schedule file are read. */
  readonly mapping?: MappingReport | undefined;
  /** How new talks of a schedule are created, if not from a list. */
  readonly creation?: string | undefined;
  /** Commands to run next, and what else is doubtful. */
  readonly next?: ((found: ProgramRun) => readonly string[]) | undefined;
  readonly warnings?: readonly InputFault[] | undefined;
  /** What only the files of a folder have to say: values that have changed on both sides. */
  readonly conflicts?: readonly InputFault[] | undefined;
}

/** The changes of one kind of records. */
interface PartPlan {
  readonly kind: RecordKind;
  /** The name of its file in messages. */
  readonly label: string;
  readonly counts: PlanCounts;
  /** Fewer than are counted if rows of the file name several people. */
  readonly fileRows: number;
}

export interface Plan {
  readonly subject: PlanSubject;
  readonly found: ProgramRun;
  readonly parts: readonly PartPlan[];
  readonly counts: PlanCounts;
  readonly rejects: readonly InputFault[];
  readonly warnings: readonly InputFault[];
  readonly clashes: readonly ClashReport[];
  /** Those of them that are about statuses. */
  readonly statusClashes: readonly ClashReport[];
  readonly mapping: MappingReport | undefined;
  readonly next: readonly string[];
  /** Read one at a time, because there may be a hundred thousand. */
  changes(): IterableIterator<PlannedChange>;
}

export function planOf(found: ProgramRun, subject: PlanSubject): Plan {
  const { speakers, submissions, sessions } = found;
  const schedule = sessions?.schedule;
  const refused = statusClashesIn(found, subject);
  const fileOf = (kind: RecordKind) => subject.files[kind] ?? '';
  const parts = kinds.flatMap((kind): readonly PartPlan[] => {
    if (found[kind] === undefined) return [];
    const label = subject.undoes === undefined ? basename(fileOf(kind)) : kind;
    const counts = kind === 'sessions' ? countSessions(found) : countRecords(found[kind]);
    const clashes = kind === 'submissions' ? refused.length : counts.clashes;
    const part = kind === 'sessions' ? undefined : found[kind];
    const fileRows = part === undefined ? counts.rows : fileRowsIn(part);
    return [{ kind, label, counts: { ...counts, clashes }, fileRows }];
  });
  const records = [speakers, submissions].flatMap((part) => part ?? []);
  const rejects = listFaults([
    ...(subject.conflicts ?? []),
    // A conflict of the files is one of the records as well.
    ...records.flatMap((part) =>
      located(
        fileOf(part.resource as RecordKind),
        part,
        subject.conflicts?.length ? [] : ['conflict'],
      ),
    ),
    ...(schedule?.unreadable ?? []),
    ...scheduleFaults(schedule?.unknown, fileOf('sessions')),
    ...(found.sessions === undefined
      ? []
      : located(fileOf('sessions'), found.sessions, ['conflict'])),
  ]).listed;
  const mapped = records.find(({ mapping }) => mapping.mapped.length > 0);
  return {
    subject,
    found,
    parts,
    rejects,
    counts: sumCounts(
      parts.map(({ counts }) => counts),
      noCounts,
    ),
    clashes: [...(schedule?.clashes ?? []), ...refused],
    statusClashes: refused,
    warnings: [
      ...(subject.warnings ?? []),
      ...records.flatMap((part) =>
        warningsOf(part).map((each) => ({ file: fileOf(part.resource as RecordKind), ...each })),
      ),
      ...scheduleFaults(schedule?.warnings, fileOf('sessions')),
    ],
    mapping: mapped === undefined ? subject.mapping : describeMapping(mapped.mapping),
    next: subject.next?.(found) ?? [],
    changes: () => plannedChanges(found, subject.files),
  };
}

/** A run that is resumed was checked when it began. */
function statusClashesIn(
  { submissions, sessions, isResumed }: ProgramRun,
  { undoes, timeZone = 'UTC' }: PlanSubject,
): readonly ClashReport[] {
  if (submissions === undefined || isResumed) return [];
  // Only an undo sends placements before statuses.
  const isMoved = sessions !== undefined && undoes !== undefined;
  const moved = isMoved ? sessions.rows.in('update', 'unknown') : [];
  return statusClashes(submissions, { moved, timeZone });
}

/** The unmatched rows of a schedule, or its warnings. */
export function scheduleFaults(
  faults: readonly Pick<Warning, 'line' | 'column' | 'sheet' | 'code' | 'message'>[] = [],
  file: string,
): readonly InputFault[] {
  return faults.map(({ line, code, message, ...rest }) => ({
    file,
    ...(line !== undefined && filePlaceOf({ ...rest, line })),
    code,
    message,
  }));
}

function located(
  file: string,
  { rows }: Pick<Part, 'rows'>,
  more: readonly RowState[],
): readonly InputFault[] {
  return Array.from(faultsIn(rows, 'rejected', ...more), (fault) => ({ file, ...fault }));
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
  const sum = (name: keyof Counts) => all.reduce((total, each) => total + Number(each[name]), 0);
  return Object.fromEntries(names.map((name) => [name, sum(name)])) as Counts;
}

/** Of speakers or submissions. What an interrupted run has done is unchanged. */
function countRecords(part: ProgramRun['speakers']): PlanCounts {
  if (part === undefined) return noCounts;
  const { rows } = part;
  const unknown = [...rows.in('rejected')].filter(({ note: { faults = [] } }) =>
    faults.some(({ code }) => code === 'not_found' || code === 'ambiguous'),
  ).length;
  return {
    ...noCounts,
    rows: rowsIn(part),
    create: rows.count('create', 'unknown'),
    update: rows.count('update'),
    unchanged: rows.count('unchanged', 'created', 'updated'),
    skipped: rows.count('skipped', 'folded'),
    unknown,
    conflict: rows.count('conflict', 'failed'),
    rejected: rows.count('rejected') - unknown,
    differing: part.differing,
  };
}

function countSessions({ sessions }: ProgramRun): PlanCounts {
  if (sessions === undefined) return noCounts;
  const { rows, schedule } = sessions;
  const { place, move, unplace } = countActions(rows.in('update', 'unknown'));
  const unchanged = (schedule?.counts.unchanged ?? 0) + rows.count('unchanged', 'updated');
  const conflict = rows.count('conflict', 'failed');
  const unknown = schedule?.unknown.length ?? 0;
  const rejected = schedule === undefined ? 0 : countUnreadable(schedule);
  const all = schedule?.counts.rows ?? rowsIn(sessions);
  const skipped = all - place - move - unplace - unchanged - conflict - unknown - rejected;
  const clashes = schedule?.clashCounts.total ?? 0;
  return {
    ...noCounts,
    rows: all,
    place,
    move,
    unplace,
    unchanged,
    skipped,
    unknown,
    conflict,
    rejected,
    clashes,
  };
}

/** How many records and sessions change. */
export function countChanges({ counts }: Pick<Plan, 'counts'>): number {
  const { create, update, place, move, unplace } = counts;
  return create + update + place + move + unplace;
}

/** The plan as JSON, in pieces: its changes come last. */
export function* planJson({ subject, ...plan }: Plan): IterableIterator<string> {
  const { command, event, baseUrl, files, folder, undoes } = subject;
  const schedule = plan.found.sessions?.schedule;
  const head: Omit<PlanDocument, 'changes'> = {
    schemaVersion: '2.0',
    baseUrl,
    event,
    command,
    files: Object.values(files).flatMap((file) => file ?? []),
    ...(folder !== undefined && { folder }),
    ...(undoes !== undefined && { undoes }),
    counts: plan.counts,
    rejects: plan.rejects,
    clashes: plan.clashes,
    warnings: plan.warnings,
    next: plan.next.map((each) => ({ command: each })),
    ...(plan.mapping && { mapping: plan.mapping.mapping, unmapped: plan.mapping.unmapped }),
    ...(schedule?.sharedRooms && { sharedRooms: schedule.sharedRooms }),
    ...minutesIn(schedule),
  };
  yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "changes": [`;
  let before = '\n    ';
  let piece = '';
  for (const change of plan.changes()) {
    piece += `${before}${JSON.stringify(change)}`;
    before = ',\n    ';
    // Writing each change on its own would take longer than planning it.
    if (piece.length < pieceSize) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}${before.startsWith(',') ? '\n  ' : ''}]\n}\n`;
}

/** Nothing, if all durations are those of the service. */
function minutesIn(schedule: SchedulePlan | undefined): Pick<PlanDocument, 'minutes'> {
  const { changes = [], durationsMs = [] } = schedule ?? {};
  // A new session has its own with its change.
  const isNew = new Set(changes.map(({ names }) => (names.id === undefined ? names.key : '')));
  const ofExisting = [...durationsMs].filter(([name]) => !isNew.has(name));
  if (ofExisting.length === 0) return {};
  return { minutes: Object.fromEntries(ofExisting.map(([id, ms]) => [id, ms / minuteMs])) };
}

const pieceSize = 65_536;
