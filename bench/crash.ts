// `npm run crash`: kills a command at any instant, and checks what its records and runs are in the end. `together` kills
// several processes that import one file at once; `cuts` cuts the saved files of killed runs.
// Usage: npm run crash -- COMMAND [KILLS] [SEED] [sqlite|postgres], or together [PROCESSES] …, or cuts [CUTS] …
import { changesOf } from '../test/support/crash-changes.ts';
import { crashCuts } from '../test/support/crash-cuts.ts';
import { crashTogether } from '../test/support/crash-together.ts';
import { type CrashCommand, crash } from '../test/support/crash-trial.ts';
import { stores } from './databases.ts';

const commands = Object.keys(changesOf) as CrashCommand[];
const [name = '', number = name === 'together' ? '4' : '20', seed = String(Date.now() % 1_000_000), store = 'sqlite'] =
  process.argv.slice(2);
const command = commands.find((each) => each === name);
const openDatabases = stores[store];
const isKnown = command !== undefined || ['together', 'cuts'].includes(name);

if (!isKnown || openDatabases === undefined || !/^\d+ \d+$/.test(`${number} ${seed}`)) {
  console.log(`Usage: npm run crash -- ${commands.join('|')}|cuts [KILLS] [SEED] [${Object.keys(stores).join('|')}]`);
  console.log('       npm run crash -- together [PROCESSES] [SEED] …');
  process.exitCode = 2;
} else {
  console.log(`${name} ${number}, seed ${seed}, ${store}`);
  const databases = await openDatabases();
  const data = await databases.create('plenary');
  try {
    const faults = await (command !== undefined ? crashCommand(command, data) : crashOther(data));
    for (const fault of faults.slice(0, 60)) console.log(`  ${fault}`);
    if (faults.length > 0) process.exitCode = 1;
  } finally {
    await databases.close();
  }
}

function verdict({
  faults,
  folder,
}: {
  readonly faults: readonly string[];
  readonly folder: string | undefined;
}): string {
  return faults.length === 0 ? 'no fault' : `faults; see ${folder}`;
}

function counted(counts: Readonly<Record<string, number>>, word: string): string {
  const texts = Object.entries(counts).map(([what, count]) => `${count} ${word} ${what}`);
  return texts.join(', ');
}

async function crashOther(data: string): Promise<readonly string[]> {
  if (name === 'cuts') {
    const result = await crashCuts({ cuts: Number(number), seed: Number(seed), data });
    console.log(`${counted(result.ends, 'with')}: ${verdict(result)}`);
    return result.faults;
  }
  const result = await crashTogether({ processes: Number(number), seed: Number(seed), data });
  console.log(`${result.kills} kills, ${result.lost} responses lost: ${verdict(result)}`);
  return result.faults;
}

async function crashCommand(command: CrashCommand, data: string): Promise<readonly string[]> {
  const result = await crash({
    command,
    kills: Number(number),
    records: 150,
    seed: Number(seed),
    data,
    onEvent: ({ events, starts }) => process.stderr.write(`event ${events}, ${starts} starts\n`),
  });
  const { events, starts, missed, serviceKills, lost, killedTwice, beforeWrite } = result;
  console.log(`killed ${counted(result.kills, 'after')}; ${counted(result.stageKills, 'of')}`);
  console.log(
    `${beforeWrite} kills of resumed runs before their first write; ${killedTwice} runs killed twice while sending`,
  );
  console.log(`${serviceKills} kills of the service, ${lost} responses lost`);
  console.log(`${events} events, ${starts} starts: ${verdict(result)}`);
  return [...result.faults, ...missed.map((kind) => `never killed after ${kind}`)];
}
