// `npm run crash`: kills commands at any instant, and checks what their records and runs are in the
// end.
import { crashCuts } from '../test/support/crash-cuts.ts';
import { type OpenServer, openDouble, openService } from '../test/support/crash-servers.ts';
import { crashTogether } from '../test/support/crash-together.ts';
import { crash } from '../test/support/crash-trial.ts';
import {
  type Command,
  type CommandLine,
  isCrashCommand,
  readCommandLine,
  type Server,
  usage,
} from './crash-command-line.ts';
import { crashForever } from './crash-forever.ts';
import { type Databases, stores } from './databases.ts';

const records = 150;
const processes = 4;
let postgres: Databases | undefined;
let databases = 0;

const line = commandLine();
if (line === undefined) {
  process.exitCode = 2;
} else {
  try {
    process.exitCode = await (line.isForever ? challenge(line) : runEach(line));
  } finally {
    await postgres?.close();
  }
}

/** Undefined if it is wrong, which is printed. */
function commandLine(): CommandLine | undefined {
  try {
    return readCommandLine(process.argv.slice(2));
  } catch (error) {
    console.log(`${error instanceof Error ? error.message : error}\n\n${usage}`);
    return undefined;
  }
}

function challenge({ commands, server, kills = 6, seed }: CommandLine): Promise<number> {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stopping.abort());
  return crashForever({
    commands: commands.filter(isCrashCommand),
    servers: server === undefined ? ['strict', 'double'] : [server],
    kills,
    records,
    firstSeed: seed,
    openServerOf,
    stopped: stopping.signal,
  });
}

/** @returns the exit code */
async function runEach(line: CommandLine): Promise<number> {
  let exitCode = 0;
  for (const command of line.commands) exitCode = Math.max(exitCode, await runOnce(command, line));
  return exitCode;
}

/** @returns the exit code */
async function runOnce(
  command: Command,
  { kills = 20, seed, server = 'sqlite' }: CommandLine,
): Promise<number> {
  console.log(`${command}, seed ${seed}, ${server}`);
  const trial = { seed, openServer: await openServerOf(server) };
  const { faults, folder, ...counts } = await attempt(command, kills, trial);
  console.log(counts);
  const kinds = 'kills' in counts && typeof counts.kills === 'object' ? counts.kills : {};
  const missed = Object.keys(kinds).filter((kind) => kinds[kind] === 0);
  console.log(faults.length === 0 ? 'no fault' : `faults; see ${folder}`);
  for (const fault of faults.slice(0, 60)) console.log(`  ${fault}`);
  for (const kind of missed) console.log(`never killed after ${kind}: it needs more kills`);
  return faults.length + missed.length > 0 ? 1 : 0;
}

function attempt(
  command: Command,
  kills: number,
  common: { readonly seed: number; readonly openServer: OpenServer },
) {
  if (command === 'cuts') return crashCuts({ cuts: kills, ...common });
  if (command === 'together') return crashTogether({ processes, ...common });
  return crash({
    command,
    kills,
    records,
    onEvent: ({ events, starts }) => process.stderr.write(`event ${events}, ${starts} starts\n`),
    ...common,
  });
}

async function openServerOf(server: Server): Promise<OpenServer> {
  if (server === 'double') return openDouble;
  if (server !== 'postgres') return openService({ isStrict: server === 'strict' });
  postgres ??= await stores.postgres?.();
  if (postgres === undefined) throw new Error('PostgreSQL is not installed');
  return openService({ data: await postgres.create(`trial_${++databases}`) });
}
