// Kills `program apply`, its undo and the undo of that in every part, and compares all records with what they must be.
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { startFaultyProxy } from './faulty-proxy.ts';
import { plenary, spawnService, startPlenary } from './program.ts';
import {
  type Contents,
  differences,
  editedFile,
  seedFiles,
  wantedAfterUndo,
  wantedContents,
} from './program-crash-data.ts';
import { seededRandom } from './seeded-random.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface ProgramCrashTrial {
  /** How many speakers and submissions the event has before; the files create as many again. */
  readonly records: number;
  /** How often each of the three runs is killed in each of its parts, if the part does not end before. */
  readonly killsPerPart: number;
  readonly seed: number;
}

export interface ProgramCrashResult {
  /** By the part that was the last one to begin; `none` is before the first. */
  readonly kills: Readonly<Record<string, number>>;
  /** Starts of the program. */
  readonly starts: number;
  /** What is lost, duplicated or wrong after each of the three runs, in words. */
  readonly wrong: Readonly<Record<'applied' | 'undone' | 'redone', readonly string[]>>;
  readonly faults: readonly string[];
}

interface Run {
  readonly run: string;
  readonly state: string;
  readonly action: string;
  readonly resource: string;
}

/** For each record: new ones take two writes, and an undo moves every second session. */
const writesOfParts: Readonly<Record<string, readonly number[]>> = { apply: [3, 3, 2], undo: [0.5, 1, 1] };
// An undisturbed run ends at the first start.
const mostStarts = 200;

export async function killPrograms({ records, killsPerPart, seed }: ProgramCrashTrial): Promise<ProgramCrashResult> {
  const random = seededRandom(seed);
  const delay = seededRandom(seed + 1);
  const folder = temporaryFolder();
  const service = await spawnService();
  // Some requests arrive long after their sender has ended. Other services do not support the key, so that it is removed.
  const proxy = await startFaultyProxy(service.url, {
    delayMs: () => delay() * (delay() < 0.01 ? 500 : 20),
    strips: ['idempotency-key'],
  });
  const env = { ...service.env, PLENARY_BASE_URL: proxy.url, PLENARY_TIMEZONE: 'Europe/Berlin' };
  const program = folder.file('program');
  const kills: Record<string, number> = {};
  const faults: string[] = [];
  let starts = 0;

  try {
    for (const [command, name, content] of seedFiles(records)) {
      writeFileSync(folder.file(name), content);
      await succeed(...command, folder.file(name), '--yes');
    }
    await succeed('program', 'pull', program);
    const before = await contents();
    for (const name of ['speakers', 'submissions', 'schedule'] as const) {
      const path = `${program}/${name}.csv`;
      writeFileSync(path, editedFile(name, readFileSync(path, 'utf8'), records));
    }

    const applied = await complete(
      ['program', 'apply', program, '--create', '--max-changes', String(3 * records)],
      'apply',
    );
    const wanted = wantedContents(before, records);
    const afterApply = await contents();
    await expectNothingLeft();
    const undone = await complete(['runs', 'undo', applied], 'undo');
    const afterUndo = await contents();
    await complete(['runs', 'undo', undone], 'undo');
    return {
      kills,
      starts,
      faults,
      wrong: {
        applied: differences(wanted, afterApply),
        undone: differences(wantedAfterUndo(before, wanted), afterUndo),
        redone: differences(wanted, await contents()),
      },
    };
  } finally {
    await proxy.close();
    await service.stop();
    folder.remove();
  }

  /** Runs a command again after each kill, by itself or by the name of its run, until it has ended. @returns the run */
  async function complete(args: readonly string[], action: string): Promise<string> {
    const known = new Set((await programRuns()).map(({ run }) => run));
    const own = async () => (await programRuns()).filter(({ run, action: its }) => its === action && !known.has(run));
    const first = proxy.writes();
    const planned = instantsOf(action).map((writes) => first + writes);
    for (let attempt = 0; attempt < mostStarts; attempt++) {
      const [interrupted] = (await own()).filter(({ state }) => state === 'interrupted');
      const byName = interrupted !== undefined && random() < 0.3;
      const command = byName ? ['runs', 'resume', interrupted.run] : args;
      const { signal, exitCode, stderr } = await start(command, planned.shift());
      if (signal === 'SIGKILL') {
        const last = (await own()).at(-1);
        const part = last === undefined ? 'none' : partOf(last.run);
        kills[part] = (kills[part] ?? 0) + 1;
        continue;
      }
      // Requests of a killed run may arrive after later runs have ended.
      await proxy.atRest();
      if (exitCode !== 0) faults.push(`${command.join(' ')}: exit code ${exitCode}: ${stderr}`);
      const runs = await own();
      if (runs.length !== 1 || runs[0]?.state !== 'finished')
        faults.push(`${args.join(' ')} left these runs: ${JSON.stringify(runs)}`);
      return runs.at(-1)?.run ?? '';
    }
    throw new Error(`${args.join(' ')} has not ended after ${mostStarts} starts`);
  }

  /** How many writes must have arrived before each kill: none for the first one, while the program reads and plans. */
  function instantsOf(action: string): readonly number[] {
    const instants = [0];
    let begun = 0;
    for (const writes of writesOfParts[action] ?? []) {
      for (let kill = 0; kill < killsPerPart; kill++) {
        // The last writes of a part are in flight when the next part begins.
        instants.push(begun + Math.ceil(random() * 0.8 * writes * records));
      }
      begun += writes * records;
    }
    return instants.sort((a, b) => a - b);
  }

  /** @param writes how many must have arrived in total before it is killed; never if undefined */
  async function start(args: readonly string[], writes: number | undefined) {
    starts++;
    // Many requests in flight are lost with a kill; few let a part last.
    const concurrency = random() < 0.5 ? '8' : 'auto';
    const flags = ['--yes', '--json', '--timeout', '1s', '--concurrency', concurrency];
    const child = startPlenary([...args, ...flags], { env });
    const ended = once(child, 'close');
    child.stdin.end();
    child.stdout.resume();
    const stderr = text(child.stderr);
    if (writes !== undefined) {
      await Promise.race([ended, proxy.written(writes)]);
      await Promise.race([ended, sleep(random() * 20)]);
      child.kill('SIGKILL');
    }
    const [exitCode, signal] = await ended;
    return { exitCode, signal, stderr: await stderr };
  }

  /** The part of the last row that was about to be sent. The undo sends the last part first. */
  function partOf(run: string): string {
    const lines = readFileSync(join(service.env.PLENARY_STATE_DIR ?? '', 'runs', run, 'journal.ndjson'), 'utf8').split(
      '\n',
    );
    const { parts = [] }: { readonly parts?: readonly { resource: string; first: number }[] } = JSON.parse(
      lines[0] ?? '{}',
    );
    const last = lines.findLast((line) => line.startsWith('{"sending"') && line.endsWith('}'));
    if (last === undefined) return 'none';
    const [[row]] = JSON.parse(last).sending;
    return parts.findLast(({ first }) => first <= row)?.resource ?? 'none';
  }

  /** The oldest first. */
  async function programRuns(): Promise<readonly Run[]> {
    const runs: readonly Run[] = JSON.parse((await succeed('runs', 'list', '--json')).stdout);
    return runs.filter(({ resource }) => resource === 'program');
  }

  async function expectNothingLeft(): Promise<void> {
    const planned = await run('program', 'plan', program, '--create', '--detailed-exitcode');
    if (planned.exitCode !== 0) faults.push(`a plan after it ended with ${planned.exitCode}: ${planned.stdout}`);
  }

  async function contents(): Promise<Contents> {
    const list = async (resource: string) => JSON.parse((await succeed(resource, 'list', '--all', '--json')).stdout);
    return { speakers: await list('speakers'), submissions: await list('submissions') };
  }

  function run(...args: readonly string[]) {
    return plenary(args, { env });
  }

  async function succeed(...args: readonly string[]) {
    const result = await run(...args);
    if (result.exitCode !== 0) throw new Error(`${args.join(' ')} ended with ${result.exitCode}: ${result.stderr}`);
    return result;
  }
}
