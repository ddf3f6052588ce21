// Kills primaries and service processes while clients create records, and checks that everything acknowledged is stored once.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startPair } from './postgres-pair.ts';
import { type Audit, audit, createAccount, type ServiceProcess, startServiceProcess } from './postgres-stage.ts';
import { startRetryingLoad } from './retrying-load.ts';
import { seededRandom } from './seeded-random.ts';

export interface StoreCrashTrial {
  readonly kills: number;
  /** How many records are acknowledged before each kill. */
  readonly between: number;
  readonly seed: number;
  /** Lines of postgresql.conf of servers that the trial starts. Default: those of the tests, without flushes. */
  readonly configuration?: readonly string[];
}

export interface StoreCrashResult extends Audit {
  /** For each kill: the longest time without an acknowledgment, in milliseconds. */
  readonly outagesMs: readonly number[];
  readonly faults: readonly string[];
}

interface Scene {
  readonly services: ServiceProcess[];
  readonly random: () => number;
}

/**
 * The primary is killed, and its standby promoted. Every other time, the standby is disconnected a moment before: what is
 * then acknowledged without the standby is lost.
 * @param isSynchronous whether a commit waits for the standby
 */
export async function killPrimaries(trial: StoreCrashTrial, isSynchronous: boolean): Promise<StoreCrashResult> {
  const folder = mkdtempSync(join(tmpdir(), 'plenary-crash-'));
  chmodSync(folder, 0o755);
  const pair = await startPair(folder, trial.configuration);
  try {
    await pair.primary().createDatabase('plenary');
    await pair.setSynchronous(isSynchronous);
    return await perform(trial, pair.address('plenary'), async ({ random }, kill) => {
      if (kill > 0) {
        await pair.rebuildStandby();
        await pair.setSynchronous(isSynchronous);
      }
      if (kill % 2 === 0) {
        await pair.disconnectStandby();
        await delay(100 + random() * 200);
      }
      await pair.killPrimary(kill % 4 < 2 ? 'kill' : 'quit');
      await pair.promote();
    });
  } finally {
    await pair.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A service process is killed, and another one started. @param data the address of an empty database */
export function killServices(trial: StoreCrashTrial, data: string): Promise<StoreCrashResult> {
  return perform(trial, data, async ({ services, random }, kill) => {
    await delay(random() * 100);
    await services[kill % services.length]?.kill('SIGKILL');
    services[kill % services.length] = await startServiceProcess(data);
  });
}

async function perform(
  { kills, between, seed }: StoreCrashTrial,
  data: string,
  disturb: (scene: Scene, kill: number) => Promise<void>,
): Promise<StoreCrashResult> {
  const random = seededRandom(seed);
  const services: ServiceProcess[] = [];
  const outagesMs: number[] = [];
  try {
    const { token, organizationId } = await createAccount(data);
    services.push(...(await Promise.all([startServiceProcess(data), startServiceProcess(data)])));
    const load = startRetryingLoad({ urls: () => services.map(({ url }) => url), token, event: 'conf' }, 'trial');
    for (let kill = 0; kill < kills; kill++) {
      await load.more(between);
      const begun = performance.now();
      await disturb({ services, random }, kill);
      await load.more(between);
      outagesMs.push(longestGap([begun, ...load.times.filter((time) => time >= begun)]));
    }
    await load.stop();
    return { ...(await audit(data, organizationId, load.acknowledged)), outagesMs, faults: load.faults };
  } finally {
    await Promise.all(services.map((service) => service.kill('SIGKILL')));
  }
}

function longestGap(times: readonly number[]): number {
  return times.slice(1).reduce((longest, time, i) => Math.max(longest, time - (times[i] ?? time)), 0);
}
