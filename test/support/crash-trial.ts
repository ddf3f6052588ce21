// Kills imports or their service, and runs the imports again until they are finished, then checks that the service has each row exactly once.
import { setTimeout as sleep } from 'node:timers/promises';
import { type CrashRun, type CrashStage, openStage, type Task } from './crash-stage.ts';
import type { FaultyProxyOptions } from './faulty-proxy.ts';
import type { Noun } from './import-trial.ts';
import { seededRandom } from './seeded-random.ts';

export interface CrashTrial {
  /** How many kills or lost responses there are in total, spread over as many imports as necessary. */
  readonly disturbances: number;
  /** Per import. */
  readonly rows: number;
  readonly seed: number;
  /** At a random instant of an import, or when half of its rows were sent. */
  readonly moment?: 'at any instant' | 'midway';
  readonly onImport?: (soFar: CrashResult) => void;
}

export interface CrashResult {
  /** Kills, or lost responses. */
  readonly disturbances: number;
  readonly imports: number;
  /** Starts of the program. */
  readonly runs: number;
  /** Of all imports. */
  readonly rows: number;
  readonly duplicates: number;
  readonly missing: number;
  /** Other faults, in words. */
  readonly faults: readonly string[];
}

/** The import itself is killed. */
export function killImports(trial: CrashTrial): Promise<CrashResult> {
  return perform(trial, { exits: [0], disturb: once });

  async function once(run: CrashRun, { wait, countDisturbance }: DisturbanceContext): Promise<void> {
    await Promise.race([run.ended, wait()]);
    run.kill();
    if ((await run.ended).killed) countDisturbance();
  }
}

/** The service is killed during the import, and restarted a moment later. */
export function killService(trial: CrashTrial): Promise<CrashResult> {
  return perform(trial, { exits: [0, 7, 9, 10], disturb: again });

  async function again(
    run: CrashRun,
    { stage, wait, countDisturbance, isEnough, random }: DisturbanceContext,
  ): Promise<void> {
    while (!isEnough()) {
      const ended = await Promise.race([run.ended, wait()]);
      if (ended !== undefined) return;
      await stage.killService();
      countDisturbance();
      await sleep(random() * 500);
      await stage.restartService();
    }
  }
}

/** Every twentieth creation is carried out, but its response is dropped with the connection. */
export function loseResponses(trial: CrashTrial): Promise<CrashResult> {
  const loses = (post: number) => post % 20 === 0;
  return perform(trial, { exits: [0, 7, 9, 10], loses, disturb: async () => {} });
}

/** How an import is disturbed. */
interface Disturbance {
  /** The exit codes after which the import may have to be run again. */
  readonly exits: readonly (number | null)[];
  readonly loses?: FaultyProxyOptions['loses'];
  /** Disturbs one run. */
  readonly disturb: (run: CrashRun, scene: DisturbanceContext) => Promise<void>;
}

interface DisturbanceContext {
  readonly stage: CrashStage;
  readonly random: () => number;
  /** Resolves at the moment of the next disturbance. */
  wait(): Promise<void>;
  countDisturbance(): void;
  isEnough(): boolean;
}

// An import that keeps failing without being disturbed would never end.
const maxRuns = 200;
const longestMs = (disturbances: number) => 300_000 + disturbances * 20_000;

async function perform(trial: CrashTrial, disturbance: Disturbance): Promise<CrashResult> {
  const { disturbances: enough, rows, seed, onImport, moment = 'at any instant' } = trial;
  const random = seededRandom(seed);
  const delay = seededRandom(seed + 1);
  const end = Date.now() + longestMs(enough);
  const undisturbedMs: Partial<Record<Noun, number>> = {};
  const sums = { imports: 0, runs: 0, rows: 0, duplicates: 0, missing: 0 };
  const faults: string[] = [];
  let kills = 0;

  const stage = await openStage({
    delayMs: () => delayMs(delay),
    ...(disturbance.loses && { loses: disturbance.loses }),
  });
  const disturbances = () => kills + stage.lost();
  const figures = () => ({ ...sums, disturbances: disturbances(), faults });
  try {
    while (disturbances() < enough || (sums.imports < 2 && moment === 'at any instant')) {
      const task = await stage.task(sums.imports % 2 === 0 ? 'submissions' : 'speakers', rows);
      await complete(task);
      const { duplicates, missing, unexpected } = await stage.audit(task);
      sums.imports++;
      sums.rows += rows;
      sums.duplicates += duplicates;
      sums.missing += missing;
      if (unexpected > 0) faults.push(`${task.event}: ${unexpected} ${task.noun} without a row`);
      onImport?.(figures());
    }
    return figures();
  } finally {
    await stage.close();
  }

  async function complete(task: Task): Promise<void> {
    for (let run = 1; run <= maxRuns; run++) {
      if (Date.now() > end)
        throw new Error(`not done after ${sums.imports} imports and ${disturbances()} disturbances`);
      const begun = performance.now();
      const { exitCode, killed, stdout, stderr } = await runOnce(task);
      sums.runs++;
      if (exitCode === 0) {
        undisturbedMs[task.noun] ??= performance.now() - begun;
        faults.push(...countFaults(stdout, task));
        return;
      }
      if (!killed && !disturbance.exits.includes(exitCode)) {
        faults.push(`${task.event}: exit code ${exitCode}: ${stderr}`);
        return;
      }
    }
    throw new Error(`${task.event} was not done after ${maxRuns} runs`);
  }

  /** With random instants, the first import of each kind is not disturbed: its duration is the range for the others. */
  async function runOnce(task: Task) {
    const longest = moment === 'midway' ? 0 : undisturbedMs[task.noun];
    const midway = stage.sent(rows / 2);
    const run = stage.start(task);
    if (longest !== undefined && disturbances() < enough) {
      await disturbance.disturb(run, {
        stage,
        random,
        wait: () => (moment === 'midway' ? midway : sleep(random() * longest, undefined, { ref: false })),
        countDisturbance: () => kills++,
        isEnough: () => disturbances() >= enough,
      });
    }
    return run.ended;
  }
}

// Some requests take so long that they arrive after their sender was killed and started again.
function delayMs(random: () => number): number {
  return random() < 0.02 ? random() * 1000 : random() * 30;
}

/** Exit code 0 means that every row is in the service, created now or before. */
function countFaults(stdout: string, { event, rows: wanted }: Task): readonly string[] {
  const { rows, created, updated, unchanged, skipped, rejected, failed, unknown } = JSON.parse(stdout).counts;
  const isRight = rows === wanted && created + updated + unchanged + skipped === wanted;
  return isRight && rejected + failed + unknown === 0 ? [] : [`${event}: counts do not add up: ${stdout}`];
}
