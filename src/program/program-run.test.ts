// Programs applied to an event in memory: each kind of records in its turn, whatever is lost,
// refused, killed and resumed.
import { array, asyncProperty, assert as check, constantFrom } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  apply,
  baseUrl,
  changes,
  files,
  hall,
  headerOf,
  noChanges,
  openEvent,
  type ProgramEvent,
  speakers,
  update,
} from '../../test/support/program-run-trial.ts';
import { Killed, type Mishap, mishaps } from '../../test/support/program-world.ts';
import { ConflictError } from '../errors.ts';
import { partsOf, type RunHeader } from '../runs/entry.ts';
import type { Runs } from '../runs/folder.ts';
import { effectsOf, readHistory } from '../runs/history.ts';
import { changesIn } from '../schedule/placements-part.ts';
import { readProgramHeader } from './header.ts';
import type { ProgramTask } from './program-run.ts';

const all = { created: 3, updated: 3, placed: 3, moved: 1, unplaced: 0, failed: 0 };

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
async function writtenBy(header: RunHeader, runs: Runs) {
  const history = await readHistory(runs.folder(header.run));
  return partsOf(header).map((part) => {
    const { created, changed } = effectsOf(history, part);
    const [ofCreated, ofChanged] = [created, changed].map((list) =>
      list.map(({ id }) => id).toSorted(),
    );
    return [part.resource, ofCreated, ofChanged];
  });
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
  it('is applied once, whatever happens to its writes', async () => {
    await check(
      asyncProperty(array(constantFrom(...mishaps), { maxLength: 30 }), async (script) => {
        const event = openEvent();
        await complete(event, script);
        await expectApplied(event);
      }),
      { numRuns: 20 },
    );
  });

  it('locks each kind of its records until it ends, and none for a dry run', async () => {
    const event = openEvent();
    const resources = ['speakers', 'submissions', 'sessions'];
    const lock = (resource: string) => event.runs.lock({ resource, event: 'conf', baseUrl });
    const areFree = async () => {
      for (const resource of resources) lock(resource).release();
      return true;
    };
    await apply(event, { dryRun: true, review: areFree });
    expect(event.world.sent).toEqual([]);
    const review = async () => {
      for (const resource of resources) expect(() => lock(resource)).toThrow(ConflictError);
      return true;
    };
    await apply(event, { review });
    await areFree();
  });

  it('that skips a row whose record is gone is resumed with the same rows', async () => {
    const event = openEvent();
    const header = headerOf(event.world, 'abc', true);
    const gone = {
      file: files.speakers,
      changes: [update('speakers-9', 'first_name', 'X', 'Y'), ...speakers],
    };
    event.world.mishapOf = ({ resource }) => (resource === 'sessions' ? 'killed' : undefined);
    await apply(event, { header, changes: { ...changes, speakers: gone } });
    await complete(event, []);
    expect(event.world.submissions.map(({ start }) => String(start).slice(11, 13))).toEqual([
      '10',
      '12',
      '13',
      '11',
    ]);
    expect((await event.runs.list()).map(({ ended }) => ended?.counts)).toEqual([
      { ...all, failed: 1 },
    ]);
  });

  it('that is resumed is not planned again, and is reviewed with what it places', async () => {
    const event = openEvent();
    event.world.mishapOf = ({ resource }) =>
      resource === 'sessions' ? 'killed without effect' : undefined;
    expect(await apply(event)).toMatchObject({ canResume: true, stoppedBy: expect.any(Killed) });
    event.world.mishapOf = () => undefined;
    const seen: unknown[] = [];
    await apply(event, {
      changes: {
        ...noChanges,
        sessions: { file: 'schedule.csv', makePlan: () => expect.unreachable() },
      },
      review: async ({ isResumed, sessions }) => {
        seen.push(
          isResumed,
          sessions && changesIn(sessions).map(({ submissionId, line }) => [submissionId, line]),
        );
        return true;
      },
    });
    expect(seen).toEqual([
      true,
      [
        ['submissions-1', 2],
        ['submissions-2', 4],
        ['submissions-4', 3],
        ['submissions-3', 5],
      ],
    ]);
    await expectApplied(event);
  });

  it('ends an unfinished run of the same files, also if nothing is left to send', async () => {
    const event = openEvent();
    event.world.mishapOf = ({ fields }) => (fields.start === hall(13).start ? 'killed' : undefined);
    expect((await apply(event)).canResume).toBe(true);
    expect((await apply(event, { header: headerOf(event.world, 'def') })).run).toBeUndefined();
    const runs = await event.runs.list();
    expect(runs.map(({ header, ended }) => [header.sha256, ended !== undefined])).toEqual([
      ['abc', true],
    ]);
  });

  it('that is resumed shows what somebody has changed since as a conflict', async () => {
    const event = openEvent();
    event.world.mishapOf = () => 'killed without effect';
    await apply(event);
    event.world.speakers[1] = { ...event.world.speakers[1], first_name: 'Rob' };
    const seen: unknown[] = [];
    const review: ProgramTask['review'] = async ({ speakers }) => {
      seen.push(speakers?.refusal()?.code, speakers?.rows.count('conflict'));
      return false;
    };
    await apply(event, { review });
    expect(seen).toEqual(['conflict', 1]);
  });

  it('that is resumed changes the record that it has created, and none with the same key', async () => {
    const event = openEvent();
    const { submissions, sent } = event.world;
    event.world.mishapOf = () => {
      const updates = sent.filter(
        ({ resource, verb }) => resource === 'submissions' && verb === 'update',
      );
      return updates.length === 2 ? 'killed without effect' : undefined;
    };
    await apply(event);
    submissions.unshift({
      id: 'other',
      title: 'Sets',
      submitter_email: 'chen@example.org',
      status: 'pending',
    });
    event.world.mishapOf = () => undefined;
    await apply(event);
    expect(submissions.map(({ id, status }) => `${id} ${status}`)).toEqual([
      'other pending',
      'submissions-1 accepted',
      'submissions-2 undefined',
      'submissions-3 accepted',
      'submissions-4 undefined',
    ]);
  });

  it('does not move the session of a submission that somebody has created and placed meanwhile', async () => {
    const event = openEvent();
    const { submissions } = event.world;
    event.world.mishapOf = ({ resource, fields }) => {
      if (resource !== 'submissions' || fields.submitter_email !== 'chen@example.org')
        return undefined;
      submissions.push({ id: 'submissions-3', ...fields, ...hall(15), room: 'Lab' });
      return 'taken';
    };
    const { sessions } = await apply(event);
    expect(submissions.map(({ room }) => room)).toEqual(['Hall', 'Hall', 'Lab', 'Hall']);
    expect(sessions?.rows.count('conflict')).toBe(1);
  });

  it('that another process has ended meanwhile is not resumed', async () => {
    const event = openEvent();
    const { run = '' } = await apply(event);
    const sent = event.world.sent.length;
    const [{ header } = {}] = await event.runs.list();
    const ended = header && readProgramHeader(header);
    await expect(apply(event, ended && { header: ended })).rejects.toThrow(`run ${run} has ended`);
    expect(event.world.sent.length).toBe(sent);
  });

  it('ends an unfinished run before it begins to replace it, so that a kill leaves at most one', async () => {
    const event = openEvent();
    event.world.mishapOf = ({ fields }) =>
      fields.start === hall(13).start ? 'killed without effect' : undefined;
    await apply(event);
    const begin = () => {
      throw new Killed();
    };
    const create = () => ({ ...event.runs.create(), begin });
    const killed = apply(event, {
      header: headerOf(event.world, 'def'),
      runs: { ...event.runs, create },
    });
    await expect(killed).rejects.toThrow(Killed);
    expect((await event.runs.list()).filter(({ ended }) => ended === undefined)).toEqual([]);
  });

  it('waits for a creation in doubt that is not listed, its own or that of an earlier program', async () => {
    for (const [mishap, sha256, isStopped, waits] of [
      ['killed', 'abc', false, 0],
      ['late and killed', 'abc', false, 1],
      ['late', 'def', true, 1],
    ] as const) {
      const event = openEvent();
      const { world } = event;
      world.mishapOf = ({ resource, verb }) =>
        resource === 'submissions' && verb === 'add' ? mishap : undefined;
      const onWait = async () => {
        if (isStopped) throw new ConflictError('stopped');
      };
      await apply(event, { lateMs: 30_000, onWait });
      world.mishapOf = () => undefined;
      const [{ header } = {}] = await event.runs.list();
      const changed = isStopped ? { header: headerOf(world, sha256) } : {};
      await apply(event, { lateMs: 30_000, ...changed });
      expect([mishap, header?.rows, world.clock.waits.length]).toEqual([mishap, 10, waits]);
      expect(world.submissions.map(({ title }) => title)).toEqual([
        'Types',
        'Queues',
        'Sets',
        'Sets',
      ]);
    }
  });

  it.each([
    ['unsent', 2],
    ['refused', 1],
    ['lost without effect', 2],
  ] as const)('sends no further kind of records after one that is %s', async (mishap, times) => {
    const event = openEvent();
    event.world.mishapOf = ({ fields }) => (fields.first_name === 'Chen' ? mishap : undefined);
    expect((await apply(event)).canResume).toBe(true);
    expect(event.world.sent.map(({ resource, verb }) => `${verb} ${resource}`)).toEqual([
      ...Array(times).fill('add speakers'),
      'update speakers',
      'update speakers',
    ]);
    await complete(event, []);
    await expectApplied(event);
  });

  it('that undoes another one begins with the last kind of records', async () => {
    const event = openEvent();
    const header = { ...headerOf(event.world, 'abc'), undoes: '20260502-090507-00000001' };
    const submissions = {
      file: files.submissions,
      changes: [update('submissions-1', 'status', 'pending', 'accepted')],
    };
    const updated = { file: files.speakers, changes: speakers.slice(0, 1) };
    await apply(event, {
      header,
      changes: { speakers: updated, submissions, sessions: undefined },
    });
    expect(event.world.sent.map(({ resource }) => resource)).toEqual(['submissions', 'speakers']);
  });

  it.each(['failed, but late', 'refused, but late'] as const)(
    'knows the old values of an update that is %s',
    async (mishap) => {
      const event = openEvent();
      event.world.mishapOf = ({ fields }) => (fields.first_name === 'Bob' ? mishap : undefined);
      expect((await apply(event)).canResume).toBe(true);
      event.world.land();
      await complete(event, []);
      await expectApplied(event);
    },
  );
});
