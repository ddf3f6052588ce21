// Owns a run of several kinds of records: speakers, submissions and sessions, planned and sent together. Must not know the terminal.
import { createLedger, type RowState } from '../changes/ledger.ts';
import type { Part } from '../changes/part.ts';
import type { Producer, Ran, RunOptions } from '../changes/producer.ts';
import { runChanges } from '../changes/run.ts';
import { creationOf } from '../contract/index.ts';
import type { PlenaryError } from '../errors.ts';
import { type RecordsPart, recordsPart } from '../import/records-part.ts';
import { type RecordChange, wantedChanges } from '../import/saved-plan.ts';
import { startWork } from '../import/start-work.ts';
import { isSameTarget, partsOf } from '../runs/entry.ts';
import type { RowFile, SavedList } from '../runs/row-file.ts';
import { type PlacementsPart, placementsPart } from '../schedule/placements-part.ts';
import { type MakePlan, planNow } from '../schedule/run.ts';
import { planOf, type SchedulePlan } from '../schedule/schedule-plan.ts';
import { isPlaced } from '../schedule/submissions.ts';
import type { CombinedHeader } from './header.ts';
import { kinds, type RecordKind } from './kinds.ts';
import { planSessions } from './new-sessions.ts';

/** What is to be applied. */
export interface CombinedChanges {
  readonly speakers: RecordInput | undefined;
  readonly submissions: RecordInput | undefined;
  /** Undefined without a schedule. */
  readonly sessions: ScheduleInput | undefined;
  /** Whether a status must be a recommended one, or that of a record. */
  readonly checksStatuses?: boolean;
}

export interface RecordInput {
  readonly file: string;
  readonly changes: SavedList<RecordChange>;
}

export interface ScheduleInput {
  readonly file: string;
  readonly makePlan: MakePlan;
}

/** The parts of a run, as far as it has them. */
export interface CombinedParts {
  readonly speakers?: RecordsPart;
  readonly submissions?: RecordsPart;
  readonly sessions?: PlacementsPart;
}

export interface CombinedRunOptions extends RunOptions {
  /** Of the run, which has no name yet; that of the run that is resumed has its name. */
  readonly header: CombinedHeader;
  readonly changes: CombinedChanges;
  readonly dryRun: boolean;
  /** Of starts that the service shows without an offset. */
  readonly timeZone: string | undefined;
  /** The error for new submissions that the service does not list. */
  readonly notListed: (count: number) => PlenaryError;
  /** Called before anything is sent. Nothing is sent if it resolves to false or throws. */
  readonly review: (plan: CombinedRunPlan) => Promise<boolean>;
}

export interface CombinedRunPlan extends CombinedParts {
  /** Of the sessions. */
  readonly schedule: SchedulePlan | undefined;
  /** How many sessions of the event are placed. */
  readonly placed: number;
  /** Whether it completes an interrupted run. */
  readonly isResumed: boolean;
}

/**
 * Plans what changes, and sends it unless it is a dry run: speakers, then submissions, then sessions, and an undo in reverse.
 * @param report reads what was done; afterwards, the rows cannot be read
 * @throws as `runChanges`
 */
export async function runCombined<T>(
  options: CombinedRunOptions,
  report: (ran: Ran<Part>, parts: CombinedParts) => Promise<T>,
): Promise<T> {
  const { header, changes, dryRun } = options;
  const { event, baseUrl, undoes } = header;
  const names = kinds.filter((name) => hasRows(name, options));
  let parts: CombinedParts = {};
  let schedule: SchedulePlan | undefined;
  let placed = 0;
  const producer: Producer<Part> = {
    ...{ event, baseUrl, undoes, dryRun, resources: names, isAlwaysNew: true, retriesRefused: true },
    isReversed: undoes !== undefined,
    resumes: header.run === '' ? undefined : header.run,
    replaces: (other) => isSameTarget(other, header) && other.file === header.file,
    async open(file) {
      parts = openParts(names, file, options);
      return names.flatMap((name) => parts[name] ?? []);
    },
    async plan(part, scope) {
      const { sessions, submissions } = parts;
      if (sessions === undefined || part !== sessions || changes.sessions === undefined) return;
      const { makePlan } = changes.sessions;
      const made = await planNow((program) => planSessions(makePlan, program, submissions), scope, {
        ...{ ...options, event, baseUrl },
      });
      schedule = made.plan;
      placed = made.program.filter(isPlaced).length;
      sessions.fill(made.plan, made.program);
    },
    header: (run) => ({ ...header, run }),
    async review({ isResumed }) {
      const { sessions } = parts;
      const file = header.options.files.sessions ?? '';
      if (isResumed && sessions !== undefined)
        schedule = { ...planOf(sessions.changes(), sessions.creations()), file, event, baseUrl };
      return options.review({ ...parts, schedule, placed, isResumed });
    },
    counts() {
      const sum = (...states: readonly RowState[]) =>
        names.reduce((total, name) => total + (parts[name]?.set.ledger.count(...states) ?? 0), 0);
      const moved = parts.sessions?.placed().length ?? 0;
      const failed = sum('failed', 'rejected', 'conflict');
      return { created: sum('created'), updated: sum('updated') - moved, placed: moved, failed };
    },
  };
  return runChanges(producer, options, (ran) => report(ran, parts));
}

function hasRows(name: RecordKind, { header, changes }: CombinedRunOptions): boolean {
  if (header.run !== '') return partsOf(header).some(({ resource }) => resource === name);
  return name === 'sessions' ? changes.sessions !== undefined : (changes[name]?.changes.length ?? 0) > 0;
}

function openParts(
  names: readonly RecordKind[],
  file: RowFile,
  { header, changes, clock, timeZone, notListed }: CombinedRunOptions,
): CombinedParts {
  const { event, undoes, options } = header;
  const { creates, allowPartial, files } = options;
  let last = 0;
  const open = (name: 'speakers' | 'submissions'): RecordsPart | undefined => {
    if (!names.includes(name)) return undefined;
    const endpoint = creationOf(name);
    const work = startWork(createLedger(file, last), {
      ...{ endpoint, event, creates, undoes, hasBase: true, matching: 'record' },
      checksStatuses: changes.checksStatuses,
      // The values of an undo were in the service before.
      allowsOdd: undoes !== undefined,
    });
    const part = recordsPart(work, {
      file: files[name] ?? '',
      skipInvalid: allowPartial,
      canSkip: undoes !== undefined && !allowPartial,
      maxErrors: () => Number.POSITIVE_INFINITY,
      saveIds: true,
    });
    // Those of a run that is resumed are filled in afterwards.
    part.fill(wantedChanges(endpoint, changes[name]?.changes ?? []));
    last = part.set.ledger.last;
    return part;
  };
  const [speakers, submissions] = [open('speakers'), open('submissions')];
  const sessions = names.includes('sessions')
    ? placementsPart(file, { event, timeZone, clock, creating: submissions, before: last, notListed })
    : undefined;
  return {
    ...(speakers !== undefined && { speakers }),
    ...(submissions !== undefined && { submissions }),
    ...(sessions !== undefined && { sessions }),
  };
}
