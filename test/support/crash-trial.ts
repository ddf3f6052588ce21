// Kills a command of the built program, or its service, at any instant, runs the command again
// until it has ended, and compares every record with what it must be.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { changesOf } from './crash-changes.ts';
import { type Contents, countOf, differences, undone } from './crash-contents.ts';
import { type CrashResult, killAt, type Line, start, type Trial } from './crash-kills.ts';
import type { Change } from './crash-scene.ts';
import type { OpenServer } from './crash-servers.ts';
import { type CrashEvent, openCrashStage, type Run } from './crash-stage.ts';
import { seededRandom } from './seeded-random.ts';

export type CrashCommand = keyof typeof changesOf;

export interface CrashTrial {
  readonly command: CrashCommand;
  /** Of each of its stages, spread over as many events as necessary. */
  readonly kills: number;
  /** Of each kind that the command changes, in each event. */
  readonly records: number;
  readonly seed: number;
  readonly openServer: OpenServer;
  readonly onEvent?: (soFar: CrashResult) => void;
  /** Ends it before its time. */
  readonly stopped?: AbortSignal;
}

const stages = ['the command', 'its undo', 'the undo of that'] as const;
type Stage = (typeof stages)[number];

const mostKillsPerRun = 6;
/** A command that is not disturbed ends at its first start. */
const mostStarts = 100;
/** A service that was killed can end a command with these; the same command then completes it. */
const exitsWithoutService = [7, 9, 10];
/** So can a service that is slower than the timeout. */
const exitsWithoutResponse = [7, 10];

export async function crash({
  command,
  kills,
  records,
  seed,
  openServer,
  onEvent,
  stopped = new AbortController().signal,
}: CrashTrial): Promise<CrashResult> {
  const stage = await openCrashStage(seed + 1, openServer);
  const changes: readonly Change[] = changesOf[command];
  const kinds = changes.flatMap((change) =>
    command === 'undo' ? undoKindsOf(change) : change.kinds,
  );
  const zeros = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 0]));
  const stageKills = zeros(command === 'undo' ? stages : [stages[0]]);
  const result: CrashResult = {
    events: 0,
    starts: 0,
    kills: zeros(kinds),
    stageKills,
    killedTwice: 0,
    beforeWrite: 0,
    whileWaiting: 0,
    serviceKills: 0,
    timedOut: 0,
    lost: 0,
    records: 0,
    duplicates: 0,
    faults: [],
    folder: undefined,
  };
  const killsPerRun = Math.min(mostKillsPerRun, Math.ceil(kills / changes.length));
  const trial: Trial = {
    stage,
    random: seededRandom(seed),
    killsPerRun,
    result,
    history: [],
    stopped,
  };
  const isOver = () =>
    result.events >= changes.length && Object.values(stageKills).every((count) => count >= kills);
  try {
    while (result.faults.length === 0 && !isOver() && !stopped.aborted) {
      const change = changes[result.events % changes.length];
      if (change !== undefined) {
        const own = { command, change, records: change.records ?? records };
        await perform(trial, `event-${++result.events}`, own);
      }
      onEvent?.(result);
    }
  } finally {
    result.lost = stage.lost();
    result.folder = await stage.close(result.faults.length > 0);
  }
  return result;
}

interface Task {
  readonly command: CrashCommand;
  readonly change: Change;
  readonly records: number;
}

/**
 * Makes a change in a new event, and undoes it twice if that is tried. What is wrong is reported
 * with what was started.
 */
async function perform(trial: Trial, name: string, task: Task): Promise<void> {
  trial.history = [];
  const faults: string[] = [];
  try {
    const event = await trial.stage.newEvent(name);
    const args = await task.change.prepare({ ...event, records: task.records });
    await (task.command === 'undo' ? undoChange : makeChange)(trial, event, {
      ...task,
      args,
      faults,
    });
  } catch (error) {
    faults.push(error instanceof Error ? error.message : String(error));
  }
  if (faults.length > 0 && !trial.stopped.aborted)
    trial.result.faults.push(...faults.map((fault) => `${name}: ${fault}`), ...trial.history);
}

interface Work extends Task {
  readonly args: readonly string[];
  readonly faults: string[];
}

/** Afterwards, everything is as it must be, and the same command writes nothing more. */
async function makeChange(
  trial: Trial,
  event: CrashEvent,
  { change, records, args, faults }: Work,
): Promise<void> {
  const { stage } = trial;
  const wanted = change.wanted(await event.contents(), records);
  await complete(trial, event, applyLine({ change, records, args, faults }));
  faults.push(...compare(trial, wanted, await event.contents()));
  if (change.isOnce) return;
  // If a late request was the last one to change a record, hidden feedback is sent once more.
  if (!stage.showsAll) await event.run(...args);
  const writes = stage.writes();
  await event.run(...args);
  if (stage.writes() > writes) faults.push('the same command writes again after it has ended');
  if (change.check !== undefined) await event.run(...change.check(args));
}

/** The change, its undo and the undo of that are all killed. */
async function undoChange(
  trial: Trial,
  event: CrashEvent,
  { change, records, args, faults }: Work,
): Promise<void> {
  const before = await event.contents();
  const wanted = change.wanted(before, records);
  const applied = await complete(trial, event, applyLine({ change, records, args, faults }));
  const afterApply = await event.contents();
  faults.push(...compare(trial, wanted, afterApply));
  const kinds = undoKindsOf(change);
  const undoing = async (name: Stage, runs: readonly string[]) => {
    const undos: string[] = [];
    // The newest first, if the kill of a service has divided the work into several runs.
    for (const run of runs.toReversed()) {
      const words = ['runs', 'undo', run];
      undos.push(...(await complete(trial, event, { words, name, kinds, records, faults })));
    }
    return undos;
  };
  const undos = await undoing(stages[1], applied);
  const restored = undone(before, afterApply, trial.stage.showsAll);
  faults.push(...compare(trial, restored, await event.contents()));
  await undoing(stages[2], undos);
  faults.push(...compare(trial, wanted, await event.contents()));
}

function compare({ result }: Trial, wanted: Contents, found: Contents): readonly string[] {
  const { records, duplicates } = countOf(found);
  result.records += records;
  result.duplicates += duplicates;
  return differences(wanted, found);
}

function applyLine({ change, records, args, faults }: Omit<Work, 'command'>): Line {
  const { kinds, isOnce } = change;
  return { words: args, name: stages[0], kinds, isOnce, records, faults };
}

/**
 * Runs a command again after each kill, by itself or by the name of its run, until it has ended.
 * @returns the names of its runs: several if a kill of the service has ended the first of them
 */
async function complete(
  trial: Trial,
  event: CrashEvent,
  command: Line,
): Promise<readonly string[]> {
  const { words, name, kinds, faults, isOnce } = command;
  const { stage, random, killsPerRun, result } = trial;
  const earlier = new Set((await event.runs()).map(({ run }) => run));
  const own = async () => (await event.runs()).filter(({ run }) => !earlier.has(run));
  const journal = (run: string) => readFileSync(event.fileOf(run, 'journal'), 'utf8');
  const intents = (run: string) => journal(run).split('"sending"').length;
  /** For each run, how often it was killed after it had sent more. */
  const sendingKills = new Map<string, number>();
  let kills = 0;
  let isResuming = false;
  stage.forgetWrite();
  stage.disturb();
  for (let attempt = 0; attempt < mostStarts; attempt++) {
    const runs = await own();
    const interrupted = runs.find(({ state }) => state === 'interrupted' || state === 'refused');
    // It was killed after its end.
    if (isOnce && runs.length > 0 && interrupted === undefined)
      return endedRuns(trial, command, own, sendingKills);
    const line =
      interrupted !== undefined && random() < 0.3 ? ['runs', 'resume', interrupted.run] : words;
    const { serviceKills } = result;
    const intentsBefore = interrupted === undefined ? 1 : intents(interrupted.run);
    isResuming = false;
    const isEarly = interrupted !== undefined && kills < killsPerRun && random() < 0.5;
    const untilKill = isEarly ? beforeWrite : killAt(trial, command, kills);
    const { exitCode, signal, stdout, stderr } = await start(trial, event, line, untilKill);
    trial.history.push(
      `  ${line.slice(0, 3).join(' ')}: ${signal ?? exitCode} after ${stage.lastWrite()}`,
    );
    if (signal === 'SIGKILL') {
      result.kills[stage.lastWrite()] = (result.kills[stage.lastWrite()] ?? 0) + 1;
      result.stageKills[name] = (result.stageKills[name] ?? 0) + 1;
      if (!isEarly) kills++;
      const { run } =
        (await own()).find(({ state }) => state === 'interrupted' || state === 'refused') ?? {};
      const hasSent =
        run !== undefined && intents(run) > (run === interrupted?.run ? intentsBefore : 1);
      if (hasSent) sendingKills.set(run, (sendingKills.get(run) ?? 0) + 1);
      else if (isResuming) result.beforeWrite++;
      if (run !== undefined && journal(run).includes('"isInterim":true')) result.whileWaiting++;
      continue;
    }
    if (serviceKills < result.serviceKills && exitsWithoutService.includes(exitCode)) continue;
    if (exitsWithoutResponse.includes(exitCode) && stderr.includes('timed out')) {
      result.timedOut++;
      continue;
    }
    if (exitCode !== 0)
      faults.push(`${line.join(' ')}: ${signal ?? `exit code ${exitCode}`}: ${stderr}`);
    else if (failuresIn(JSON.parse(stdout)) > 0)
      faults.push(`${line.join(' ')}: exit code 0 with failures: ${stdout}`);
    return endedRuns(trial, command, own, sendingKills);
  }
  throw new Error(`${words.join(' ')} has not ended after ${mostStarts} starts`);

  /**
   * While a resumed run looks up or waits, most likely at once, because only a run with rows in
   * doubt waits.
   */
  async function beforeWrite(): Promise<void> {
    await stage.arrived('GET', 1);
    isResuming = true;
    await Promise.race([
      sleep(random() ** 4 * 2000),
      ...kinds.map((kind) => stage.arrived(kind, 1)),
    ]);
  }
}

/** @returns the names of the runs of a command that has ended */
async function endedRuns(
  { stage, result }: Trial,
  { words, faults }: Line,
  own: () => Promise<readonly Run[]>,
  sendingKills: ReadonlyMap<string, number>,
): Promise<readonly string[]> {
  // Requests of a killed command may arrive after a later one has ended.
  await stage.calm();
  const left = await own();
  // There is none if it undoes a run that was killed before it sent anything.
  if (left.some(({ state }) => state !== 'finished')) {
    faults.push(`${words.join(' ')} left these runs: ${JSON.stringify(left)}`);
  }
  result.killedTwice += left.filter(({ run }) => (sendingKills.get(run) ?? 0) > 1).length;
  return left.map(({ run }) => run);
}

/** How many rows a report counts as rejected, failed, unknown or stale, in all of its parts. */
function failuresIn(report: unknown): number {
  if (typeof report !== 'object' || report === null) return 0;
  return Object.entries(report).reduce((sum, [name, value]) => {
    if (typeof value !== 'number') return sum + failuresIn(value);
    return ['rejected', 'failed', 'unknown', 'stale'].includes(name) ? sum + value : sum;
  }, 0);
}

function undoKindsOf({ kinds, undoKinds = kinds }: Change): readonly string[] {
  return undoKinds;
}
