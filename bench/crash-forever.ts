// `npm run crash -- --forever`: one trial for each seed, until a record is lost, duplicated or
// wrong. Must not know what a trial does.
import type { OpenServer } from '../test/support/crash-servers.ts';
import { type CrashCommand, crash } from '../test/support/crash-trial.ts';
import type { Server } from './crash-command-line.ts';

export interface Challenge {
  readonly commands: readonly CrashCommand[];
  readonly servers: readonly Server[];
  /** Of each command in each trial. */
  readonly kills: number;
  readonly records: number;
  readonly firstSeed: number;
  openServerOf(server: Server): Promise<OpenServer>;
  /** Ends it. The trial that is in progress then counts for nothing. */
  readonly stopped: AbortSignal;
}

/** @returns the exit code: 1 after a fault, 130 if it was stopped */
export async function crashForever(challenge: Challenge): Promise<number> {
  const totals = { trials: 0, kills: 0, records: 0, duplicates: 0 };
  const { firstSeed, kills, records, openServerOf, stopped } = challenge;
  for (let seed = firstSeed; !stopped.aborted; seed++) {
    const { command, server } = trialOf(challenge, seed);
    const openServer = await openServerOf(server);
    const trial = { command, kills, records, seed, openServer, stopped };
    const result = await crash(trial).catch((error) => {
      if (stopped.aborted) return undefined;
      throw error;
    });
    if (result === undefined || (stopped.aborted && result.faults.length === 0)) break;
    const { faults, folder, serviceKills, duplicates } = result;
    const counts = {
      kills: Object.values(result.kills).reduce((sum, count) => sum + count, serviceKills),
      records: result.records,
      duplicates,
    };
    console.log(`seed ${seed}: ${command} on ${server}, ${inWords(counts)}`);
    totals.trials++;
    totals.kills += counts.kills;
    totals.records += counts.records;
    totals.duplicates += counts.duplicates;
    if (faults.length > 0) {
      for (const fault of faults.slice(0, 60)) console.log(`  ${fault}`);
      console.log(`Its files and runs are in ${folder}. To reproduce it:`);
      console.log(
        `  npm run crash -- ${command} --kills ${kills} --seed ${seed} --server ${server}`,
      );
      return 1;
    }
  }
  console.log(`trials ${totals.trials}, ${inWords(totals)}`);
  return 130;
}

/** Each command on each server in turn; the same seed always gives the same trial. */
function trialOf({ commands, servers }: Challenge, seed: number) {
  const server = servers[seed % servers.length];
  const command = commands[Math.floor(seed / servers.length) % commands.length];
  if (server === undefined || command === undefined) throw new Error('no command or no server');
  return { command, server };
}

interface Counts {
  readonly kills: number;
  readonly records: number;
  readonly duplicates: number;
}

function inWords({ kills, records, duplicates }: Counts): string {
  return `kills ${kills}, records ${records}, duplicates ${duplicates}`;
}
