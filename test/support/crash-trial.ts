// Kills imports or their service, and runs the imports again until they are finished: is every row in the service exactly once?
import { setTimeout as sleep } from 'node:timers/promises';
import { openStage, type Run, type Stage, type Task } from './crash-stage.ts';
import type { FaultyProxyOptions } from './faulty-proxy.ts';
import type { Noun } from './import-trial.ts';
import { seededRandom } from './seeded-random.ts';

export interface CrashTrial {
  /** How many kills or lost responses there are in total, over as many imports as it takes. */
  readonly harms: number;
  /** Per import. */
  readonly rows: number;
  readonly seed: number;
  /** At a random instant of an import, or when half of its rows were sent. */
  readonly strikes?: 'at any instant' | 'midway';
  readonly onImport?: (soFar: Figures) => void;
}

export interface Figures {
  /** Kills, or lost responses. */
  readonly harms: number;
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
export function killImports(trial: CrashTrial): Promise<Figures> {
  return perform(trial, { exits: [0], befall: once });

  async function once(run: Run, { wait, harm }: Scene): Promise<void> {
    await Promise.race([run.ended, wait()]);
    run.kill();
    if ((await run.ended).killed) harm();
  }
}

/** The service is killed during the import, and restarted a moment later. */
export function killService(trial: CrashTrial): Promise<Figures> {
  return perform(trial, { exits: [0, 7, 9, 10], befall: again });

  async function again(run: Run, { stage, wait, harm, isEnough, random }: Scene): Promise<void> {
    while (!isEnough()) {
      const ended = await Promise.race([run.ended, wait()]);
      if (ended !== undefined) return;
      await stage.killService();
      harm();
      await sleep(random() * 500);
      await stage.restartService();
    }
  }
}

/** Every twentieth creation is carried out, but its response is dropped with the connection. */
export function loseAnswers(trial: CrashTrial): Promise<Figures> {
  const loses = (post: number) => post % 20 === 0;
  return perform(trial, { exits: [0, 7, 9, 10], loses, befall: async () => {} });
}

/** How an import is disturbed. */
interface Assault {
  /** The exit codes after which the import may have to be run again. */
  readonly exits: readonly (number | null)[];
  readonly loses?: FaultyProxyOptions['loses'];
  /** Disturbs one run. */
  readonly befall: (run: Run, scene: Scene) => Promise<void>;
}

interface Scene {
  readonly stage: Stage;
  readonly random: () => number;
  /** Until the instant at which to strike. */
  wait(): Promise<void>;
  harm(): void;
  isEnough(): boolean;
}

// An import that keeps failing without being disturbed would never end.
const mostRuns = 200;
const longestMs = (harms: number) => 300_000 + harms * 20_000;

async function perform(trial: CrashTrial, assault: Assault): Promise<Figures> {
  const { harms: enough, rows, seed, onImport, strikes = 'at any instant' } = trial;
  const random = seededRandom(seed);
  const delay = seededRandom(seed + 1);
  const end = Date.now() + longestMs(enough);
  const undisturbedMs: Partial<Record<Noun, number>> = {};
  const sums = { imports: 0, runs: 0, rows: 0, duplicates: 0, missing: 0 };
  const faults: string[] = [];
  let kills = 0;

  const stage = await openStage({ delayMs: () => delayMs(delay), ...(assault.loses && { loses: assault.loses }) });
  const harms = () => kills + stage.lost();
  const figures = () => ({ ...sums, harms: harms(), faults });
  try {
    while (harms() < enough || (sums.imports < 2 && strikes === 'at any instant')) {
      const task = await stage.task(sums.imports % 2 === 0 ? 'submissions' : 'speakers', rows);
      await complete(task);
      const { duplicates, missing, strange } = await stage.audit(task);
      sums.imports++;
      sums.rows += rows;
      sums.duplicates += duplicates;
      sums.missing += missing;
      if (strange > 0) faults.push(`${task.event}: ${strange} ${task.noun} without a row`);
      onImport?.(figures());
    }
    return figures();
  } finally {
    await stage.close();
  }

  async function complete(task: Task): Promise<void> {
    for (let run = 1; run <= mostRuns; run++) {
      if (Date.now() > end) throw new Error(`not done after ${sums.imports} imports and ${harms()} harms`);
      const begun = performance.now();
      const { exitCode, killed, stdout, stderr } = await runOnce(task);
      sums.runs++;
      if (exitCode === 0) {
        undisturbedMs[task.noun] ??= performance.now() - begun;
        faults.push(...countFaults(stdout, task));
        return;
      }
      if (!killed && !assault.exits.includes(exitCode)) {
        faults.push(`${task.event}: exit code ${exitCode}: ${stderr}`);
        return;
      }
    }
    throw new Error(`${task.event} was not done after ${mostRuns} runs`);
  }

  /** With random instants, the first import of each kind is not disturbed: its duration is the range for the others. */
  async function runOnce(task: Task) {
    const longest = strikes === 'midway' ? 0 : undisturbedMs[task.noun];
    const midway = stage.sent(rows / 2);
    const run = stage.start(task);
    if (longest !== undefined && harms() < enough) {
      await assault.befall(run, {
        stage,
        random,
        wait: () => (strikes === 'midway' ? midway : sleep(random() * longest, undefined, { ref: false })),
        harm: () => kills++,
        isEnough: () => harms() >= enough,
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
