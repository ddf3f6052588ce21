// Processes with separate homes import one file at once, are killed and lose responses: each record
// exists once, and each process reports what it has done.
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { changesOf } from './crash-changes.ts';
import { differences } from './crash-contents.ts';
import type { OpenServer } from './crash-servers.ts';
import { type CrashEvent, type CrashStage, openCrashStage, runBuilt } from './crash-stage.ts';
import { seededRandom } from './seeded-random.ts';

export interface TogetherTrial {
  readonly processes: number;
  readonly seed: number;
  readonly openServer: OpenServer;
}

const records = 240;
const killsOfEach = 2;
const [submissionsImport] = changesOf.submissions;

/**
 * Each time in a new event: undisturbed, with kills of every second process, with lost responses,
 * and with both.
 */
export async function crashTogether({ processes, seed, openServer }: TogetherTrial) {
  // The service gets the idempotency keys.
  const stage = await openCrashStage(seed + 1, openServer, []);
  const random = seededRandom(seed);
  const faults: string[] = [];
  let kills = 0;
  for (const name of ['undisturbed', 'kills', 'drops', 'kills-and-drops']) {
    const killTimes = (at: number) =>
      Array.from(
        { length: name.includes('kills') && at % 2 === 0 ? killsOfEach : 0 },
        () => random() * 1500,
      );
    const homes = Array.from({ length: processes }, (_, at) => ({
      name: `home-${at + 1}`,
      killTimes: killTimes(at),
    }));
    const lostBefore = stage.lost();
    if (name.includes('drops')) stage.disturb();
    const { ends, found } = await importTogether(stage, await stage.newEvent(name), homes);
    kills += ends.reduce((sum, end) => sum + end.kills, 0);
    const wrong = [
      ...found,
      ...ends.flatMap(faultsOf),
      ...faultsOfSum(ends, stage.lost() - lostBefore),
    ];
    faults.push(...wrong.map((fault) => `${name}: ${fault}`));
  }
  const lost = stage.lost();
  // The folder with its database, files and runs is kept if there is a fault.
  return { kills, lost, faults, folder: await stage.close(faults.length > 0) };
}

interface Home {
  readonly name: string;
  /** How long after each of the first starts the process is killed, in milliseconds. */
  readonly killTimes: readonly number[];
}

async function importTogether(stage: CrashStage, event: CrashEvent, homes: readonly Home[]) {
  const before = { speakers: [], submissions: [] };
  const words = await submissionsImport.prepare({ ...event, records });
  // Short only where a killed process waits for it: a request that is given up on a busy machine
  // counts as lost.
  const isKilled = homes.some(({ killTimes }) => killTimes.length > 0);
  const timeout = isKilled ? `${Math.max(4, homes.length)}s` : '30s';
  const flags = ['--timeout', timeout, '--concurrency', '6'];
  const ends = await Promise.all(homes.map((home) => complete(event, home, [...words, ...flags])));
  // Requests of a killed process may arrive after it has ended.
  await stage.calm();
  return {
    ends,
    found: differences(submissionsImport.wanted(before, records), await event.contents()),
  };
}

type End = Awaited<ReturnType<typeof complete>>;

/** Runs the import in a home of its own, and again after each kill. */
async function complete(event: CrashEvent, { name, killTimes }: Home, words: readonly string[]) {
  const folders = {
    PLENARY_CONFIG_DIR: join(event.file(name), 'config'),
    PLENARY_STATE_DIR: join(event.file(name), 'state'),
  };
  for (let start = 0, kills = 0; ; start++) {
    const killMs = killTimes[start];
    const kill =
      killMs === undefined
        ? undefined
        : (child: ChildProcess) => sleep(killMs).then(() => child.kill(9));
    const { exitCode, signal, stdout, stderr } = await runBuilt(
      words,
      { ...event.env, ...folders },
      kill,
    );
    if (signal !== 'SIGKILL') return { home: name, kills, exitCode, stdout, stderr };
    kills++;
  }
}

/** Each row is done, and counted once. */
function faultsOf({ home, exitCode, stdout, stderr }: End): readonly string[] {
  if (exitCode !== 0 && exitCode !== 9) return [`${home}: exit code ${exitCode}: ${stderr}`];
  const { created, updated, unchanged, skipped, rejected, failed, ...others } =
    JSON.parse(stdout).counts;
  const done = created + updated + unchanged + skipped;
  const isTrue = others.rows === records && done + rejected + failed === records;
  return isTrue && (exitCode === 9) === done < records
    ? []
    : [`${home}: exit code ${exitCode} with ${stdout}`];
}

/**
 * At most as many records are reported as created as exist. If a process loses the response to a
 * record that another one has sent as well, both report it.
 */
function faultsOfSum(ends: readonly End[], lost: number): readonly string[] {
  const whole = ends.filter(({ kills, exitCode }) => kills === 0 && exitCode === 0);
  const created = whole.reduce((sum, { stdout }) => sum + JSON.parse(stdout).counts.created, 0);
  const isUndisturbed = whole.length === ends.length && lost === 0;
  const isTrue = isUndisturbed ? created === records : created <= records + lost;
  return isTrue
    ? []
    : [`${created} of ${records} are reported as created, with ${lost} lost responses`];
}
