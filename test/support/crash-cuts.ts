// Kills runs, cuts or changes their saved files at a random byte, and follows what the program says
// until it has ended with 0.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { changesOf } from './crash-changes.ts';
import { differences } from './crash-contents.ts';
import type { Change } from './crash-scene.ts';
import { type CrashEvent, type CrashStage, openCrashStage, runBuilt } from './crash-stage.ts';
import type { TogetherTrial } from './crash-together.ts';
import { errorOf, plenary } from './program.ts';
import { seededRandom } from './seeded-random.ts';

const records = 20;
/** The command or `runs resume`, the removal of a folder, and the command again. */
const mostSteps = 3;
const timeout = ['--timeout', '2s'];
const { speakers, submissions, decisions, sessions, program } = changesOf;
// Without namesakes: if it is unknown which of them exist, they are refused.
const changes = [...speakers, submissions[0], ...decisions, ...sessions] as const;

/**
 * @returns how runs with a cut file ended at their next start, what is lost, duplicated or unclear,
 *   and where to see it
 */
export async function crashCuts({
  cuts,
  seed,
  openServer,
}: Omit<TogetherTrial, 'processes'> & { readonly cuts: number }) {
  const ends: Record<string, number> = {};
  const faults: string[] = [];
  const folders: (string | undefined)[] = [];
  const workers = Math.min(6, cuts);
  const work = async (_: unknown, worker: number) => {
    const stage = await openCrashStage(seed + worker, openServer);
    let isFaulty = false;
    try {
      for (let at = worker; at < cuts; at += workers) {
        const cut = await cutRun(stage, seededRandom(seed * 1000 + at), at);
        ends[cut.end] = (ends[cut.end] ?? 0) + 1;
        if (cut.faults.length === 0) continue;
        isFaulty = true;
        faults.push(
          [`cut-${at}: ${cut.faults.slice(0, 4).join('; ')}`, ...cut.history].join('\n    '),
        );
      }
    } finally {
      folders.push(await stage.close(isFaulty));
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  return { ends, faults, folder: folders.filter((folder) => folder !== undefined).join(' ') };
}

async function cutRun(stage: CrashStage, random: () => number, at: number) {
  const file = random() < 0.5 ? 'rows' : 'journal';
  const isCut = random() < 2 / 3;
  const isResumed = random() < 0.5;
  const [place, added] = [random(), isCut ? undefined : 1 + Math.floor(random() * 255)];
  const { event, words, run, wanted } = await killedRun(stage, random, at);
  const path = event.fileOf(run, file);
  const history = [`${words.slice(0, 2).join(' ')}: ${damage(path, place, added)}`];
  const faults: string[] = [];
  let line = isResumed ? ['runs', 'resume', run] : words;
  let end = '';
  for (let step = 1; step <= mostSteps; step++) {
    const { exitCode, stderr } = await plenary([...line, ...timeout, '--yes', '--json'], {
      env: event.env,
    });
    end ||= `a ${file} file ${isCut ? 'cut' : 'changed'} and exit code ${exitCode}`;
    const { message, fix = '', next, details } = exitCode === 0 ? {} : errorOf({ stderr });
    const printed = JSON.stringify({ message, fix, next, details: details?.slice(0, 1) });
    history.push(`${line.slice(0, 2).join(' ')}: exit code ${exitCode} ${printed}`);
    if (exitCode === 0) break;
    const isClear =
      [run, words[2] ?? run].some((each) => printed.includes(each)) &&
      (fix !== '' || next.length > 0);
    if (!isClear || stderr.includes('\n    at ')) faults.push('the error is not clear');
    if (step === mostSteps) faults.push('no way out');
    if (fix.includes('its folder')) rmSync(dirname(path), { recursive: true });
    line = words;
  }
  faults.push(...differences(wanted, await event.contents()));
  return { end, faults, history };
}

/** Every request of the run has arrived: what a cut journal does not know can be found. */
async function killedRun(stage: CrashStage, random: () => number, at: number) {
  // The same holds for new talks of a folder where no submitter is shown.
  const all: readonly Change[] = stage.showsAll ? [...changes, ...program] : changes;
  const change = all[at % all.length] ?? changes[0];
  for (let attempt = 1; ; attempt++) {
    const event: CrashEvent = await stage.newEvent(`cut-${at}-${attempt}`);
    const words = await change.prepare({ ...event, records });
    const wanted = change.wanted(await event.contents(), records);
    const kind = change.kinds[Math.floor(random() * change.kinds.length)] ?? '';
    const isReached = stage.arrived(kind, Math.ceil(random() * records));
    stage.disturb();
    await runBuilt([...words, ...timeout], event.env, async (child, ended) => {
      await Promise.race([ended, isReached]);
      child.kill('SIGKILL');
    });
    const interrupted = (await event.runs()).find(
      ({ state }) => state === 'interrupted' || state === 'refused',
    );
    await stage.calm();
    if (interrupted !== undefined) return { event, words, run: interrupted.run, wanted };
  }
}

/**
 * @param place in the file, less than 1
 * @param added to the byte there; undefined to cut there
 * @returns what it did
 */
function damage(path: string, place: number, added: number | undefined): string {
  const bytes = readFileSync(path);
  const at = Math.floor(place * bytes.length);
  const line = () =>
    JSON.stringify(bytes.toString('latin1', bytes.lastIndexOf(10, at - 1) + 1, at + 40));
  const was = line();
  bytes[at] = (bytes[at] ?? 0) + (added ?? 0);
  writeFileSync(path, added === undefined ? bytes.subarray(0, at) : bytes);
  const how =
    added === undefined
      ? `cut at ${at} of ${bytes.length}: ${was}`
      : `changed at ${at}: ${was} to ${line()}`;
  return `${path} is ${how}`;
}
