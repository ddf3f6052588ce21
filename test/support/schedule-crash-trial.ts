// Kills `sessions apply` and runs it again until the schedule is applied, then checks that each session is where the file places it.
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { startFaultyProxy } from './faulty-proxy.ts';
import { plenary, spawnService, startPlenary } from './program.ts';
import { seededRandom } from './seeded-random.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface ScheduleCrashTrial {
  /** How many kills there are in total, spread over as many schedules as necessary. */
  readonly kills: number;
  /** Per schedule; each schedule moves all of them. */
  readonly sessions: number;
  readonly seed: number;
  /** At a random instant of `apply`, or when half of the sessions were sent. */
  readonly moment?: 'at any instant' | 'midway';
}

export interface ScheduleCrashResult {
  readonly kills: number;
  /** Schedules that were applied to their end. */
  readonly schedules: number;
  /** Starts of `apply`. */
  readonly runs: number;
  /** Sessions that were not where the file places them after it was applied. */
  readonly misplaced: number;
  /** Other faults, in words. */
  readonly faults: readonly string[];
}

interface Placed {
  readonly title: string;
  readonly room: string;
  readonly start: string;
}

const maxRuns = 200;

/** The first schedule is not disturbed: its duration is the range of instants for the others. */
export async function killApplies({
  kills: enough,
  sessions,
  seed,
  moment = 'at any instant',
}: ScheduleCrashTrial): Promise<ScheduleCrashResult> {
  const random = seededRandom(seed);
  const delay = seededRandom(seed + 1);
  const folder = temporaryFolder();
  const service = await spawnService();
  // Some requests arrive long after their sender has ended.
  const proxy = await startFaultyProxy(service.url, { delayMs: () => delay() * (delay() < 0.02 ? 1000 : 30) });
  const env = { ...service.env, PLENARY_BASE_URL: proxy.url, PLENARY_STATE_DIR: folder.file('state') };
  const faults: string[] = [];
  const sums = { kills: 0, schedules: 0, runs: 0, misplaced: 0 };
  const run = (...args: readonly string[]) => plenary(args, { env, cwd: folder.path });
  let undisturbedMs: number | undefined;
  let last: readonly Placed[] = [];

  try {
    const numbers = Array.from({ length: sessions }, (_, index) => index + 1);
    const titles = numbers.map((n) => `Talk ${n},speaker-${n}@example.org`);
    writeFileSync(folder.file('talks.csv'), `Title,Email\n${titles.join('\n')}\n`);
    await run('submissions', 'import', 'talks.csv');
    while (sums.kills < enough) {
      const day = String((sums.schedules % 28) + 1).padStart(2, '0');
      const wanted = numbers.map((n) => ({
        title: `Talk ${n}`,
        room: `Room ${(n + sums.schedules) % sessions}`,
        start: `2026-05-${day}T10:00:00+02:00`,
      }));
      const rows = wanted.map(({ title, room }) => `${title},${room},2026-05-${day} 10:00,45`);
      writeFileSync(folder.file('s.csv'), `Title,Room,Start,Duration\n${rows.join('\n')}\n`);
      await complete();
      sums.schedules++;
      await look(wanted);
      last = wanted;
      const again = await run('sessions', 'plan', 's.csv', '--timezone', 'Europe/Berlin', '--detailed-exitcode');
      if (again.exitCode !== 0) faults.push(`a plan after it ended with ${again.exitCode}: ${again.stderr}`);
    }
    // Requests of a killed run may arrive after later runs have finished.
    await proxy.atRest();
    await look(last);
    const runs = JSON.parse((await run('runs', 'list', '--json')).stdout);
    const open = runs.filter(({ state }: { state: string }) => state !== 'finished');
    if (open.length > 0) faults.push(`${open.length} runs are not finished`);
    return { ...sums, faults };
  } finally {
    await proxy.close();
    await service.stop();
    folder.remove();
  }

  /** Counts the misplaced sessions. */
  async function look(wanted: readonly Placed[]): Promise<void> {
    const { stdout } = await run('sessions', 'list', '--all', '--json');
    const held: readonly Placed[] = JSON.parse(stdout);
    const placed = new Set(held.map(({ title, room, start }) => JSON.stringify({ title, room, start })));
    sums.misplaced += wanted.filter((session) => !placed.has(JSON.stringify(session))).length;
    if (held.length !== sessions) faults.push(`${held.length} sessions are placed instead of ${sessions}`);
  }

  /** Runs and kills `sessions apply` until it ends by itself. */
  async function complete(): Promise<void> {
    for (let attempt = 1; attempt <= maxRuns; attempt++) {
      const begun = performance.now();
      // Longer than any delay of a request, but short, because a run waits this long for requests in doubt.
      const args = ['sessions', 'apply', 's.csv', '--timezone', 'Europe/Berlin', '--timeout', '2s', '--json'];
      const midway = proxy.written(proxy.writes() + sessions / 2);
      const child = startPlenary(args, { env, cwd: folder.path });
      const ended = once(child, 'close');
      let stderr = '';
      child.stdout?.resume();
      child.stderr?.on('data', (chunk) => {
        stderr += chunk;
      });
      child.stdin?.end();
      sums.runs++;
      if (undisturbedMs !== undefined && sums.kills < enough) {
        const instant = moment === 'midway' ? midway : sleep(random() * undisturbedMs, undefined, { ref: false });
        await Promise.race([ended, instant]);
        child.kill('SIGKILL');
      }
      const [exitCode, signal] = await ended;
      if (signal === 'SIGKILL') {
        sums.kills++;
        continue;
      }
      if (exitCode !== 0) faults.push(`apply ended with ${exitCode}: ${stderr}`);
      undisturbedMs ??= performance.now() - begun;
      return;
    }
    throw new Error(`it was not done after ${maxRuns} runs`);
  }
}
