// `npm run crash`: kills a command at any instant, and checks what its records and runs are in the end.
// Usage: npm run crash -- COMMAND [KILLS] [SEED] [sqlite|postgres]
import { type CrashCommand, crash } from '../test/support/crash-trial.ts';
import { stores } from './databases.ts';

const commands: readonly CrashCommand[] = ['import', 'apply', 'program', 'undo'];
const [name, kills = '20', seed = String(Date.now() % 1_000_000), store = 'sqlite'] = process.argv.slice(2);
const command = commands.find((each) => each === name);
const openDatabases = stores[store];

if (command === undefined || openDatabases === undefined || !/^\d+ \d+$/.test(`${kills} ${seed}`)) {
  console.log(`Usage: npm run crash -- ${commands.join('|')} [KILLS] [SEED] [${Object.keys(stores).join('|')}]`);
  process.exitCode = 2;
} else {
  console.log(`${command}, ${kills} kills, seed ${seed}, ${store}`);
  const databases = await openDatabases();
  const data = await databases.create('plenary');
  try {
    const result = await crash({
      command,
      kills: Number(kills),
      records: 150,
      seed: Number(seed),
      data,
      onEvent: ({ events, starts }) => process.stderr.write(`event ${events}, ${starts} starts\n`),
    });
    const { events, starts, missed, serviceKills, lost, faults, folder } = result;
    const places = Object.entries(result.kills).map(([write, count]) => `${count} after ${write}`);
    console.log(`killed ${places.join(', ')}; ${serviceKills} kills of the service, ${lost} responses lost`);
    console.log(`${events} events, ${starts} starts: ${faults.length === 0 ? 'no fault' : `faults; see ${folder}`}`);
    if (missed.length > 0) console.log(`never killed after ${missed.join(', ')}`);
    for (const fault of faults.slice(0, 60)) console.log(`  ${fault}`);
    if (faults.length + missed.length > 0) process.exitCode = 1;
  } finally {
    await databases.close();
  }
}
