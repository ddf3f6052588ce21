// `npm run crash`: kills a command at any instant, and checks what its records and runs are in the
// end. `together` kills several processes that import one file at once; `cuts` cuts the saved files
// of killed runs.
import { changesOf } from '../test/support/crash-changes.ts';
import { crashCuts } from '../test/support/crash-cuts.ts';
import { type OpenServer, openDouble, serviceOn } from '../test/support/crash-servers.ts';
import { crashTogether } from '../test/support/crash-together.ts';
import { type CrashCommand, crash } from '../test/support/crash-trial.ts';
import { stores } from './databases.ts';

const commands = Object.keys(changesOf) as CrashCommand[];
const [
  name = '',
  number = name === 'together' ? '4' : '20',
  seed = String(Date.now() % 1_000_000),
  server = 'sqlite',
] = process.argv.slice(2);
const command = commands.find((candidate) => candidate === name);
const servers = [...Object.keys(stores), 'double'];
// The double does not know the keys that keep several processes apart.
const isKnown =
  command !== undefined || name === 'cuts' || (name === 'together' && server !== 'double');

if (!isKnown || !servers.includes(server) || !/^\d+ \d+$/.test(`${number} ${seed}`)) {
  const names = [...commands, 'cuts'].join('|');
  console.log(`Usage: npm run crash -- ${names} [NUMBER] [SEED] [${servers.join('|')}]`);
  console.log(
    `       npm run crash -- together [NUMBER] [SEED] [${Object.keys(stores).join('|')}]`,
  );
  process.exitCode = 2;
} else {
  console.log(`${name} ${number}, seed ${seed}, ${server}`);
  const databases = await stores[server]?.();
  const data = await databases?.create('plenary');
  try {
    const { faults, folder, ...counts } = await attempt(
      data === undefined ? openDouble : serviceOn(data),
    );
    console.log(counts);
    const kills = 'kills' in counts && typeof counts.kills === 'object' ? counts.kills : {};
    const missed = Object.keys(kills).filter((kind) => kills[kind] === 0);
    const all = [...faults, ...missed.map((kind) => `never killed after ${kind}`)];
    console.log(all.length === 0 ? 'no fault' : `faults; see ${folder}`);
    for (const fault of all.slice(0, 60)) console.log(`  ${fault}`);
    if (all.length > 0) process.exitCode = 1;
  } finally {
    await databases?.close();
  }
}

function attempt(openServer: OpenServer) {
  const common = {
    seed: Number(seed),
    openServer,
  };
  if (command === undefined && name === 'cuts')
    return crashCuts({ cuts: Number(number), ...common });
  if (command === undefined) return crashTogether({ processes: Number(number), ...common });
  return crash({
    command,
    kills: Number(number),
    records: 150,
    onEvent: ({ events, starts }) => process.stderr.write(`event ${events}, ${starts} starts\n`),
    ...common,
  });
}
