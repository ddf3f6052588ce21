// `npm run crash`: kills a command at any instant, and checks what its records and runs are in the end. `together` kills
// several processes that import one file at once.
// Usage: npm run crash -- COMMAND [KILLS] [SEED] [sqlite|postgres], or together [PROCESSES] [SEED] [sqlite|postgres]
import { crashTogether } from '../test/support/crash-together.ts';
import { type CrashCommand, crash } from '../test/support/crash-trial.ts';
import { stores } from './databases.ts';

const commands: readonly CrashCommand[] = ['import', 'apply', 'program', 'undo'];
const [name, number = name === 'together' ? '4' : '20', seed = String(Date.now() % 1_000_000), store = 'sqlite'] =
  process.argv.slice(2);
const command = commands.find((each) => each === name);
const openDatabases = stores[store];
const isKnown = name === 'together' || command !== undefined;

if (!isKnown || openDatabases === undefined || !/^\d+ \d+$/.test(`${number} ${seed}`)) {
  console.log(`Usage: npm run crash -- ${commands.join('|')} [KILLS] [SEED] [${Object.keys(stores).join('|')}]`);
  console.log('       npm run crash -- together [PROCESSES] [SEED] …');
  process.exitCode = 2;
} else {
  console.log(`${name} ${number}, seed ${seed}, ${store}`);
  const databases = await openDatabases();
  const data = await databases.create('plenary');
  try {
    const faults = await (command === undefined ? importTogether(data) : crashCommand(command, data));
    for (const fault of faults.slice(0, 60)) console.log(`  ${fault}`);
    if (faults.length > 0) process.exitCode = 1;
  } finally {
    await databases.close();
  }
}

async function importTogether(data: string): Promise<readonly string[]> {
  const { kills, lost, faults, folder } = await crashTogether({ processes: Number(number), seed: Number(seed), data });
  console.log(`${kills} kills, ${lost} responses lost: ${faults.length === 0 ? 'no fault' : `faults; see ${folder}`}`);
  return faults;
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
  const { events, starts, missed, serviceKills, lost, faults, folder } = result;
  const places = Object.entries(result.kills).map(([write, count]) => `${count} after ${write}`);
  console.log(`killed ${places.join(', ')}; ${serviceKills} kills of the service, ${lost} responses lost`);
  console.log(`${events} events, ${starts} starts: ${faults.length === 0 ? 'no fault' : `faults; see ${folder}`}`);
  return [...faults, ...missed.map((kind) => `never killed after ${kind}`)];
}
