// `npm run crash`: kills runs, services, databases and copies at any instant, and checks what they leave behind.
// Usage: npm run crash -- TRIAL [NUMBER…]; without a trial, it lists them.
import { fillDatabase, killCopies } from '../test/support/copy-trial.ts';
import { type CrashResult, killImports, killService, loseResponses } from '../test/support/crash-trial.ts';
import { startServiceProcess } from '../test/support/postgres-stage.ts';
import { killPrograms } from '../test/support/program-crash-trial.ts';
import { killApplies } from '../test/support/schedule-crash-trial.ts';
import { killPrimaries, killServices, type StoreCrashResult } from '../test/support/store-crash-trial.ts';
import { temporaryFolder } from '../test/support/temporary-folder.ts';
import { killUndos } from '../test/support/undo-trial.ts';
import { walkLists, walkSequence } from '../test/support/walk-trial.ts';
import { type Databases, stores } from './databases.ts';
import { launcher, runNode } from './processes.ts';

interface Trial {
  /** Its numbers, with the ones that are taken if none are given. The seed is another one each time. */
  readonly numbers: Readonly<Record<string, number>>;
  run(...numbers: number[]): Promise<void>;
}

const seed = Date.now() % 1_000_000;

const trials: Readonly<Record<string, Trial>> = {
  import: { numbers: { kills: 100, seed }, run: crashImport },
  apply: { numbers: { kills: 20, seed }, run: crashApply },
  undo: { numbers: { kills: 20, decisions: 5000, seed }, run: crashUndo },
  program: { numbers: { 'kills-per-part': 10, records: 300, seed }, run: crashProgram },
  copy: { numbers: { kills: 10, records: 100_000, seed }, run: crashCopy },
  store: { numbers: { kills: 10, seed }, run: crashStore },
  walk: { numbers: { walks: 500 }, run: walkStore },
};

const [name = '', ...given] = process.argv.slice(2);
const trial = trials[name];
if (trial === undefined || given.some((text) => !/^\d+$/.test(text))) {
  const usages = Object.entries(trials).map(([each, { numbers }]) =>
    [each, ...Object.keys(numbers).map((number) => `[${number.toUpperCase()}]`)].join(' '),
  );
  console.log(`Usage: npm run crash -- TRIAL [NUMBER…]\n\n  ${usages.join('\n  ')}`);
  process.exitCode = 2;
} else {
  const numbers = Object.entries(trial.numbers).map(([key, usual], at) => [key, Number(given[at] ?? usual)] as const);
  console.log(numbers.map(([key, number]) => `${key} ${number}`).join(', '));
  await trial.run(...numbers.map(([, number]) => number));
}

/** Prints a result. The trial fails if there are faults, or anything is wrong. */
function report(text: string, faults: readonly string[], wrong = 0): void {
  console.log(text);
  for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`);
  if (faults.length + wrong > 0) process.exitCode = 1;
}

async function crashImport(kills = 0, seed = 0): Promise<void> {
  const onImport = ({ imports, disturbances, duplicates, missing }: CrashResult) =>
    process.stderr.write(
      `import ${imports}: ${disturbances} of ${kills}, ${duplicates} duplicates, ${missing} missing\n`,
    );
  const kinds = {
    'import killed': killImports,
    'service killed': killService,
    'every 20th response lost': loseResponses,
  };
  for (const [kind, kill] of Object.entries(kinds)) {
    const result = await kill({ disturbances: kills, rows: 2000, seed, onImport });
    const { disturbances, imports, runs, rows, duplicates, missing, faults } = result;
    const done = `${disturbances} times in ${imports} imports (${runs} runs, ${rows} rows)`;
    report(`${kind}: ${done}: ${duplicates} duplicates, ${missing} missing`, faults, duplicates + missing);
  }
}

async function crashApply(kills = 0, seed = 0): Promise<void> {
  const { misplaced, faults, ...done } = await killApplies({ kills, sessions: 300, seed });
  const text = `apply killed: ${done.kills} times in ${done.schedules} schedules of 300 moves (${done.runs} runs)`;
  report(`${text}: ${misplaced} misplaced`, faults, misplaced);
}

async function crashUndo(kills = 0, decisions = 0, seed = 0): Promise<void> {
  const { wrong, faults, ...done } = await killUndos({ kills, decisions, seed });
  const text = `${decisions} decisions applied, undone and applied again: ${done.kills} kills, ${done.starts} starts, ${done.updates} updates`;
  const { applied, undone, redone } = wrong;
  report(`${text}; wrong: ${applied} applied, ${undone} undone, ${redone} redone`, faults, applied + undone + redone);
}

async function crashProgram(killsPerPart = 0, records = 0, seed = 0): Promise<void> {
  const { kills, starts, wrong, faults } = await killPrograms({ records, killsPerPart, seed });
  const parts = Object.entries(kills).map(([part, count]) => `${part} ${count}`);
  const text = `${records} speakers and talks changed, as many created, undone and changed again: ${starts} starts, killed in ${parts.join(', ')}`;
  const counts = `${wrong.applied.length} applied, ${wrong.undone.length} undone, ${wrong.redone.length} redone`;
  report(`${text}; wrong: ${counts}`, [...faults, ...Object.values(wrong).flat()]);
}

async function crashCopy(kills = 0, records = 0, seed = 0): Promise<void> {
  await withServer(async (server) => {
    const files = temporaryFolder();
    let made = 0;
    const newFile = async () => files.file(`copy-${++made}.db`);
    const newDatabase = () => server.create(`copy_${++made}`);
    const [file, address] = [await newFile(), await newDatabase()];
    await fillDatabase(file, records);
    const [there, back] = [await copyOnce(file, address), await copyOnce(address, await newFile())];
    report(there === back ? 'equal digests' : `the digests differ:\n${there}${back}`, [], there === back ? 0 : 1);
    for (const [from, newTarget] of [
      [file, newDatabase],
      [address, newFile],
    ] as const) {
      const { killed, empty, whole, faults } = await killCopies({ from, newTarget, kills, seed });
      const direction = from === file ? 'SQLite to PostgreSQL' : 'PostgreSQL to SQLite';
      report(`${direction}, killed ${killed} times: ${empty} empty, ${whole} whole`, faults);
    }
    files.remove();
  });
}

/** @returns the digests */
async function copyOnce(from: string, to: string): Promise<string> {
  const args = ['service', 'copy', '--from', from, '--to', to, '--json', '--quiet'];
  const { seconds, megabytes, stdout } = await runNode([launcher, ...args], { isWatched: true });
  console.log(`copied in ${seconds.toFixed(1)} s with at most ${Math.round(megabytes)} MB`);
  return stdout;
}

async function crashStore(kills = 0, seed = 0): Promise<void> {
  const trial = { kills, between: 2000, seed, configuration: ['fsync = on'] };
  const check = (what: string, result: StoreCrashResult) =>
    report(textOf(what, result), result.faults, result.lost + result.duplicates);
  check('primary killed, synchronous standby promoted', await killPrimaries(trial, true));
  const control = await killPrimaries({ ...trial, kills: Math.ceil(kills / 3) }, false);
  console.log(textOf('control: primary killed, asynchronous standby promoted', control));
  if (control.lost === 0) report('the control lost nothing, so the trial proves nothing', [], 1);
  await withServer(async (server) => {
    const services = { ...trial, kills: 2 * kills, between: 1000 };
    check('service killed', await killServices(services, await server.create('plenary')));
  });
}

function textOf(what: string, { acknowledged, lost, duplicates, outagesMs }: StoreCrashResult): string {
  const sorted = outagesMs.toSorted((a, b) => a - b);
  const seconds = (ms = 0) => `${(ms / 1000).toFixed(1)} s`;
  const outage = `outage ${seconds(sorted[sorted.length >> 1])} (median), ${seconds(sorted.at(-1))} (longest)`;
  return `${what}: ${outagesMs.length} times, ${acknowledged} records acknowledged: ${lost} lost, ${duplicates} duplicates; ${outage}`;
}

/** Reads all pages while eight clients create records, and checks that every walk has each record once. */
async function walkStore(walks = 0): Promise<void> {
  await withServer(async (server) => {
    const data = await server.create('plenary');
    const services = await Promise.all([startServiceProcess(data), startServiceProcess(data)]);
    const urls = services.map(({ url }) => url);
    const lists = await walkLists(urls, { data, walks });
    await Promise.all(services.map((service) => service.kill('SIGTERM')));
    const control = await walkSequence({ data, walks }, () => false);
    const wrong = lists.withDuplicates + lists.withGaps;
    report(`lists of the service: ${JSON.stringify(lists)}`, [], wrong);
    console.log(`control, a table ordered by a sequence: ${JSON.stringify(control)}`);
    if (control.withDuplicates + control.withGaps === 0)
      report('the control shows nothing, so the trial proves nothing', [], 1);
  });
}

/** A PostgreSQL server that flushes every commit, until the work is done. */
async function withServer(work: (server: Databases) => Promise<void>): Promise<void> {
  if (stores.postgres === undefined) throw new Error('PostgreSQL is not installed');
  const server = await stores.postgres();
  await work(server).finally(server.close);
}
