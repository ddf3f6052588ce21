// Runs of placements whose service has the room rule, in memory, while responses get lost and
// processes are killed: every session gets its place, and comes back with its duration.
import { utimesSync } from 'node:fs';
import { array, asyncProperty, assert as check, constantFrom, nat } from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import type { Change } from '../src/changes/change.ts';
import { undoParts } from '../src/cli/commands/runs/undo-parts.ts';
import { changesTask, type PlannedChanges, withNamedParts } from '../src/plans/event-run.ts';
import { changesHeader, readChangesHeader } from '../src/plans/run-header.ts';
import { partsOf } from '../src/runs/entry.ts';
import { openRuns, type Runs } from '../src/runs/folder.ts';
import { effectsOf, readHistory } from '../src/runs/history.ts';
import { runChanges } from '../src/runs/run.ts';
import { placing } from '../src/schedule/plan/difference.ts';
import { planPlacements } from '../src/schedule/plan/known-changes.ts';
import type { EventSubmission } from '../src/schedule/submissions.ts';
import type { Mishap, ProgramWorld } from './support/program-world.ts';
import { type RuledSession, ruledWorld, sessionsIn, timeAt } from './support/ruled-world.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const lateMs = 30_000;
const mishaps = array(
  constantFrom<Mishap>(
    'done',
    'done',
    'done',
    'lost',
    'lost without effect',
    'killed',
    'killed without effect',
    'unsent',
    'late',
    'late and killed',
  ),
  { maxLength: 30 },
);

interface Trial {
  readonly world: ProgramWorld;
  readonly runs: Runs;
  readonly client?: ProgramWorld['client'];
}

/** Sends changes once, or what is left of them. */
async function send(
  { world, runs, client = world.client }: Trial,
  changes: PlannedChanges,
  undoes?: string,
) {
  const header = changesHeader(
    {
      resource: 'sessions',
      event: 'conf',
      baseUrl: 'http://127.0.0.1',
      file: 's.csv',
      sha256: undoes ?? 'abc',
      undoes,
    },
    { files: { sessions: 's.csv' }, creates: false, allowPartial: false },
  );
  const unfinished = (await runs.list()).find(
    (run) => run.ended === undefined && run.header.undoes === undoes,
  );
  const own = unfinished ? readChangesHeader(unfinished.header) : header;
  const task = changesTask({ header: own, changes, timeZone: undefined });
  const ran = await runChanges(task, {
    command: 'sessions apply',
    runs,
    clock: world.clock,
    client: async () => client,
    workers: 4,
    lateMs,
    dryRun: false,
    review: async ({ parts }) => parts.every(({ rows }) => rows.count('conflict') === 0),
  });
  expect(ran.isWanted).toBe(true);
  if (ran.run !== undefined) touch(runs.folder(ran.run).journalPath, world.clock.date());
  return withNamedParts(ran);
}

/** The time of the world is ahead of that of the disk, and a file shows when a run sent last. */
function touch(path: string, ms: number): void {
  utimesSync(path, new Date(ms), new Date(ms));
}

/**
 * Sends changes until nothing is left of them.
 * @returns the name of the run; undefined if nothing was sent
 */
async function complete(
  trial: Trial,
  changes: PlannedChanges,
  undoes?: string,
): Promise<string | undefined> {
  for (let attempt = 1; attempt < 60; attempt++) {
    const ran = await send(trial, changes, undoes);
    expect(ran.parts.every(({ rows }) => rows.count('failed') === 0)).toBe(true);
    if (!ran.canResume) return ran.run;
  }
  throw new Error('the run does not end');
}

/** What undoes a run. */
async function undoOf({ runs }: Trial, name: string): Promise<PlannedChanges> {
  const { header } = await runs.find(name);
  const history = await readHistory(runs.folder(name));
  const parts = partsOf(header).map((part) => ({
    resource: part.resource,
    written: effectsOf(history, part),
  }));
  const checks = {
    timeZone: undefined,
    defaultDurationMs: 45 * 60_000,
    turnaroundMs: 0,
    sharedRooms: [],
  };
  const withDetails = (submissions: readonly EventSubmission[]) => {
    const refuse = () => undefined;
    return { submissions, inFile: [], refuseSlots: refuse, refuseUnclear: refuse };
  };
  return undoParts(parts, { withdraws: false, checks, withDetails }).undone;
}

/**
 * Sessions in two rooms, which take each other's places.
 * @param ranks the smaller, the earlier a session is to be
 */
function exchangeTrial(ranks: readonly number[], script: readonly Mishap[]) {
  const order = ranks
    .map((_, at) => at)
    .sort((one, other) => (ranks[one] ?? 0) - (ranks[other] ?? 0));
  const slots = order.map((_, at): RuledSession => {
    return { room: at % 2 === 0 ? 'Hall' : 'Lab', start: 540 + 30 * at, minutes: 30 };
  });
  const targets = order.flatMap((to) => slots[to] ?? []);
  return openTrial(slots, targets, script);
}

/** @param script what happens to the first writes */
function openTrial(
  slots: readonly RuledSession[],
  targets: readonly RuledSession[],
  script: readonly Mishap[],
) {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  const world = ruledWorld(slots);
  const left = [...script];
  world.mishapOf = () => left.shift();
  const changes = slots.flatMap((slot, at): readonly Change[] => {
    const to = targets[at];
    if (to === undefined || to === slot) return [];
    const talk = { names: { id: `s${at + 1}` }, title: `Talk ${at + 1}` };
    return [placing({ ...talk, from: placeOf(slot), to: placeOf(to) }, { line: at + 2 })];
  });
  return {
    world,
    runs: openRuns(folder.path, world.clock),
    /** What happens to the next writes. */
    left,
    before: sessionsIn(world),
    moved: sessionsIn(ruledWorld(targets)),
    schedule: {
      sessions: (submissions: Parameters<typeof planPlacements>[1]) =>
        planPlacements(changes, submissions, { file: 's.csv', timeZone: undefined }),
    },
  };
}

function placeOf({ room, start }: RuledSession) {
  return { room, start: timeAt(start) };
}

const sessionRanks = array(nat(1000), { minLength: 2, maxLength: 7 });
const trials = {
  numRuns: 30,
  examples: [
    [[1, 0], ['killed']],
    [
      [1, 2, 2, 0, 1],
      ['late and killed', 'done', 'done', 'done', 'killed'],
    ],
    // An interim request that comes late, after another place to wait was chosen.
    [
      [1, 0, 2, 1],
      ['late and killed', 'done', 'done', 'done', 'unsent'],
    ],
    [
      [1, 0, 2, 1],
      [
        'lost without effect',
        'done',
        'done',
        'done',
        'done',
        'done',
        'done',
        'late and killed',
        'done',
      ],
    ],
    [[1, 0, 0], ['late and killed']],
    [
      [1, 0, 0],
      ['done', 'killed without effect'],
    ],
    [
      [1, 0],
      ['done', 'unsent'],
    ],
    [
      [1, 0],
      ['done', 'done', 'lost without effect'],
    ],
    // The undo begins while a placement of the run that waited before may still take effect.
    [
      [1, 0],
      ['late', 'done', 'late and killed', 'lost without effect'],
    ],
  ] as [number[], Mishap[]][],
};

it('every session gets its place and comes back, whatever is lost or killed', async () => {
  await check(
    asyncProperty(sessionRanks, mishaps, async (ranks, script) => {
      const trial = exchangeTrial(ranks, script);
      const name = await complete(trial, trial.schedule);
      trial.world.land();
      expect(sessionsIn(trial.world)).toEqual(trial.moved);
      if (name === undefined) return;
      trial.left.push(...script);
      await complete(trial, await undoOf(trial, name), name);
      trial.world.land();
      expect(sessionsIn(trial.world)).toEqual(trial.before);
    }),
    trials,
  );
});

it('every session comes back from where an interrupted run has left it', async () => {
  await check(
    asyncProperty(sessionRanks, mishaps, async (ranks, script) => {
      const trial = exchangeTrial(ranks, script);
      const { run } = await send(trial, trial.schedule);
      if (run === undefined) return;
      await complete(trial, await undoOf(trial, run), run);
      trial.world.land();
      expect(sessionsIn(trial.world)).toEqual(trial.before);
    }),
    trials,
  );
});

it('where no ends are shown, rows are sent in their order, and some once more', async () => {
  const at = (room: string, start: number): RuledSession => ({ room, start, minutes: 30 });
  const slots = [at('Hall', 540), at('Hall', 570), at('Lab', 540), at('Lab', 570)];
  const targets = [at('Hall', 570), at('Hall', 600), at('Lab', 570), at('Lab', 540)];
  const trial = openTrial(slots, targets, []);
  const { world } = trial;
  const client: ProgramWorld['client'] = {
    ...world.client,
    async *pages(endpoint, input) {
      for await (const page of world.client.pages(endpoint, input))
        yield { ...page, records: page.records.map(({ end: _, ...record }) => record) };
    },
  };
  const sent: unknown[] = [];
  world.mishapOf = ({ fields }) => void sent.push(`${fields.room} ${fields.start?.slice(11, 16)}`);
  const { sessions, canResume } = await send({ ...trial, client }, trial.schedule);
  expect(sent).toEqual([
    'Hall 09:30',
    'Hall 10:00',
    'Lab 09:30',
    'Lab 09:00',
    'Hall 09:30',
    'Lab 09:30',
    'Lab 09:00',
  ]);
  expect([sessions?.rows.count('updated'), sessions?.rows.count('failed'), canResume]).toEqual([
    2,
    2,
    false,
  ]);
});

it.each([
  ['is placed by a resume', 'resume'],
  ['comes back by an undo', 'undo'],
])('a session whose place somebody else has taken meanwhile %s', async (_, how) => {
  const trial = exchangeTrial([1, 0], []);
  const { world } = trial;
  let writes = 0;
  world.mishapOf = () => {
    if (++writes === 3) world.submissions.push({ id: 's3', status: 'accepted', ...lastPlace });
    return 'done';
  };
  const lastPlace = { room: 'Lab', start: timeAt(570), end: timeAt(600) };
  const { run = '', sessions, canResume } = await send(trial, trial.schedule);
  expect([sessions?.rows.count('failed'), canResume, writes]).toEqual([1, true, 4]);
  expect(sessionsIn(world)[0]).toBe('s1 Hall 570–600');
  world.submissions.pop();
  if (how === 'resume') await complete(trial, trial.schedule);
  else await complete(trial, await undoOf(trial, run), run);
  expect(sessionsIn(world)).toEqual(how === 'resume' ? trial.moved : trial.before);
});
