// Kills a command of the built program, or its service, at any instant, runs the command again until it has ended, and
// compares every record with what it must be.
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Change, changesOf, differences, undone } from './crash-changes.ts';
import { type CrashEvent, type CrashStage, openCrashStage } from './crash-stage.ts';
import { startPlenary } from './program.ts';
import { seededRandom } from './seeded-random.ts';

export type CrashCommand = keyof typeof changesOf;

export interface CrashTrial {
  readonly command: CrashCommand;
  /** In total, spread over as many events as necessary. */
  readonly kills: number;
  /** Of each kind that the command changes, in each event. */
  readonly records: number;
  readonly seed: number;
  /** The database of the service; a new file unless given. */
  readonly data?: string;
  readonly onEvent?: (soFar: CrashResult) => void;
}

export interface CrashResult {
  readonly events: number;
  /** Starts of the command. */
  readonly starts: number;
  /** Kills of the command, by the write that had arrived last before: `POST speakers`, or `none`. */
  readonly kills: Readonly<Record<string, number>>;
  readonly serviceKills: number;
  /** Responses to writes that were dropped. */
  readonly lost: number;
  /** What is lost, duplicated, wrong or unfinished, in words. */
  readonly faults: readonly string[];
}

/** The state of a trial. */
interface Trial {
  readonly stage: CrashStage;
  readonly random: () => number;
  /** How often each run is killed, if it does not end before. */
  readonly killsPerRun: number;
  events: number;
  starts: number;
  readonly kills: Record<string, number>;
  serviceKills: number;
  readonly faults: string[];
}

/** Longer than any request is delayed, but short: rows in doubt are sent again only after this time. */
const timeout = '2s';
const mostKillsPerRun = 6;
/** A command that is not disturbed ends at its first start. */
const mostStarts = 100;
/** A service that was killed can end a command with these; the same command then completes it. */
const exitsWithoutService = [7, 9, 10];

export async function crash({ command, kills, records, seed, data, onEvent }: CrashTrial): Promise<CrashResult> {
  const stage = await openCrashStage(seed + 1, data);
  const changes: readonly Change[] = changesOf[command];
  const killsPerRun = Math.min(mostKillsPerRun, Math.ceil(kills / (changes.length * (command === 'undo' ? 2 : 1))));
  const counts = { events: 0, starts: 0, kills: {}, serviceKills: 0, faults: [] };
  const trial: Trial = { stage, random: seededRandom(seed), killsPerRun, ...counts };
  const result = (): CrashResult => {
    const { events, starts, kills, serviceKills, faults } = trial;
    return { events, starts, kills, serviceKills, lost: stage.lost(), faults };
  };
  try {
    while (killed(trial) < kills || trial.events < changes.length) {
      for (const change of changes) {
        const name = `event-${++trial.events}`;
        const perform = command === 'undo' ? undoChange : makeChange;
        const faults = await perform(trial, await stage.newEvent(name), change, records);
        trial.faults.push(...faults.map((fault) => `${name}: ${fault}`));
        onEvent?.(result());
      }
    }
    return result();
  } finally {
    await stage.close();
  }
}

/** Makes a change that is killed. Afterwards, everything is as it must be, and the same command writes nothing more. */
async function makeChange(
  trial: Trial,
  event: CrashEvent,
  change: Change,
  records: number,
): Promise<readonly string[]> {
  const { stage } = trial;
  const args = await change.prepare({ ...event, records });
  const wanted = change.wanted(await event.contents(), records);
  const { faults } = await complete(trial, event, args, change.writes * records);
  const found = differences(wanted, await event.contents());
  const writes = stage.writes();
  await event.run(...args);
  const again = stage.writes() > writes ? ['the same command writes again after it has ended'] : [];
  return [...faults, ...found, ...again];
}

/** Makes a change undisturbed, and undoes it and the undo, which are both killed. */
async function undoChange(
  trial: Trial,
  event: CrashEvent,
  change: Change,
  records: number,
): Promise<readonly string[]> {
  const args = await change.prepare({ ...event, records });
  const before = await event.contents();
  const wanted = change.wanted(before, records);
  const earlier = await event.runs();
  await event.run(...args);
  const applied = (await event.runs()).find(({ run }) => earlier.every((each) => each.run !== run))?.run ?? '';
  const afterApply = await event.contents();
  const undo = await complete(trial, event, ['runs', 'undo', applied], change.writes * records);
  const afterUndo = await event.contents();
  const redo = await complete(trial, event, ['runs', 'undo', undo.run], change.writes * records);
  return [
    ...differences(wanted, afterApply),
    ...undo.faults,
    ...differences(undone(before, afterApply), afterUndo),
    ...redo.faults,
    ...differences(wanted, await event.contents()),
  ];
}

/**
 * Runs a command again after each kill, by itself or by the name of its run, until it has ended.
 * @param writes how many requests that write it sends
 */
async function complete(trial: Trial, event: CrashEvent, words: readonly string[], writes: number) {
  const { stage, random, killsPerRun } = trial;
  const earlier = new Set((await event.runs()).map(({ run }) => run));
  const own = async () => (await event.runs()).filter(({ run }) => !earlier.has(run));
  const [killedBefore, writesBefore] = [killed(trial), stage.writes()];
  stage.forgetWrite();
  stage.disturb();
  for (let attempt = 0; attempt < mostStarts; attempt++) {
    const interrupted = (await own()).find(({ state }) => state === 'interrupted');
    const line = interrupted !== undefined && random() < 0.3 ? ['runs', 'resume', interrupted.run] : words;
    const { serviceKills } = trial;
    const { exitCode, signal, stderr } = await start(trial, event, line, instant(killed(trial) - killedBefore));
    if (signal === 'SIGKILL') {
      trial.kills[stage.lastWrite()] = (trial.kills[stage.lastWrite()] ?? 0) + 1;
      continue;
    }
    if (serviceKills < trial.serviceKills && exitsWithoutService.includes(exitCode)) continue;
    // Requests of a killed command may arrive after a later one has ended.
    await stage.calm();
    const left = await own();
    // A command whose service was killed can end its run, so that a second one completes the work.
    const isFinished = left.length > 0 && left.every(({ state }) => state === 'finished');
    const faults = [
      ...(exitCode === 0 ? [] : [`${line.join(' ')}: exit code ${exitCode}: ${stderr}`]),
      ...(isFinished ? [] : [`${words.join(' ')} left these runs: ${JSON.stringify(left)}`]),
    ];
    return { run: left.at(-1)?.run ?? '', faults };
  }
  throw new Error(`${words.join(' ')} has not ended after ${mostStarts} starts`);

  /** Spreads the kills over the writes of the run. Some are early: the command still starts, reads or plans. */
  function instant(kills: number): (() => Promise<unknown>) | undefined {
    if (kills >= killsPerRun) return undefined;
    if (random() < 0.2) return () => sleep(random() * 600);
    const arrived = writesBefore + Math.ceil(((kills + random()) / killsPerRun) * writes);
    return () => stage.written(arrived).then(() => sleep(random() * 20));
  }
}

/** @param instant of the kill of the command, or of its service; never if undefined */
async function start(
  trial: Trial,
  { env }: CrashEvent,
  words: readonly string[],
  instant: (() => Promise<unknown>) | undefined,
) {
  const { stage, random } = trial;
  trial.starts++;
  const child = startPlenary([...words, '--yes', '--json', '--timeout', timeout], { env });
  const ended = once(child, 'close');
  child.stdin.end();
  child.stdout.resume();
  const stderr = text(child.stderr);
  if (instant !== undefined) {
    await Promise.race([ended, instant()]);
    if (random() < 0.2 && child.exitCode === null) {
      await stage.killService();
      trial.serviceKills++;
      await Promise.race([ended, sleep(random() * 500)]);
      await stage.restartService();
    } else child.kill('SIGKILL');
  }
  const [exitCode, signal] = await ended;
  return { exitCode, signal, stderr: await stderr };
}

function killed({ kills }: Trial): number {
  return Object.values(kills).reduce((sum, count) => sum + count, 0);
}
