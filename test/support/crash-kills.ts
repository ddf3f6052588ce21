// Starts a command of a crash trial, and kills it or its server. Must not know what it does.
import { setTimeout as sleep } from 'node:timers/promises';
import { type CrashEvent, type CrashStage, runBuilt } from './crash-stage.ts';

export interface CrashResult {
  events: number;
  /** Starts of the command. */
  starts: number;
  /**
   * Kills of the command, by the write that had arrived last before: `POST speakers`, or `none`.
   */
  readonly kills: Record<string, number>;
  /** Kills of each stage: the command, its undo, and the undo of that. */
  readonly stageKills: Record<string, number>;
  /** Runs that were killed at least twice after they had sent more, and have finished. */
  killedTwice: number;
  /** Kills of resumed runs between their first request and their first write. */
  beforeWrite: number;
  /** Kills of runs that had sent, or were about to send, a session to where it only waits. */
  whileWaiting: number;
  serviceKills: number;
  /** Starts that ended without a response, because a busy machine took longer than the timeout. */
  timedOut: number;
  /** Responses to writes that were dropped. */
  lost: number;
  /** Records that were compared with what they must be. */
  records: number;
  duplicates: number;
  /**
   * What is lost, duplicated, wrong or unfinished, in words. The first event with a fault is the
   * last one.
   */
  readonly faults: string[];
  /** Where its database, files and runs are if there is a fault. */
  folder: string | undefined;
}

/** The state of a trial. */
export interface Trial {
  readonly stage: CrashStage;
  readonly random: () => number;
  /** How often each run is killed, if it does not end before. */
  readonly killsPerRun: number;
  readonly result: CrashResult;
  /** Ends the trial, whose event then counts for nothing. */
  readonly stopped: AbortSignal;
  /** What was started in the event, and how it ended. */
  history: string[];
}

/** A command line that is killed. */
export interface Line {
  readonly words: readonly string[];
  /** The stage of its event. */
  readonly name: string;
  /** Whether it is another change once it has ended. */
  readonly isOnce?: boolean | undefined;
  /** The kinds of writes that it sends, in their order, each at least this often. */
  readonly kinds: readonly string[];
  readonly records: number;
  readonly faults: string[];
}

/**
 * Longer than any request is delayed, but short: rows in doubt are sent again only after this time.
 */
const timeout = '2s';
type Wait = () => Promise<unknown>;

/**
 * Spreads the kills over the run: the first while it starts, reads or plans, the others among the
 * writes of each kind.
 */
export function killAt(
  { stage, random, killsPerRun }: Trial,
  { kinds, records }: Line,
  kills: number,
): Wait | undefined {
  if (kills >= killsPerRun) return undefined;
  const places = kinds.length + 1;
  const later = Math.ceil((kills * kinds.length) / Math.max(1, killsPerRun - 1));
  const place = killsPerRun < places ? Math.floor(random() * places) : later;
  const kind = kinds[place - 1];
  if (kind === undefined) return () => sleep(random() * 600);
  const more = Math.ceil((random() * 0.4 * records) / Math.max(1, killsPerRun / places));
  // If too few of the kind are left, at the first of the next kinds.
  const reached = [
    stage.arrived(kind, more),
    ...kinds.slice(place).map((next) => stage.arrived(next, 1)),
  ];
  return () => Promise.race(reached).then(() => sleep(random() * 10));
}

/**
 * @param untilKill resolves at the moment of a kill of the command, or of its service; undefined
 *   for none
 */
export function start(
  trial: Trial,
  { env }: CrashEvent,
  words: readonly string[],
  untilKill: Wait | undefined,
) {
  const { random, stopped } = trial;
  const { service } = trial.stage;
  stopped.throwIfAborted();
  trial.result.starts++;
  return runBuilt([...words, '--timeout', timeout], env, async (child, ended) => {
    const stop = () => child.kill('SIGKILL');
    stopped.addEventListener('abort', stop);
    child.once('close', () => stopped.removeEventListener('abort', stop));
    if (untilKill === undefined) return;
    await Promise.race([ended, untilKill()]);
    if (service !== undefined && random() < 0.2 && child.exitCode === null) {
      await service.kill();
      trial.result.serviceKills++;
      trial.history.push('  the service was killed');
      await Promise.race([ended, sleep(random() * 500)]);
      await service.restart();
      if (random() < 0.5) return;
      await Promise.race([ended, sleep(random() * 1000)]);
    }
    child.kill('SIGKILL');
  });
}
