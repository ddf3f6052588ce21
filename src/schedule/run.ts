// Owns a run that places sessions: plans, confirms, saves and sends, so that a killed run can be resumed. Must not know the terminal.
import { boolean, object } from 'zod/mini';
import type { Part, Scope } from '../changes/part.ts';
import type { Producer, Ran, RunOptions } from '../changes/producer.ts';
import { runChanges } from '../changes/run.ts';
import { JournalError } from '../errors.ts';
import { entriesOf, partFor, partsOf, type RunHeader, type Target } from '../runs/entry.ts';
import { findLateRequests, waitUntil } from '../runs/late-requests.ts';
import { type Freshness, isSamePlacement, placementIn, type ScheduleChange } from './changes.ts';
import { type FailedChange, type PlacementsPart, placementsPart } from './placements-part.ts';
import { planOf, type SchedulePlan } from './schedule-plan.ts';
import { type EventSubmission, fetchSubmissions, type Placement } from './submissions.ts';

/** The header of a run that places sessions. */
export interface ScheduleRunHeader extends RunHeader {
  readonly options: { readonly allowPartial: boolean };
}

const runOptions = object({ allowPartial: boolean() });

/** The header of a run that places sessions. @throws {JournalError} for options that this version cannot read */
export function readScheduleHeader(header: RunHeader): ScheduleRunHeader {
  const options = runOptions.safeParse(header.options);
  // One of an earlier version may also create submissions.
  if (options.success && partsOf(header).length === 1) return { ...header, options: options.data };
  throw new JournalError(`run ${header.run} has options that this version cannot read`, {
    fix: 'run `plenary sessions apply` with the schedule file again; sessions already in place are skipped',
  });
}

export type MakePlan = (program: readonly EventSubmission[]) => SchedulePlan;

export interface ScheduleRunOptions extends RunOptions, Pick<SchedulePlan, 'event' | 'baseUrl' | 'file'> {
  readonly timeZone: string | undefined;
  /** Whether stale changes are skipped; saved, so that a resumed run does the same. */
  readonly allowPartial: boolean;
  /** SHA-256 of the file's bytes in hexadecimal: a new run of the same file replaces an unfinished one. */
  readonly sha256: string;
  /** The run that is resumed. */
  readonly resumes?: string | undefined;
  /** Called before anything is sent. Nothing is sent if it resolves to false or throws. */
  readonly review: (plan: SchedulePlan, fresh: Freshness) => Promise<boolean>;
}

export interface ScheduleRun
  extends Pick<PlacementsPart, 'unshown' | 'fresh'>,
    Pick<Ran<Part>, 'run' | 'stoppedBy' | 'canResume'> {
  readonly plan: SchedulePlan;
  readonly applied: number;
  readonly failed: readonly FailedChange[];
  /** How many are still to be sent. */
  readonly pending: number;
}

/**
 * Plans against the present placements, and sends the remaining changes. Changes that have been applied are recognized by
 * the present placements.
 * @param makePlan may be called twice; not called for a run that is resumed
 * @param report reads what was done; afterwards, the rows cannot be read
 * @returns undefined if `review` resolves to false
 * @throws {ConflictError} if another run works on the event's sessions
 * @throws {JournalError} if the run cannot be saved on disk
 */
export async function runSchedule<T>(
  makePlan: MakePlan,
  options: ScheduleRunOptions,
  report: (done: ScheduleRun) => T | Promise<T>,
): Promise<T | undefined> {
  const { event, baseUrl, file, sha256, allowPartial, resumes, clock } = options;
  let plan: SchedulePlan = { ...planOf([]), event, baseUrl, file };
  let opened: PlacementsPart | undefined;
  const placements = () => {
    if (opened === undefined) throw new TypeError('the run is not open yet');
    return opened;
  };
  const producer: Producer<Part> = {
    ...{ event, baseUrl, resumes, dryRun: false, isAlwaysNew: true },
    resources: ['sessions'],
    replaces: (header) => partFor(header, sessionsOf(options)) !== undefined && header.sha256 === sha256,
    async open(rows) {
      opened = placementsPart(rows, options);
      return [opened];
    },
    async plan(_, scope) {
      const made = await planNow(makePlan, scope, options);
      ({ plan } = made);
      placements().fill(plan, made.program);
    },
    header: (run) => ({
      ...{ journal: 1, run, startedAt: new Date(clock.now()).toISOString(), resource: 'sessions' },
      ...{ event, baseUrl, file, rows: 0, sha256 },
      options: { allowPartial },
    }),
    async review({ isResumed }) {
      if (isResumed) plan = { ...plan, ...planOf(placements().changes()) };
      return options.review(plan, placements().fresh);
    },
    counts() {
      const stale = placements().fresh.stale.length;
      const counts = { placed: placements().placed().length, failed: placements().failed().length };
      return { ...counts, ...(stale > 0 && { stale }) };
    },
  };
  return runChanges(producer, options, ({ run, stoppedBy, canResume, isWanted }) => {
    if (!isWanted) return undefined;
    const { unshown } = placements();
    const fresh = { ...placements().fresh, done: placements().unchanged() };
    const left = run === undefined ? [] : placements().failed();
    // After a stop, what was not sent has not failed.
    const failed = left.filter(({ kind }) => kind !== 'unsent' || stoppedBy === undefined);
    const applied = placements().placed().length;
    return report({
      ...{ plan, run, fresh, unshown, applied, failed, pending: left.length - failed.length, stoppedBy, canResume },
    });
  });
}

function sessionsOf({ event, baseUrl }: Pick<Target, 'event' | 'baseUrl'>): Target {
  return { resource: 'sessions', event, baseUrl };
}

type PlanningOptions = Pick<
  ScheduleRunOptions,
  'event' | 'baseUrl' | 'timeZone' | 'runs' | 'clock' | 'lateMs' | 'onWait' | 'signal'
>;

/** If a late placement could undo the plan, waits until it cannot, and then plans again. */
export async function planNow(makePlan: MakePlan, { client }: Scope, options: PlanningOptions) {
  const read = async () => {
    const program = await fetchSubmissions(client, options);
    return { program, plan: makePlan(program) };
  };
  const inDoubt = await findPlacementsInDoubt(options);
  const first = await read();
  const conflicting = conflictingPlacements(inDoubt, first.plan.changes, first.program);
  if (conflicting.length === 0) return first;
  await waitUntil(Math.max(...conflicting.map(({ until }) => until)), options);
  // Even if there was nothing to wait for, one may have taken effect after the program was read.
  return read();
}

interface PlacementInDoubt {
  readonly id: string;
  readonly to: Placement;
  /** After this moment it has taken effect, or never will; in milliseconds since 1970. */
  readonly until: number;
}

/** The placements of earlier runs of the target that may still take effect, even if another run has replaced those runs. */
async function findPlacementsInDoubt(options: PlanningOptions): Promise<readonly PlacementInDoubt[]> {
  const { runs, clock, lateMs } = options;
  const target = sessionsOf(options);
  const found: PlacementInDoubt[] = [];
  for (const { header, folder, rows, until } of await findLateRequests(target, { runs, now: clock.now(), lateMs })) {
    const part = partFor(header, target);
    if (part === undefined) continue;
    const sent = new Map<number, PlacementInDoubt>();
    for await (const entry of entriesOf(folder.entries(), part)) {
      if (!('change' in entry) || !rows.has(entry.change)) continue;
      const to = placementIn(entry.fields, 'to');
      if (to !== undefined) sent.set(entry.change, { id: entry.id, to, until });
    }
    found.push(...sent.values());
  }
  return found;
}

/** The placements in doubt that contradict the changes or, for other sessions, their present placement. */
function conflictingPlacements(
  inDoubt: readonly PlacementInDoubt[],
  changes: readonly ScheduleChange[],
  program: readonly EventSubmission[],
): readonly PlacementInDoubt[] {
  const present = new Map(program.map(({ id, placement }) => [id, placement]));
  const places = new Map([...present, ...changes.map(({ submissionId, to }) => [submissionId, to] as const)]);
  return inDoubt.filter(({ id, to }) => {
    const place = places.get(id);
    return place === undefined || !isSamePlacement(place, to);
  });
}
