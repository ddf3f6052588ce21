// Kills a command of the built program, or its service, at any instant, runs the command again until it has ended, and
// compares every record with what it must be.
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ChildServer, startServer } from './child-server.ts';
import { type Change, type Contents, changesOf, differences, undone } from './crash-changes.ts';
import { startFaultyProxy } from './faulty-proxy.ts';
import { plenary, startPlenary } from './program.ts';
import { seededRandom } from './seeded-random.ts';
import { temporaryFolder } from './temporary-folder.ts';

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

interface Run {
  readonly run: string;
  readonly state: string;
}

const launcher = resolve(import.meta.dirname, '../../bin/plenary.js');
// Longer than any request is delayed, but short: rows in doubt are sent again only after this time.
const timeout = '2s';
const mostKillsPerRun = 6;
// A command that is not disturbed ends at its first start.
const mostStarts = 100;
/** A service that was killed can end a command with these; the same command then completes it. */
const exitsWithoutService = [7, 9, 10];

export async function crash({
  command,
  kills: enough,
  records,
  seed,
  data,
  onEvent,
}: CrashTrial): Promise<CrashResult> {
  const random = seededRandom(seed);
  const delay = seededRandom(seed + 1);
  const folder = temporaryFolder();
  const database = data ?? folder.file('plenary.db');
  const kills: Record<string, number> = {};
  const sums = { events: 0, starts: 0, serviceKills: 0 };
  const faults: string[] = [];
  const serve = (port: string) =>
    startServer([launcher, 'serve', '--data', database, '--port', port, '--json', '--quiet']);

  const { token } = JSON.parse(await succeed({}, 'service', 'init', '--data', database, '--name', 'Trial', '--json'));
  let service: ChildServer = await serve('0');
  const { url } = service;
  let last = 'none';
  let isQuiet = true;
  const proxy = await startFaultyProxy(url, {
    delayMs: () => (isQuiet ? 0 : delay() * 30),
    // What a killed command had sent takes effect while the next one is at work, or at once.
    lateMs: () => (delay() < 0.5 ? 0 : delay() * 1800),
    loses: (write) => !isQuiet && write % 20 === 0,
    // Other services do not know the key: each record must exist once without it.
    strips: ['idempotency-key'],
    sees(method, path) {
      if (method !== 'GET') last = `${method} ${/speakers|submissions|sessions/.exec(path)}`;
    },
  });
  const changes: readonly Change[] = changesOf[command];
  // Each change is killed, and with `undo` the undo as well as its undo.
  const runs = changes.length * (command === 'undo' ? 2 : 1);
  const killsPerRun = Math.min(mostKillsPerRun, Math.ceil(enough / runs));
  const killed = () => Object.values(kills).reduce((sum, count) => sum + count, 0);
  const result = () => ({ ...sums, kills, lost: proxy.lost(), faults });

  try {
    while (killed() < enough || sums.events < changes.length) {
      const change = changes[sums.events % changes.length];
      if (change !== undefined) await perform(change, `event-${++sums.events}`);
      onEvent?.(result());
    }
    return result();
  } finally {
    await proxy.close();
    await service.stop('SIGTERM');
    folder.remove();
  }

  async function perform(change: Change, event: string): Promise<void> {
    const about = ['--id', event, '--name', event, '--timezone', 'Europe/Berlin'];
    await succeed({}, 'service', 'event', 'add', '--data', database, ...about);
    const own = folder.file(event);
    mkdirSync(own);
    const env = {
      PLENARY_BASE_URL: proxy.url,
      PLENARY_TOKEN: token,
      PLENARY_EVENT: event,
      PLENARY_TIMEZONE: 'Europe/Berlin',
      PLENARY_CONFIG_DIR: join(own, 'config'),
      PLENARY_STATE_DIR: join(own, 'state'),
    };
    const run = (...args: readonly string[]) => succeed(env, ...args);
    const list = async (resource: string) => JSON.parse(await run(resource, 'list', '--all', '--json'));
    const contents = async (): Promise<Contents> => ({
      speakers: await list('speakers'),
      submissions: await list('submissions'),
    });
    const listRuns = async (): Promise<readonly Run[]> => JSON.parse(await run('runs', 'list', '--json'));

    const args = await change.prepare({
      records,
      file: (name) => join(own, name),
      succeed: (...words) => run(...words, '--yes'),
    });
    const before = await contents();
    const wanted = change.wanted(before, records);
    if (command !== 'undo') {
      await complete(args);
      await expectContents(wanted);
      const writes = proxy.writes();
      await run(...args, '--yes');
      if (proxy.writes() > writes) faults.push(`${event}: ${args.join(' ')} writes again after it has ended`);
      return;
    }
    const known = new Set((await listRuns()).map((each) => each.run));
    await run(...args, '--yes');
    const applied = (await listRuns()).find((each) => !known.has(each.run))?.run ?? '';
    // What the undo cannot restore stays as it was applied.
    const afterApply = await contents();
    faults.push(...differences(wanted, afterApply));
    const undo = await complete(['runs', 'undo', applied]);
    await expectContents(undone(before, afterApply));
    await complete(['runs', 'undo', undo]);
    await expectContents(wanted);

    async function expectContents(contentsWanted: Contents): Promise<void> {
      faults.push(...differences(contentsWanted, await contents()).map((fault) => `${event}: ${fault}`));
    }

    /** Runs a command again after each kill, by itself or by the name of its run, until it has ended. @returns the run */
    async function complete(words: readonly string[]): Promise<string> {
      const earlier = new Set((await listRuns()).map((each) => each.run));
      const current = async () => (await listRuns()).filter((each) => !earlier.has(each.run));
      const [killedBefore, writesBefore] = [killed(), proxy.writes()];
      last = 'none';
      for (let attempt = 0; attempt < mostStarts; attempt++) {
        const interrupted = (await current()).find(({ state }) => state === 'interrupted');
        const line = interrupted !== undefined && random() < 0.3 ? ['runs', 'resume', interrupted.run] : words;
        const serviceKills = sums.serviceKills;
        isQuiet = false;
        const { exitCode, signal, stderr } = await start(line, instantAfter(killed() - killedBefore));
        if (signal === 'SIGKILL') {
          kills[last] = (kills[last] ?? 0) + 1;
          continue;
        }
        if (serviceKills < sums.serviceKills && exitsWithoutService.includes(exitCode)) continue;
        if (exitCode !== 0) faults.push(`${event}: ${line.join(' ')}: exit code ${exitCode}: ${stderr}`);
        // Requests of a killed command may arrive after a later one has ended.
        await proxy.atRest();
        isQuiet = true;
        const left = await current();
        // A command whose service was killed can end its run, so that a second one completes the work.
        if (left.length === 0 || left.some(({ state }) => state !== 'finished')) {
          faults.push(`${event}: ${words.join(' ')} left these runs: ${JSON.stringify(left)}`);
        }
        return left.at(-1)?.run ?? '';
      }
      throw new Error(`${words.join(' ')} has not ended after ${mostStarts} starts`);

      /** Spreads the kills over the writes of the run. Some are early: the command still starts, reads or plans. */
      function instantAfter(kills: number): (() => Promise<unknown>) | undefined {
        if (kills >= killsPerRun) return undefined;
        if (random() < 0.2) return () => sleep(random() * 600);
        const part = (kills + random()) / killsPerRun;
        const writes = writesBefore + Math.ceil(part * change.writes * records);
        return () => proxy.written(writes).then(() => sleep(random() * 20));
      }
    }

    /** @param instant of the kill of the command, or of its service; never if undefined */
    async function start(words: readonly string[], instant: (() => Promise<unknown>) | undefined) {
      sums.starts++;
      const flags = ['--yes', '--json', '--timeout', timeout];
      const child = startPlenary([...words, ...flags], { env });
      const ended = once(child, 'close');
      child.stdin.end();
      child.stdout.resume();
      const stderr = text(child.stderr);
      if (instant !== undefined) {
        await Promise.race([ended, instant()]);
        if (random() < 0.2 && child.exitCode === null) {
          await service.stop('SIGKILL');
          sums.serviceKills++;
          await Promise.race([ended, sleep(random() * 500)]);
          service = await serve(new URL(url).port);
        } else child.kill('SIGKILL');
      }
      const [exitCode, signal] = await ended;
      return { exitCode, signal, stderr: await stderr };
    }
  }
}

async function succeed(env: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await plenary(args, { env });
  if (exitCode !== 0) throw new Error(`plenary ${args.join(' ')} ended with ${exitCode}: ${stderr}`);
  return stdout;
}
