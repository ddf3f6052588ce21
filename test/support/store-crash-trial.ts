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
}

export interface StoreCrashResult extends Audit {
  readonly faults: readonly string[];
}

interface Scene {
  readonly services: ServiceProcess[];
  readonly random: () => number;
}

/**
 * The primary is killed, and its standby promoted.
 * @param isSynchronous whether a commit waits for the standby
 * @param isConnected whether the standby is connected until then: what is acknowledged without it is lost
 */
export async function killPrimary(
  trial: Omit<StoreCrashTrial, 'kills'>,
  isSynchronous: boolean,
  isConnected: boolean,
): Promise<StoreCrashResult> {
  const folder = mkdtempSync(join(tmpdir(), 'plenary-crash-'));
  chmodSync(folder, 0o755);
  const pair = await startPair(folder);
  try {
    await pair.primary().createDatabase('plenary');
    await pair.setSynchronous(isSynchronous);
    return await perform({ ...trial, kills: 1 }, pair.address('plenary'), async ({ random }) => {
      if (!isConnected) {
        await pair.disconnectStandby();
        await delay(100 + random() * 200);
      }
      await pair.killPrimary(isConnected ? 'quit' : 'kill');
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
  try {
    const { token, organizationId } = await createAccount(data);
    services.push(...(await Promise.all([startServiceProcess(data), startServiceProcess(data)])));
    const load = startRetryingLoad({ urls: () => services.map(({ url }) => url), token, event: 'conf' }, 'trial');
    for (let kill = 0; kill < kills; kill++) {
      await load.more(between);
      await disturb({ services, random }, kill);
      await load.more(between);
    }
    await load.stop();
    return { ...(await audit(data, organizationId, load.acknowledged)), faults: load.faults };
  } finally {
    await Promise.all(services.map((service) => service.kill('SIGKILL')));
  }
}
