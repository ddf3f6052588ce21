// Owns the task of planned changes: speakers, submissions and sessions, planned and sent together.
// Must not know the terminal.

import type { Change } from '../changes/change.ts';
import type { Clock } from '../client/clock.ts';
import { type FileResource, fileResources, type RecordResource } from '../contract/endpoint.ts';
import { creationOf } from '../contract/index.ts';
import type { InputFault } from '../errors.ts';
import { openBatch } from '../import/open-batch.ts';
import { type RecordsPart, recordsPart } from '../import/records-part.ts';
import { type RowSinks, writeRowFiles } from '../import/row-files.ts';
import { partsOf } from '../runs/entry.ts';
import type { Scope } from '../runs/part.ts';
import { type RowState, turn } from '../runs/row.ts';
import { createRows } from '../runs/rows.ts';
import type { Run, RunSending, RunTask } from '../runs/task.ts';
import type { MakePlan } from '../schedule/plan/plan.ts';
import { planAfterLatePlacements } from '../schedule/send/late-placements.ts';
import {
  countPlaced,
  fillPlacements,
  type PlacementsPart,
  placementsPart,
} from '../schedule/send/placements-part.ts';
import { type AppliedFile, addUntouched, formsOf, inAppliedFile } from './applied-files.ts';
import { planSessions } from './new-sessions.ts';
import { reportedRows } from './row-reports.ts';
import type { ChangesHeader, NewChangesRun } from './run-header.ts';

/** What is to be applied. */
export interface PlannedChanges {
  readonly speakers?: readonly Change[] | undefined;
  readonly submissions?: readonly Change[] | undefined;
  /** Undefined without a schedule. */
  readonly sessions?: MakePlan | undefined;
  /** Whether a status must be a recommended one, or that of a record. */
  readonly checksStatuses?: boolean;
}

/** What changes the records of one kind. */
export type EventPart = RecordsPart | PlacementsPart;

/** A run with its parts by their resources, as far as it has them. */
export interface EventRun extends Run<EventPart> {
  readonly speakers?: RecordsPart;
  readonly submissions?: RecordsPart;
  readonly sessions?: PlacementsPart;
}

function isPlacements(part: EventPart): part is PlacementsPart {
  return part.resource === 'sessions';
}

export function withNamedParts(run: Run<EventPart>): EventRun {
  return { ...run, ...byName(run.parts) };
}

function byName(parts: readonly EventPart[]): Pick<EventRun, FileResource> {
  return Object.fromEntries(parts.map((part) => [part.resource, part]));
}

/** Planned changes, and the run that applies them. */
interface Planned {
  /** That of a run that has begun, if it is resumed. */
  readonly header: NewChangesRun | ChangesHeader;
  readonly changes: PlannedChanges;
  /** Of starts that the service shows without an offset. */
  readonly timeZone: string | undefined;
  /** The lists that are applied; undefined if the changes are rows of none. */
  readonly files?: readonly AppliedFile[] | undefined;
  /** The rows whose values have changed on both sides. */
  readonly conflicts?: readonly InputFault[] | undefined;
  readonly sinks?: RowSinks | undefined;
}

/**
 * The task of planned changes: speakers, then submissions, then sessions, and an undo in reverse.
 */
export function changesTask(planned: Planned): RunTask<EventPart> {
  const { header } = planned;
  const { event, baseUrl, undoes } = header;
  const isSchedule = header.resource === 'sessions' && undoes === undefined;
  const names = fileResources.filter((name) => hasChanges(name, planned));
  return {
    event,
    baseUrl,
    undoes,
    resources: names,
    isAlwaysNew: true,
    resumes: 'run' in header ? header.run : undefined,
    // A schedule is applied again from its file.
    retriesRefused: !isSchedule,
    replaces: (other) =>
      (['resource', 'event', 'baseUrl'] as const).every((name) => other[name] === header[name]) &&
      (isSchedule ? other.sha256 === header.sha256 : other.file === header.file),
    open: async ({ clock }) => openParts(planned, clock),
    async plan(part, scope, sending) {
      if (isPlacements(part)) await planPart(part, scope, { ...sending, ...planned });
    },
    refuse: (part) => refuseConflicts(part, planned),
    header: () => withForms(header, planned.files),
    counts: countChanges,
    async writeFiles(parts, run) {
      const { sinks } = planned;
      const { forms } = withForms(header, planned.files).options;
      if (sinks === undefined || forms === undefined) return;
      await writeRowFiles(reportedRows(forms, byName(parts)), sinks, run);
    },
  };
}

/** What a run saves, so that it can report on the rows of its files without them. */
function withForms(header: NewChangesRun, files: Planned['files']): NewChangesRun {
  if (files === undefined) return header;
  return { ...header, options: { ...header.options, forms: formsOf(files) } };
}

function fileOf({ files }: Pick<Planned, 'files'>, kind: FileResource): AppliedFile | undefined {
  return files?.find((file) => file.kind === kind);
}

/**
 * What both sides have changed is not sent: a conflict of the files is known by the line of its
 * row.
 */
function refuseConflicts({ resource, rows }: EventPart, { header, conflicts = [] }: Planned): void {
  const kind = fileResources.find((name) => name === resource);
  const file = kind && header.options.files[kind];
  const inFile = conflicts.filter((conflict) => conflict.file === file);
  const lines = new Set(inFile.map(({ line }) => line));
  for (const row of rows.in('update')) {
    const { doubt: _, ...note } = row.note;
    if (lines.has(row.line)) turn(row, 'conflict', note);
  }
}

/** Plans the sessions of a schedule. */
async function planPart(
  part: PlacementsPart,
  scope: Scope,
  planned: Planned & RunSending,
): Promise<void> {
  const { changes, header } = planned;
  const { sessions: makePlan } = changes;
  if (makePlan === undefined) return;
  const { event, baseUrl, undoes } = header;
  // An undo moves sessions before it changes statuses.
  const earlier = undoes === undefined ? part.creating?.rows : undefined;
  const makeAll: MakePlan = (program, rooms) => {
    return planSessions((submissions) => makePlan(submissions, rooms), program, earlier);
  };
  const file = fileOf(planned, 'sessions');
  const made = await planAfterLatePlacements(makeAll, scope, { ...planned, event, baseUrl });
  fillPlacements(part, made, inAppliedFile(file));
  addUntouched(part.rows, file);
}

function countChanges(parts: readonly EventPart[]) {
  const sum = (...states: readonly RowState[]) =>
    parts.reduce((total, { rows }) => total + rows.count(...states), 0);
  const sessions = parts.find(isPlacements);
  const ofSessions =
    sessions === undefined ? { placed: 0, moved: 0, unplaced: 0 } : countPlaced(sessions);
  return {
    created: sum('created'),
    updated: sum('updated') - (sessions?.rows.count('updated') ?? 0),
    ...ofSessions,
    failed: sum('failed', 'rejected', 'conflict'),
  };
}

function hasChanges(name: FileResource, { header, changes }: Planned): boolean {
  if ('run' in header) {
    return partsOf(header).some((part) => part.resource === name && part.isIdle !== true);
  }
  return name === 'sessions' ? changes.sessions !== undefined : (changes[name]?.length ?? 0) > 0;
}

/** Whether there are rows of a file to report on. */
function hasFile(name: FileResource, { header, files = [] }: Planned): boolean {
  if ('run' in header) return partsOf(header).some(({ resource }) => resource === name);
  return files.some(({ kind, rows }) => kind === name && rows.length > 0);
}

/**
 * Also those of files that change nothing. The rows of a run that is resumed replace those of its
 * parts.
 */
function openParts(planned: Planned, clock: Clock): readonly EventPart[] {
  const names = fileResources.filter((name) => hasChanges(name, planned) || hasFile(name, planned));
  const { header, changes, timeZone } = planned;
  const { event, undoes, options } = header;
  const { creates, leavesExisting = false, allowPartial, files } = options;
  let last = 0;
  const open = (name: RecordResource): RecordsPart => {
    const endpoint = creationOf(name);
    const batch = openBatch(createRows(last), {
      endpoint,
      event,
      creates,
      undoes,
      hasBase: !leavesExisting,
      matching: leavesExisting ? 'key' : 'record',
      checksStatuses: changes.checksStatuses,
      allowsNewValues: changes.checksStatuses !== true,
      ignoresListLimit: options.ignoresListLimit,
    });
    const part = recordsPart(batch, {
      file: files[name] ?? '',
      skipInvalid: allowPartial,
      canSkip: !allowPartial,
      maxErrors: () => Number.POSITIVE_INFINITY,
    });
    const file = fileOf(planned, name);
    part.fill((changes[name] ?? []).map(inAppliedFile(file)));
    addUntouched(part.rows, file);
    last = part.rows.last;
    return part;
  };
  const speakers = names.includes('speakers') ? [open('speakers')] : [];
  const submissions = names.includes('submissions') ? [open('submissions')] : [];
  const [creating] = submissions;
  const sessions = names.includes('sessions')
    ? [placementsPart({ event, timeZone, clock, creating }, last)]
    : [];
  return [...speakers, ...submissions, ...sessions];
}
