// A schedule alone, applied to a service in memory, while others move sessions and responses get
// lost.
import { existsSync } from 'node:fs';
import { array, asyncProperty, assert as check, constantFrom, subarray } from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Mishap, ProgramWorld } from '../../test/support/program-world.ts';
import {
  ids,
  placements,
  planOptions,
  scheduleRows,
  target,
} from '../../test/support/schedule-world.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import type { Client } from '../client/client.ts';
import { ConflictError } from '../errors.ts';
import { openRuns } from '../runs/folder.ts';
import type { ScheduleChange } from '../schedule/changes.ts';
import { changesIn, type PlacementsPart } from '../schedule/placements-part.ts';
import { planSchedule } from '../schedule/plan.ts';
import type { MakePlan } from '../schedule/plan-now.ts';
import { planOfChanges } from '../schedule/schedule-plan.ts';
import type { ScheduleRow } from '../schedule/schedule-row.ts';
import { type EventSubmission, fetchSubmissions, type Placement } from '../schedule/submissions.ts';
import { createProgramHeader } from './header.ts';
import { type ProgramTask, runProgram } from './program-run.ts';

/** An event whose first writes have the outcomes of a script, with a folder of its own for runs. */
function openWorld() {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  const world = new ProgramWorld();
  world.submissions.push(...ids.map((id) => ({ id, title: `Talk ${id}` })));
  const outcomes: Mishap[] = [];
  world.mishapOf = () => outcomes.shift();
  return Object.assign(world, { outcomes, runs: openRuns(folder.path, () => Date.now()) });
}

type World = ReturnType<typeof openWorld>;

/** Somebody else places these sessions; without a place, they are taken out of the schedule. */
function place(
  world: World,
  named: readonly string[],
  placeOf: (id: string) => Placement | undefined,
): void {
  for (const id of named)
    world.submissions[ids.indexOf(id)] = { id, title: `Talk ${id}`, ...placeOf(id) };
}

async function planOf(
  rows: readonly ScheduleRow[],
  client: Pick<Client, 'pages'>,
): Promise<readonly ScheduleChange[]> {
  return planSchedule(rows, await fetchSubmissions(client, target), planOptions).changes;
}

interface Given extends Partial<Pick<ProgramTask, 'client' | 'clock' | 'lateMs' | 'onWait'>> {
  readonly allowPartial?: boolean;
  readonly file?: string;
  readonly sha256?: string;
  review?(sessions: PlacementsPart): Promise<boolean>;
}

async function apply(changes: readonly ScheduleChange[], world: World, given: Given = {}) {
  const done = await applyIfWanted(planned(changes), world, given);
  if (done === undefined) throw new Error('it was not wanted');
  return done;
}

const planned = (changes: readonly ScheduleChange[]) => () => ({
  ...planOfChanges(changes),
  ...planOptions,
});

async function applyIfWanted(makePlan: MakePlan, world: World, given: Given = {}) {
  const {
    allowPartial = false,
    file = 's.csv',
    sha256 = 'abc',
    review = async () => true,
    ...others
  } = given;
  const about = {
    resource: 'sessions',
    event: target.event,
    baseUrl: planOptions.baseUrl,
    file,
    sha256,
  };
  const { sessions, isWanted, run, stoppedBy } = await runProgram({
    client: async () => world.client,
    runs: world.runs,
    clock: world.clock,
    workers: 4,
    lateMs: 0,
    header: createProgramHeader(
      { ...about, startedAt: new Date(world.clock.now()) },
      { files: { sessions: file }, creates: false, allowPartial },
    ),
    changes: { sessions: { file, makePlan } },
    timeZone: target.timeZone,
    dryRun: false,
    review: async ({ sessions: found }) => found !== undefined && review(found),
    ...others,
  });
  if (!isWanted || sessions === undefined) return undefined;
  const failed = [...sessions.rows.in('failed', 'unknown', 'update')].map(({ state }) => state);
  return { run, stoppedBy, applied: sessions.rows.count('updated'), failed, rows: sessions.rows };
}

describe('for any schedule', () => {
  it('exactly the sessions moved by somebody else are stale, and the others are applied if allowed', async () => {
    await check(
      asyncProperty(placements, subarray([...ids], { minLength: 1 }), async (next, moved) => {
        const world = openWorld();
        const changes = await planOf(scheduleRows(next), world.client);
        place(world, moved, () => ({ room: 'Elsewhere', start: '2026-05-03T09:00:00Z' }));
        const review = async (sessions: PlacementsPart) => {
          expect(changesIn(sessions, 'conflict').map(({ submissionId }) => submissionId)).toEqual(
            moved,
          );
          return false;
        };
        expect([
          await applyIfWanted(planned(changes), world, { review }),
          world.sent.length,
        ]).toEqual([undefined, 0]);
        const { applied, rows } = await apply(changes, world, { allowPartial: true });
        expect([applied, rows.count('conflict')]).toEqual([
          ids.length - moved.length,
          moved.length,
        ]);
        for (const [at, id] of ids.entries()) {
          expect(world.submissions[at]?.room).toBe(
            moved.includes(id) ? 'Elsewhere' : next[at]?.room,
          );
        }
      }),
      { numRuns: 15 },
    );
  });

  it('the last of several schedules wins, however late a placement of an earlier one takes effect', async () => {
    const outcomes = array(constantFrom<Mishap>('done', 'late', 'lost', 'unsent'), {
      maxLength: 40,
    });
    await check(
      asyncProperty(
        array(placements, { minLength: 2, maxLength: 4 }),
        outcomes,
        async (schedules, script) => {
          const world = openWorld();
          world.outcomes.push(...script);
          for (const [at, next] of schedules.entries()) {
            for (let isOver = false; !isOver; ) {
              const plan = (program: readonly EventSubmission[]) =>
                planSchedule(scheduleRows(next), program, planOptions);
              const done = await applyIfWanted(plan, world, { lateMs: 30_000, sha256: String(at) });
              isOver = done?.failed.length === 0 && done.stoppedBy === undefined;
            }
          }
          world.land();
          expect(await planOf(scheduleRows(schedules.at(-1) ?? []), world.client)).toEqual([]);
        },
      ),
      { numRuns: 15 },
    );
  });
});

/** Stops a run when it would wait for a lost placement, as a user does. */
const stopped: Given = {
  onWait: async () => {
    throw new ConflictError('stopped');
  },
};

describe('a run', () => {
  const none = { created: 0, updated: 0, placed: 0, moved: 0, unplaced: 0, failed: 0 };
  const nine = { room: 'Hall', start: '2026-05-02T09:00:00Z' };
  const changes = ids.map((id, at): ScheduleChange => {
    return {
      action: 'place',
      submissionId: id,
      title: `Talk ${id}`,
      line: at + 2,
      from: null,
      to: nine,
    };
  });

  it('that is not confirmed, or has nothing to do, sends nothing and leaves no files', async () => {
    const world = openWorld();
    expect(
      await applyIfWanted(planned(changes), world, { review: async () => false }),
    ).toBeUndefined();
    place(world, ids, () => ({ ...nine, start: '2026-05-02T11:00:00+02:00' }));
    const { rows, applied } = await apply(changes, world);
    expect([rows.count('unchanged'), applied, world.sent, await world.runs.list()]).toEqual([
      ids.length,
      0,
      [],
      [],
    ]);
  });

  it('asks to confirm the remaining changes only', async () => {
    const world = openWorld();
    place(world, ['s0'], () => nine);
    let asked = 0;
    const { applied } = await apply(changes, world, {
      async review({ rows }) {
        asked = rows.count('update');
        return world.sent.length === 0;
      },
    });
    expect([asked, applied]).toEqual([7, 7]);
  });

  it('ends if a session is refused, but remains unfinished if a response is lost', async () => {
    const world = openWorld();
    world.outcomes.push('refused');
    const refused = await apply(changes, world);
    place(world, ids, () => undefined);
    world.outcomes.push('lost without effect');
    const unclear = await apply(changes, world);
    expect([refused.failed, unclear.failed]).toEqual([['failed'], ['unknown']]);
    const ends = await Promise.all([refused, unclear].map(({ run = '' }) => world.runs.find(run)));
    expect(ends.map(({ ended }) => ended?.counts)).toEqual([
      { ...none, placed: 7, failed: 1 },
      undefined,
    ]);
    expect(ends[1]?.header).toMatchObject({
      resource: 'sessions',
      rows: 8,
      options: { allowPartial: false },
    });
  });

  it('waits for placements that the service accepts for later, and for no others', async () => {
    const world = openWorld();
    world.outcomes.push('accepted', 'late');
    expect(await apply(changes, world, { lateMs: 30_000 })).toMatchObject({
      applied: 8,
      failed: [],
    });
    expect(world.clock.waits.map((ms) => Math.ceil(ms / 1000))).toEqual([30]);
  });

  it('replaces unfinished runs of a file with its content, and of no other file', async () => {
    const world = openWorld();
    for (const [file, sha256] of [
      ['a.csv', '1'],
      ['b.csv', '2'],
      ['c.csv', '3'],
    ] as const) {
      place(world, ids, () => undefined);
      world.outcomes.push('lost without effect');
      await apply(changes, world, { file, sha256 });
    }
    await apply(changes, world, { file: 'd.csv', sha256: '2' });
    const ends = (await world.runs.list()).map(({ header: { sha256, run }, ended }) =>
      [
        sha256,
        ended === undefined ? 'unfinished' : 'ended',
        existsSync(world.runs.folder(run).rowsPath),
      ].join(' '),
    );
    expect(ends.sort()).toEqual([
      '1 unfinished true',
      '2 ended false',
      '2 ended false',
      '3 unfinished true',
    ]);
  });

  it('waits for late placements that contradict it, and for no others', async () => {
    const world = openWorld();
    world.outcomes.push('late');
    await apply(changes, world, { lateMs: 30_000, ...stopped });
    await apply(changes, world, { lateMs: 30_000 });
    expect(world.clock.waits).toEqual([]);
    const elsewhere = changes.map((change) => ({ ...change, to: { ...nine, room: 'Attic' } }));
    await apply(elsewhere, world, { lateMs: 30_000, sha256: 'def', allowPartial: true });
    expect(world.clock.waits.map((ms) => Math.ceil(ms / 1000))).toEqual([30]);
  });

  it('reads the program again if a late placement took effect while it was being read', async () => {
    const world = openWorld();
    place(world, ['s0'], () => nine);
    world.outcomes.push('late');
    const away: ScheduleChange = {
      ...(changes[0] as ScheduleChange),
      from: nine,
      to: { ...nine, room: 'Attic' },
    };
    await apply([away], world, { lateMs: 30_000, ...stopped });
    let lateMs = 0;
    const client: World['client'] = {
      ...world.client,
      async *pages(endpoint, input) {
        yield* world.client.pages(endpoint, input);
        lateMs += 40_000;
        world.land();
      },
    };
    const clock = { ...world.clock, now: () => Date.now() + lateMs };
    const back = (program: readonly EventSubmission[]) =>
      planSchedule(scheduleRows([nine], ['s0']), program, planOptions);
    const done = await applyIfWanted(back, world, {
      client: async () => client,
      clock,
      lateMs: 30_000,
      sha256: 'def',
    });
    expect([done?.applied, clock.waits, world.submissions[0]]).toMatchObject([1, [], nine]);
  });

  it('does not wait for placements sent long ago', async () => {
    const world = openWorld();
    world.outcomes.push('late');
    const { run = '' } = await apply(changes, world, { lateMs: 30_000, ...stopped });
    await apply(changes, world);
    expect((await world.runs.find(run)).ended?.counts).toMatchObject({ placed: 7 });
    const elsewhere = changes.map((change) => ({
      ...change,
      from: nine,
      to: { ...nine, room: 'Attic' },
    }));
    await apply(elsewhere, world, { sha256: 'def' });
    expect(world.clock.waits).toEqual([]);
  });
});
