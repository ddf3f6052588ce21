// Runs the cases of a suite one after the other in a child process, for a while. Must not know what is tested.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { removePostgres } from '../support/postgres.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { postgresFolder } from './service-stage.ts';
import { type Finding, type Outcome, seedOf } from './suite.ts';
import type { SuiteName } from './suites.ts';

export interface Trial {
  readonly suite: SuiteName;
  readonly seed: number;
  /** The first case, from 0. */
  readonly first?: number;
  /** Whether another case is to be run. */
  readonly goesOn: (cases: number) => boolean;
  readonly onFinding: (finding: Finding, number: number, generator: string) => void;
}

export interface TrialResult {
  readonly cases: number;
  readonly findings: number;
  /** How often each result occurred. */
  readonly results: ReadonlyMap<string, number>;
  /** The case that took longest for its size, of those that are large enough to compare. */
  readonly slowest: Measured | undefined;
  readonly largest: Measured | undefined;
}

export interface Measured extends Pick<Outcome, 'generator' | 'ms' | 'bytes' | 'memory'> {
  readonly number: number;
}

/** A case that takes longer is ended. Its finding is made smaller meanwhile, which has a limit of its own. */
const longestMs = 120_000;

/** A process is replaced after this many cases, so that its memory is that of few of them. */
const casesPerChild = 1_000;

/** In bytes: of a smaller input, the time is that of the command itself. */
const comparable = 10_000;

export async function runTrial({ suite, seed, first = 0, goesOn, onFinding }: Trial): Promise<TrialResult> {
  const results = new Map<string, number>();
  const folder = temporaryFolder();
  // PostgreSQL runs as another user.
  chmodSync(folder.path, 0o755);
  let findings = 0;
  let slowest: Measured | undefined;
  let largest: Measured | undefined;
  let child: Child | undefined;
  let number = first;
  for (; goesOn(number - first); number++) {
    child ??= await startChild(suite, folder.path);
    const outcome = await child.run(seedOf(seed, number));
    if (typeof outcome === 'string') {
      findings++;
      child = undefined;
      await removePostgres(postgresFolder(folder.path));
      onFinding({ message: outcome, input: Buffer.alloc(0), about: 'see the case' }, number, 'unknown');
      continue;
    }
    const { result, finding, generator, ms, bytes, memory } = outcome;
    results.set(result, (results.get(result) ?? 0) + 1);
    const figures: Measured = { number, generator, ms, bytes, memory };
    if (bytes >= comparable && ms / bytes > perByte(slowest)) slowest = figures;
    if ((memory ?? 0) > (largest?.memory ?? 0)) largest = figures;
    if (finding !== undefined) {
      findings++;
      onFinding(finding, number, generator);
    }
    if ((number - first) % casesPerChild === casesPerChild - 1) {
      await child.end();
      child = undefined;
    }
  }
  await child?.end();
  await removePostgres(postgresFolder(folder.path));
  folder.remove();
  return { cases: number - first, findings, results, slowest, largest };
}

function perByte(measured: Measured | undefined): number {
  return measured === undefined ? 0 : measured.ms / measured.bytes;
}

interface Child {
  /** The outcome of a case, or how the process ended instead. */
  run(seed: number): Promise<Outcome | string>;
  end(): Promise<void>;
}

async function startChild(suite: SuiteName, folder: string): Promise<Child> {
  const child = fork(join(import.meta.dirname, 'child.ts'), [suite], {
    execArgv: ['--import', import.meta.resolve('tsx'), '--max-old-space-size=1024'],
    env: { ...process.env, TMPDIR: folder },
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit').then(([code, signal]) => `the process ended with ${code ?? signal}`);
  const early = await Promise.race([once(child, 'message'), ended]);
  if (typeof early === 'string') throw new Error(early);
  return {
    async run(seed) {
      const outcome: Promise<[Outcome]> = once(child, 'message') as Promise<[Outcome]>;
      child.send(seed);
      const timer = setTimeout(() => child.kill('SIGKILL'), longestMs);
      const began = performance.now();
      const result = await Promise.race([outcome, ended]);
      clearTimeout(timer);
      return typeof result === 'string' ? `${result} after ${Math.round(performance.now() - began)} ms` : result[0];
    },
    async end() {
      disconnect(child);
      await ended;
    },
  };
}

function disconnect(child: ChildProcess): void {
  if (child.connected) child.disconnect();
}
