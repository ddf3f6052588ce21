// Programs applied to an event in memory: each kind of records in its turn, whatever is lost, refused, killed and resumed.
import { array, asyncProperty, assert as check, constantFrom } from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Killed, type Mishap, mishaps, ProgramWorld } from '../../test/support/program-world.ts';
import { planOptions } from '../../test/support/schedule-world.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { ConflictError } from '../errors.ts';
import type { RecordChange } from '../import/saved-plan.ts';
import { entriesOf, partsOf, type RunHeader } from '../runs/entry.ts';
import { openRuns, type Runs } from '../runs/folder.ts';
import { savedList } from '../runs/row-file.ts';
import { createTextlessStore, readWritten } from '../runs/written.ts';
import { planSchedule } from '../schedule/plan.ts';
import type { ScheduleRow } from '../schedule/row.ts';
import { createProgramHeader, type ProgramHeader, readProgramHeader } from './header.ts';
import { type ProgramRunOptions, runProgram } from './run.ts';

const baseUrl = 'http://127.0.0.1';

/** An event with two speakers and two talks, one of them placed, and the runs of its programs. */
function openEvent() {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  const world = new ProgramWorld();
  world.speakers.push(
    { id: 'speakers-1', email: 'ada@example.org', first_name: 'Ada' },
    { id: 'speakers-2', email: 'bo@example.org', first_name: 'Bo' },
  );
  world.submissions.push(
    { id: 'submissions-1', title: 'Types', submitter_email: 'ada@example.org', status: 'pending' },
    { id: 'submissions-2', title: 'Queues', submitter_email: 'bo@example.org', ...hall(9) },
  );
  return { world, runs: openRuns(folder.path, world.clock.now) };
}

type ProgramEvent = ReturnType<typeof openEvent>;

const hall = (hour: number) => ({ room: 'Hall', start: `2026-05-02T${String(hour).padStart(2, '0')}:00:00+00:00` });

const update = (id: string, field: string, from: unknown, to: string): RecordChange => {
  return { action: 'update', id, name: '', line: 2, fields: { [field]: { from, to } } };
};

const create = (values: Readonly<Record<string, string>>): RecordChange => {
  const fields = Object.entries(values).map(([field, to]) => [field, { from: undefined, to }] as const);
  return { action: 'create', name: '', line: 3, fields: Object.fromEntries(fields) };
};

const speakers = [
  update('speakers-1', 'first_name', 'Ada', 'Ida'),
  update('speakers-2', 'first_name', 'Bo', 'Bob'),
  create({ email: 'chen@example.org', first_name: 'Chen' }),
];
/** Two new talks have one title. */
const submissions = [
  update('submissions-1', 'status', 'pending', 'accepted'),
  create({ title: 'Sets', submitter_email: 'chen@example.org', status: 'accepted' }),
  create({ title: 'Sets', submitter_email: 'ada@example.org' }),
];
const places = [
  { title: 'Types', submitterEmail: undefined, ...hall(10) },
  { title: 'Sets', submitterEmail: 'ada@example.org', ...hall(11) },
  { title: 'Queues', submitterEmail: undefined, ...hall(12) },
  { title: 'Sets', submitterEmail: 'chen@example.org', ...hall(13) },
];
const rows = places.map((place, at): ScheduleRow => {
  const others = { durationMs: undefined, people: [], track: undefined, format: undefined, submissionId: undefined };
  return { ...others, ...place, line: at + 2, startMs: Date.parse(place.start) };
});

const files = { speakers: 'speakers.csv', submissions: 'submissions.csv', sessions: 'schedule.csv' };
const noChanges = { speakers: undefined, submissions: undefined };

const listOf = (changes: readonly RecordChange[]) => savedList(changes, (change) => change);

function headerOf({ clock }: ProgramWorld, sha256: string, allowPartial = false): ProgramHeader {
  const head = { resource: 'program', event: 'conf', baseUrl, file: 'program', sha256 };
  return createProgramHeader({ ...head, startedAt: new Date(clock.now()) }, { files, creates: true, allowPartial });
}

const changes: ProgramRunOptions['changes'] = {
  speakers: { file: files.speakers, changes: listOf(speakers) },
  submissions: { file: files.submissions, changes: listOf(submissions) },
  sessions: { file: files.sessions, makePlan: (program) => planSchedule(rows, program, planOptions) },
};

/** Applies the whole program, or sends what is left of it. */
async function apply({ world, runs }: ProgramEvent, options: Partial<ProgramRunOptions> = {}) {
  const [unfinished] = (await runs.list()).filter(({ ended }) => ended === undefined);
  const found = unfinished && readProgramHeader(unfinished.header);
  const header = found ?? headerOf(world, 'abc');
  return runProgram(
    {
      ...{ header, runs, clock: world.clock, client: async () => world.client },
      ...{ workers: 1, retries: 0, lateMs: 0, dryRun: false },
      changes,
      notListed: (count) => new ConflictError(`${count} not listed`),
      review: async () => true,
      ...options,
    },
    async (ran) => ran,
  );
}

const all = { created: 3, updated: 3, placed: 4, failed: 0 };

/** The event has what the files say, in one finished run that knows all of it. */
async function expectApplied({ world, runs }: ProgramEvent): Promise<void> {
  expect(world.speakers.map(({ email, first_name }) => `${email} ${first_name}`)).toEqual([
    'ada@example.org Ida',
    'bo@example.org Bob',
    'chen@example.org Chen',
  ]);
  const shown = world.submissions.map(({ title, submitter_email, status, room, start }) =>
    [title, submitter_email, status ?? '', room, String(start).slice(11, 13)].join(' '),
  );
  expect(shown.toSorted()).toEqual([
    'Queues bo@example.org  Hall 12',
    'Sets ada@example.org  Hall 11',
    'Sets chen@example.org accepted Hall 13',
    'Types ada@example.org accepted Hall 10',
  ]);
  const [{ header, ended } = {}, ...others] = await runs.list();
  expect([others, ended?.counts]).toEqual([[], all]);
  expect(header === undefined ? [] : await writtenBy(header, runs)).toEqual([
    ['speakers', ['speakers-3'], ['speakers-1', 'speakers-2']],
    ['submissions', ['submissions-3', 'submissions-4'], ['submissions-1']],
    ['sessions', [], ['submissions-1', 'submissions-2', 'submissions-3', 'submissions-4']],
  ]);
}

/** The ids of the records that an undo knows as created and as changed, by part. */
function writtenBy(header: RunHeader, runs: Runs) {
  return Promise.all(
    partsOf(header).map(async (part) => {
      const entries = entriesOf(runs.folder(header.run).entries(), part);
      const { created, changed } = await readWritten(entries, createTextlessStore());
      const [ofCreated, ofChanged] = [created, changed].map((list) => Array.from(list, ({ id }) => id).toSorted());
      return [part.resource, ofCreated, ofChanged];
    }),
  );
}

/** Applies the program until nothing is left of it. The first writes have these outcomes. */
async function complete(event: ProgramEvent, script: readonly Mishap[]): Promise<void> {
  const left = [...script];
  event.world.mishapOf = () => left.shift();
  let ran = await apply(event);
  for (let runs = 1; ran.canResume; runs++) {
    expect(runs).toBeLessThan(50);
    ran = await apply(event);
  }
  expect([ran.run]).toEqual((await event.runs.list()).map(({ header }) => header.run));
}

describe('a program', () => {
  const writes = Array.from({ length: 11 }, (_, at) => at);

  it.each(['killed', 'killed without effect'] as const)('is applied once if a write is %s', async (mishap) => {
    for (const write of writes) {
      const event = openEvent();
      await complete(event, [...Array.from({ length: write }, () => 'done' as const), mishap]);
      await expectApplied(event);
    }
  });

  it('is applied once, whatever happens to its writes', async () => {
    await check(
      asyncProperty(array(constantFrom(...mishaps), { maxLength: 30 }), async (script) => {
        const event = openEvent();
        await complete(event, script);
        await expectApplied(event);
      }),
      { numRuns: 15 },
    );
  });

  it('locks each kind of its records until it ends, and none for a dry run', async () => {
    const { runs, ...event } = openEvent();
    const isLocked = () =>
      ['speakers', 'submissions', 'sessions'].map((resource) => {
        try {
          runs.lock({ resource, event: 'conf', baseUrl }).release();
          return false;
        } catch (error) {
          expect(error).toBeInstanceOf(ConflictError);
          return true;
        }
      });
    const seen: unknown[] = [];
    const review = async () => {
      seen.push(isLocked());
      return true;
    };
    await apply({ runs, ...event }, { dryRun: true, review });
    expect(event.world.sent).toEqual([]);
    await apply({ runs, ...event }, { review });
    seen.push(isLocked());
    expect(seen).toEqual([
      [false, false, false],
      [true, true, true],
      [false, false, false],
    ]);
  });

  it('that skips a row whose record is gone is resumed with the same rows', async () => {
    const event = openEvent();
    const header = headerOf(event.world, 'abc', true);
    const gone = { file: files.speakers, changes: listOf([update('speakers-9', 'first_name', 'X', 'Y'), ...speakers]) };
    event.world.mishapOf = ({ resource }) => (resource === 'sessions' ? 'killed' : undefined);
    await apply(event, { header, changes: { ...changes, speakers: gone } });
    await complete(event, []);
    expect(event.world.submissions.map(({ start }) => String(start).slice(11, 13))).toEqual(['10', '12', '13', '11']);
    expect((await event.runs.list()).map(({ ended }) => ended?.counts)).toEqual([{ ...all, failed: 1 }]);
  });

  it('that is resumed is not planned again, and is reviewed with what it places', async () => {
    const event = openEvent();
    event.world.mishapOf = ({ resource }) => (resource === 'sessions' ? 'killed without effect' : undefined);
    expect(await apply(event)).toMatchObject({ canResume: true, stoppedBy: expect.any(Killed) });
    event.world.mishapOf = () => undefined;
    const seen: unknown[] = [];
    await apply(event, {
      changes: { ...noChanges, sessions: { file: 'schedule.csv', makePlan: () => expect.unreachable() } },
      review: async ({ isResumed, schedule }) => {
        seen.push(
          isResumed,
          schedule?.changes.map(({ submissionId, line }) => [submissionId, line]),
        );
        return true;
      },
    });
    expect(seen).toEqual([
      true,
      [
        ['submissions-1', 2],
        ['submissions-2', 4],
      ],
    ]);
    await expectApplied(event);
  });

  it('ends an unfinished run of the same files, also if nothing is left to send', async () => {
    const event = openEvent();
    event.world.mishapOf = ({ fields }) => (fields.start === hall(13).start ? 'killed' : undefined);
    expect((await apply(event)).canResume).toBe(true);
    expect(await apply(event, { header: headerOf(event.world, 'def') })).toMatchObject({ run: undefined });
    const runs = await event.runs.list();
    expect(runs.map(({ header, ended }) => [header.sha256, ended !== undefined])).toEqual([['abc', true]]);
  });

  it('waits for a creation in doubt, its own or that of an earlier program, before it creates the record', async () => {
    for (const [mishap, sha256, isStopped] of [
      ['late and killed', 'abc', false],
      ['late', 'def', true],
    ] as const) {
      const event = openEvent();
      const { world } = event;
      world.mishapOf = ({ resource, verb }) => (resource === 'submissions' && verb === 'add' ? mishap : undefined);
      const onWait = async () => {
        if (isStopped) throw new ConflictError('stopped');
      };
      await apply(event, { lateMs: 30_000, onWait });
      world.mishapOf = () => undefined;
      const [{ header } = {}] = await event.runs.list();
      const changed = isStopped ? { header: headerOf(world, sha256) } : {};
      await apply(event, { lateMs: 30_000, ...changed });
      expect([mishap, header?.rows, world.clock.waits.length]).toEqual([mishap, 10, 1]);
      expect(world.submissions.map(({ title }) => title)).toEqual(['Types', 'Queues', 'Sets', 'Sets']);
    }
  });

  it.each(['unsent', 'refused', 'lost without effect'] as const)(
    'sends no further kind of records after one that is %s',
    async (mishap) => {
      const event = openEvent();
      event.world.mishapOf = ({ fields }) => (fields.first_name === 'Chen' ? mishap : undefined);
      expect((await apply(event)).canResume).toBe(true);
      expect(event.world.sent.map(({ resource, verb }) => `${verb} ${resource}`)).toEqual([
        'add speakers',
        'update speakers',
        'update speakers',
      ]);
      await complete(event, []);
      await expectApplied(event);
    },
  );

  it('places new submissions whose ids the service only lists, and none if it does not list one', async () => {
    for (const hidden of [[], ['submissions-4']]) {
      const event = openEvent();
      for (const id of hidden) event.world.hidden.add(id);
      event.world.mishapOf = ({ verb }) => (verb === 'add' ? 'without an id' : undefined);
      const { stoppedBy, canResume } = await apply(event);
      const placed = event.world.sent.filter(({ resource }) => resource === 'sessions').length;
      if (hidden.length === 0) expect([stoppedBy, canResume, placed]).toEqual([undefined, false, 4]);
      else expect([stoppedBy, canResume, placed]).toMatchObject([{ message: '1 not listed' }, true, 0]);
    }
  });
});
