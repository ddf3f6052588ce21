// Random sequences of commands and faults: every record once, unknown only what may be, and undone
// exactly, twice.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anEvent } from './support/ids.ts';
import { type CommandResult, errorOf, plenary } from './support/program.ts';
import { type Change, changes, type Records } from './support/sequence-changes.ts';
import {
  type Faults,
  faults,
  keyOf,
  limitMs,
  startFaultyServer,
} from './support/sequence-faults.ts';
import type { AnyServer, Resource } from './support/servers/server.ts';
import { skippingClock } from './support/skipping-clock.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

/** How many sequences are tried; 1,000 take minutes. */
const sequences = Number(process.env.PLENARY_SEQUENCES ?? 30);
const resources = ['speakers', 'submissions'] as const;

const story = fc.record({
  name: fc.constantFrom(...Object.keys(changes)),
  rows: fc.integer({ min: 1, max: 8 }),
  workers: fc.constantFrom(1, 1, 4),
  retries: fc.constantFrom(0, 1, 3),
  /** Of the command, of its undo, and of the undo of that. */
  drawn: fc.tuple(faults, faults, faults),
  /** Whether an unfinished run is resumed by its name. */
  isResumed: fc.boolean(),
  /** Whether it is undone without having been completed. */
  isAbandoned: fc.constantFrom(false, false, true),
});

it('carries out each change once and undoes it exactly, whatever happens', async () => {
  await fc.assert(
    fc.asyncProperty(story, async (drawn) => {
      const sequence = await open(drawn);
      await live(sequence).finally(sequence.close);
    }),
    { numRuns: sequences },
  );
});

type Story = typeof story extends fc.Arbitrary<infer S> ? S : never;
type Sequence = Awaited<ReturnType<typeof open>>;

async function open({ name, rows, workers, retries, ...drawn }: Story) {
  const change = changes[name] as Change;
  // Its waits have the same length each time.
  const clock = { ...skippingClock(), random: () => 0.5 };
  const faulty = await startFaultyServer(clock, {
    seed: change.seed(rows),
    othersDiffer: change.updatesOthers !== true,
  });
  const { file, remove } = temporaryFolder();
  const env = {
    PLENARY_BASE_URL: faulty.server.url,
    PLENARY_TOKEN: 'token',
    PLENARY_EVENT: anEvent,
    PLENARY_TIMEZONE: 'UTC',
    PLENARY_CONFIG_DIR: file('config'),
    PLENARY_STATE_DIR: file('state'),
  };
  const flags = ['--json', '--timeout', `${limitMs}ms`, '--retries', String(retries)];
  const run = (...words: readonly string[]) => plenary([...words, ...flags], { env, clock });
  const command = await change.prepare({ rows, file, run });
  const isBulk = change.isUndoable || command.includes('import');
  return {
    ...drawn,
    change,
    rows,
    retries,
    faulty,
    run,
    command: isBulk ? [...command, '--yes', '--concurrency', String(workers)] : command,
    async close() {
      await faulty.server.close();
      remove();
    },
  };
}

async function live(sequence: Sequence): Promise<void> {
  const { change, rows, faulty, command, drawn } = sequence;
  const [first, second, third] = drawn;
  const before = recordsOf(faulty.server);
  const isDone = () => expectWanted(recordsOf(faulty.server), change.wanted(rows), faulty.foreign);
  const applied = await complete(sequence, command, first, isDone);
  const after = recordsOf(faulty.server);
  if (!applied.isAbandoned) isDone();
  if (!change.isUndoable) return;

  const undos = await undo(sequence, applied.runs, second);
  expect(withoutForeign(recordsOf(faulty.server), faulty.foreign)).toEqual(
    withoutForeign(undone(before, after), faulty.foreign),
  );
  await undo(sequence, undos, third);
  expect(recordsOf(faulty.server)).toEqual(after);
}

/**
 * Undoes runs, the newest first; the faults are those of the first undo.
 * @returns the runs of the undos
 */
async function undo(
  sequence: Sequence,
  runs: readonly string[],
  drawn: Faults,
): Promise<readonly string[]> {
  const undos: string[] = [];
  for (const [at, name] of runs.toReversed().entries()) {
    const undone = await complete(sequence, ['runs', 'undo', name, '--yes'], at === 0 ? drawn : []);
    undos.push(...undone.runs);
  }
  return undos;
}

interface Completed {
  /** Oldest first. */
  readonly runs: readonly string[];
  readonly isAbandoned: boolean;
}

const mostAttempts = 6;

/**
 * Runs a command with faults, then without, until it is done.
 * @param check what must hold at each end with exit code 0; without it, the command is not
 *   abandoned
 */
async function complete(
  sequence: Sequence,
  command: readonly string[],
  drawn: Faults,
  check?: () => void,
): Promise<Completed> {
  const { faulty, run, change, isResumed } = sequence;
  const runs = new Set<string>();
  const faultyRows = new Set<number>();
  let words = command;
  for (let attempt = 1; ; attempt++) {
    expect(attempt, `attempts of ${command.join(' ')}`).toBeLessThanOrEqual(mostAttempts);
    faulty.begin(attempt === 1 ? drawn : []);
    const result = await run(...words);
    const { exitCode, stdout, stderr } = result;
    const said = `${words.join(' ')}: ${exitCode} ${stderr}${stdout}`;
    expectOnce(faulty.server, said);
    const ended = { runs: [...runs], isAbandoned: false };
    expect(codesOf(sequence, attempt, words !== command), said).toContain(exitCode);
    expect(said).not.toMatch(/"unexpected"|\n\s+at |undefined|\[object/);
    const report = reportOf(result);
    if (report.run !== undefined) runs.add(report.run);
    for (const row of faulty.met.rows) faultyRows.add(row);
    expect(report.unknown, said).toBeLessThanOrEqual(faultyRows.size);
    if (check && exitCode === 10)
      expect([...faultyRows], said).toEqual(expect.arrayContaining([...unknownRows(result)]));
    if (exitCode === 0) check?.();
    await faulty.settle();
    ended.runs = [...runs];
    if (exitCode === 0 || (change.isSingleCreation && isWritten(sequence))) return ended;
    if (check && sequence.isAbandoned && change.isUndoable && runs.size > 0)
      return { ...ended, isAbandoned: true };
    const isUnfinished = exitCode === 7 || exitCode === 10;
    words =
      isResumed && isUnfinished && report.run !== undefined
        ? ['runs', 'resume', report.run, '--yes']
        : command;
  }
}

/** The exit codes that the faults of an attempt explain. */
function codesOf(
  { faulty, change }: Sequence,
  attempt: number,
  isResumed: boolean,
): readonly number[] {
  const { isFaulty, isRefused } = faulty.met;
  const isLater = attempt > 1;
  const mayBeRefused = isRefused || (isLater && change.isSingleCreation === true);
  return [
    0,
    ...(isFaulty ? [7, 10] : []),
    ...(mayBeRefused ? [3, 6, 9] : []),
    ...(isResumed ? [6] : []),
  ];
}

function isWritten({ faulty, change, rows }: Sequence): boolean {
  return resources.every(
    (resource) => faulty.server.stored[resource].length === change.wanted(rows)[resource].length,
  );
}

interface Report {
  readonly run: string | undefined;
  readonly unknown: number;
}

function reportOf({ stdout }: CommandResult): Report {
  if (!stdout.startsWith('{')) return { run: undefined, unknown: 0 };
  const { run, counts } = JSON.parse(stdout);
  return { run, unknown: counts?.unknown ?? 0 };
}

/** By the lines of their file. */
function unknownRows(result: CommandResult): readonly number[] {
  const details: readonly { readonly line: number }[] = errorOf(result).details;
  return details.map(({ line }) => line - 1);
}

/** The records by id, without what the server does not store. */
function recordsOf({
  stored,
}: AnyServer): Readonly<Record<Resource, Readonly<Record<string, Records[Resource][number]>>>> {
  const byId = (resource: Resource) =>
    Object.fromEntries(stored[resource].map(({ id, fields }) => [String(id), fields]));
  return { speakers: byId('speakers'), submissions: byId('submissions') };
}

type Contents = ReturnType<typeof recordsOf>;

/** What an undo leaves: created records remain, without a place. */
function undone(before: Contents, after: Contents): Contents {
  const restore = (resource: Resource) =>
    Object.fromEntries(
      Object.entries(after[resource]).map(([id, fields]) => {
        const { room: _, start: __, ...unplaced } = fields;
        return [id, before[resource][id] ?? unplaced];
      }),
    );
  return { speakers: restore('speakers'), submissions: restore('submissions') };
}

/**
 * The run may have updated what another client has created meanwhile; what it was then is not known
 * here.
 */
function withoutForeign(contents: Contents, foreign: ReadonlySet<string>): Contents {
  const rest = (resource: Resource) =>
    Object.fromEntries(
      Object.entries(contents[resource]).filter(([, fields]) => !foreign.has(keyOf(fields))),
    );
  return { speakers: rest('speakers'), submissions: rest('submissions') };
}

function expectOnce({ stored }: AnyServer, said: string): void {
  for (const resource of resources) {
    const keys = stored[resource].map(({ fields }) => keyOf(fields));
    expect(
      keys.filter((key, at) => keys.indexOf(key) < at),
      said,
    ).toEqual([]);
  }
}

function expectWanted(found: Contents, wanted: Records, foreign: ReadonlySet<string>): void {
  for (const resource of resources) {
    const byKey = new Map(Object.values(found[resource]).map((fields) => [keyOf(fields), fields]));
    expect([...byKey.keys()].sort()).toEqual(wanted[resource].map(keyOf).sort());
    for (const fields of wanted[resource]) {
      if (!foreign.has(keyOf(fields))) expect(byKey.get(keyOf(fields))).toMatchObject(fields);
    }
  }
}
