// Taking sessions out of the schedule: `sessions unplace`, and the undo of a first placement; and
// nothing else.
import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { errorOf } from './support/program.ts';
import { publicServer } from './support/public-server.ts';

const stage = publicServer();
const { plenary } = stage;
const json = ({ stdout }: { readonly stdout: string }) => JSON.parse(stdout);
const sent = (method: string) =>
  stage.double.requests.filter((request) => request.method === method);
const places = () =>
  stage.double.state.submissions.map(({ title, room_id, starts_at }) => [
    title,
    stage.double.state.rooms.find(({ id }) => id === room_id)?.name,
    starts_at?.slice(11, 16),
  ]);

const header = 'title,room,start';
const rows = ['Queues,Main Hall,2027-05-20 09:00', 'Maps,Lighthouse,2027-05-20 09:00'];
const nowhere = [
  ['Queues', undefined, undefined],
  ['Maps', undefined, undefined],
];
const placed = [
  ['Queues', 'Main Hall', '07:00'],
  ['Maps', 'Lighthouse', '07:00'],
];

/** Places both talks. @returns the name of the run */
async function apply(...lines: readonly string[]): Promise<string> {
  const file = stage.write('schedule.csv', header, ...lines);
  const applied = await plenary(['sessions', 'apply', file, '--yes', '--json']);
  expect(applied).toMatchObject({ exitCode: 0 });
  return json(applied).run;
}

beforeEach(async () => {
  for (const title of ['Queues', 'Maps']) {
    await plenary([
      'submissions',
      'add',
      '--title',
      title,
      '--submitter-email',
      `${title}@example.org`,
    ]);
  }
});

describe('sessions unplace', () => {
  const unplace = (...args: readonly string[]) =>
    plenary(['sessions', 'unplace', ...args, '--json']);

  it('takes the session out by one request, and its undo places it again', async () => {
    await apply(...rows);
    const result = await unplace('queues');
    expect(result.exitCode).toBe(0);
    expect(json(result).counts).toMatchObject({ rows: 1, placed: 0, unplaced: 1 });
    expect(places()).toEqual([nowhere[0], placed[1]]);
    const [{ id } = { id: '' }] = stage.double.state.submissions;
    expect(sent('DELETE').map(({ path, body }) => [path, body])).toEqual([
      [`/v1/sessions/${id}/schedule`, undefined],
    ]);
    const verified = await plenary(['runs', 'verify', json(result).run, '--json']);
    expect([verified.exitCode, json(verified).counts]).toMatchObject([0, { rows: 1, same: 1 }]);
    const undone = await plenary(['runs', 'undo', json(result).run, '--yes', '--json']);
    expect([undone.exitCode, places()]).toEqual([0, placed]);
    expect((await plenary(['runs', 'verify', json(result).run])).exitCode).toBe(6);
  });

  it('shows with --dry-run what it would do, and sends nothing', async () => {
    await apply(...rows);
    const plan = json(await unplace('Queues', '--dry-run'));
    expect(plan.counts).toMatchObject({ rows: 1, unplace: 1, place: 0, move: 0 });
    expect(plan.changes).toEqual([
      expect.objectContaining({
        action: 'unplace',
        name: 'Queues',
        fields: {
          room: { from: 'Main Hall', to: null },
          start: { from: '2027-05-20T07:00:00+00:00', to: null },
        },
      }),
    ]);
    const { stdout } = await plenary(['sessions', 'unplace', 'Queues', '--dry-run']);
    expect(stdout).toContain('Main Hall, 2027-05-20 09:00 → not placed');
    expect(sent('DELETE')).toEqual([]);
  });

  it('warns of a duration that no undo can restore, and only then', async () => {
    const run = await apply(...rows);
    const [queues, maps] = stage.double.state.submissions.map(({ id }) => id);
    const keynote = stage.double.state.formats.find(({ name }) => name === 'Keynote')?.id;
    expect(json(await unplace('Queues', '--dry-run')).warnings).toEqual([]);
    stage.double.web.setFormat(queues ?? '', keynote);
    const message =
      'the 30 minutes of "Queues" cannot be restored: an undo places it with the 45 of its ' +
      'format Keynote';
    const plan = json(await unplace('Queues', '--dry-run'));
    expect(plan.warnings).toEqual([expect.objectContaining({ code: 'duration_lost', message })]);
    expect((await unplace('Queues')).stderr).toContain(`Warning: ${message}.`);
    // The undo of a first placement takes sessions out as well.
    stage.double.web.setFormat(maps ?? '', keynote);
    await plenary([
      'sessions',
      'place',
      'Queues',
      '--room',
      'Main Hall',
      '--start',
      '2027-05-20 09:00',
    ]);
    const undo = json(await plenary(['runs', 'undo', run, '--dry-run', '--json']));
    expect(undo.warnings).toMatchObject([
      { message: expect.stringContaining('the 30 minutes of "Maps" cannot be restored') },
    ]);
  });

  it('has nothing to do for a talk without a place, and refuses what is no talk', async () => {
    const done = await unplace('Queues');
    expect(done).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining('Warning: "Queues" has no place in the schedule.\n'),
    });
    expect(json(done).counts.rows).toBe(0);
    expect((await unplace('Nothing')).exitCode).toBe(5);
    expect(sent('DELETE')).toEqual([]);
  });

  it('ends with one clear error if the service lacks the operation', async () => {
    await apply(...rows);
    stage.double.switches.optionalOperations = false;
    const result = await unplace('Queues');
    expect(result.exitCode).toBe(6);
    expect(errorOf(result)).toMatchObject({
      message: 'the service cannot take a session out of the schedule',
      details: [
        {
          code: 'remains',
          message:
            '"Queues" remains in Main Hall: the service cannot take a session out of the schedule',
        },
      ],
    });
    expect([places(), sent('DELETE').length]).toEqual([placed, 1]);
    expect(
      json(await plenary(['runs', 'list', '--json'])).map(
        ({ state }: { readonly state: string }) => state,
      ),
    ).toEqual(['finished', 'finished']);
  });

  it('is repeated if its response is lost', async () => {
    await apply(...rows);
    stage.double.switches.losesResponse = (_, { method }) =>
      method === 'DELETE' && sent('DELETE').length === 1;
    expect((await unplace('Queues')).exitCode).toBe(0);
    expect([places(), sent('DELETE').length]).toEqual([[nowhere[0], placed[1]], 2]);
  });
});

describe('the undo of a first placement', () => {
  it('takes the sessions out', async () => {
    const run = await apply(...rows);
    const undone = await plenary(['runs', 'undo', run, '--yes', '--json']);
    expect([undone.exitCode, json(undone).counts]).toMatchObject([0, { rows: 2, unplaced: 2 }]);
    expect(places()).toEqual(nowhere);
    expect(sent('DELETE')).toHaveLength(2);
  });

  it('is undone by placing them again', async () => {
    const run = await apply(...rows);
    const undone = json(await plenary(['runs', 'undo', run, '--yes', '--json']));
    expect(await plenary(['runs', 'undo', undone.run, '--yes'])).toMatchObject({ exitCode: 0 });
    expect(places()).toEqual(placed);
  });

  it('frees the rooms of sessions that move back', async () => {
    await apply('Queues,Main Hall,2027-05-20 09:00');
    const run = await apply(
      'Queues,Lighthouse,2027-05-20 09:00',
      'Maps,Main Hall,2027-05-20 09:00',
    );
    for (const title of ['Queues', 'Maps']) {
      await plenary(['submissions', 'update', title, '--status', 'accepted']);
    }
    expect(await plenary(['runs', 'undo', run, '--yes'])).toMatchObject({ exitCode: 0 });
    expect(places()).toEqual([placed[0], nowhere[1]]);
  });

  it('is a conflict if a session is somewhere else now', async () => {
    const run = await apply(...rows);
    await plenary([
      'sessions',
      'place',
      'Queues',
      '--room',
      'Workshop 1',
      '--start',
      '2027-05-20 09:00',
    ]);
    const refused = await plenary(['runs', 'undo', run, '--yes', '--json']);
    expect([refused.exitCode, sent('DELETE').length]).toEqual([6, 0]);
    expect(errorOf(refused).details).toEqual([
      expect.objectContaining({ code: 'conflict', message: expect.stringContaining('Workshop 1') }),
    ]);
    const partly = await plenary(['runs', 'undo', run, '--yes', '--allow-partial', '--json']);
    expect([partly.exitCode, places()]).toEqual([
      9,
      [['Queues', 'Workshop 1', '07:00'], nowhere[1]],
    ]);
  });

  it('asks a service that lacks the operation once, and notes what remains', async () => {
    await apply('Queues,Main Hall,2027-05-20 09:00');
    const run = await apply(
      'Queues,Workshop 1,2027-05-20 09:00',
      'Maps,Lighthouse,2027-05-20 09:00',
    );
    stage.double.switches.optionalOperations = false;
    const undone = await plenary(['runs', 'undo', run, '--yes', '--json']);
    expect([undone.exitCode, places(), sent('DELETE').length]).toEqual([0, placed, 1]);
    expect(undone.stderr).toContain(
      'Not undone: "Maps" remains in Lighthouse: the service cannot take a session out of the ' +
        'schedule.\n',
    );
    expect(json(undone)).toMatchObject({
      counts: { rows: 2, moved: 1, skipped: 1 },
      warnings: [expect.objectContaining({ code: 'remains' })],
    });
  });

  it('holds back what the service would refuse because of sessions that remain', async () => {
    for (const title of ['Third', 'Fourth']) {
      await plenary([
        'submissions',
        'add',
        '--title',
        title,
        '--submitter-email',
        `${title}@example.org`,
      ]);
    }
    for (const title of ['Queues', 'Maps', 'Third']) {
      await plenary(['submissions', 'update', title, '--status', 'accepted']);
    }
    await apply(
      'Queues,Main Hall,2027-05-20 09:00',
      'Third,Lighthouse,2027-05-20 09:00',
      'Fourth,Main Hall,2027-05-20 12:00',
    );
    const run = await apply(
      'Maps,Main Hall,2027-05-20 09:00',
      'Queues,Lighthouse,2027-05-20 09:00',
      'Third,Workshop 1,2027-05-20 09:00',
      'Fourth,Main Hall,2027-05-20 13:00',
    );
    stage.double.switches.optionalOperations = false;
    const before = sent('PUT').length;
    const undone = await plenary(['runs', 'undo', run, '--yes', '--json']);
    expect([undone.exitCode, sent('PUT').length - before]).toEqual([0, 1]);
    expect(json(undone).counts).toMatchObject({ rows: 4, moved: 1, skipped: 3 });
    expect(undone.stderr).toContain(
      'Not undone: "Maps" remains in Main Hall: the service cannot take a session out of the ' +
        'schedule.\n' +
        'Not undone: "Queues" remains in Lighthouse: "Maps" remains where it would go.\n' +
        'Not undone: "Third" remains in Workshop 1: "Queues" remains where it would go.\n',
    );
    expect(json(await plenary(['runs', 'list', '--json']))[0]).toMatchObject({ state: 'finished' });
  });

  it('names what remains also if another session was refused', async () => {
    await apply('Queues,Main Hall,2027-05-20 09:00');
    const run = await apply(
      'Queues,Workshop 1,2027-05-20 09:00',
      'Maps,Lighthouse,2027-05-20 09:00',
    );
    stage.double.switches.optionalOperations = false;
    stage.double.switches.ignoresRequest = ({ method }) => method === 'PUT';
    const args = ['runs', 'undo', run, '--yes', '--json', '--retries', '0'];
    const undone = await plenary(args);
    expect(undone.exitCode).toBe(10);
    expect(undone.stderr).toContain('Not undone: "Maps" remains in Lighthouse');
  });

  it('ends with 6 if nothing of the run can be undone', async () => {
    const run = await apply(...rows);
    stage.double.switches.optionalOperations = false;
    const undone = await plenary(['runs', 'undo', run, '--yes', '--json']);
    expect([undone.exitCode, places(), sent('DELETE').length]).toEqual([6, placed, 1]);
    expect(errorOf(undone).details).toHaveLength(2);
  });
});

describe('nothing else takes a session out', () => {
  it.each([
    ['a missing row', rows.slice(0, 1)],
    ['an empty cell', [rows[0] ?? '', 'Maps,,']],
  ])('%s', async (_, lines) => {
    await apply(...rows);
    const file = stage.write('schedule.csv', header, ...lines);
    await plenary(['sessions', 'apply', file, '--yes']);
    expect([places(), sent('DELETE')]).toEqual([placed, []]);
  });

  it('a talk that is called off', async () => {
    await apply(...rows);
    await plenary(['submissions', 'update', 'Maps', '--status', 'withdrawn']);
    const file = stage.write(
      'schedule.csv',
      header,
      rows[0] ?? '',
      'Maps,Lighthouse,2027-05-20 10:00',
    );
    const { stderr } = await plenary(['sessions', 'apply', file, '--yes']);
    expect(stderr).toContain('plenary sessions unplace');
    expect(sent('DELETE')).toEqual([]);
  });
});

it('no saved plan takes a session out', async () => {
  await apply(...rows);
  const file = stage.write('again.csv', header, 'Queues,Lighthouse,2027-05-20 12:00');
  await plenary(['sessions', 'plan', file, '--out', 'plan.json']);
  const plan = JSON.parse(readFileSync(stage.file('plan.json'), 'utf8'));
  const [change] = plan.changes;
  change.action = 'unplace';
  for (const field of Object.values<{ to: string | null }>(change.fields)) field.to = null;
  stage.write('plan.json', JSON.stringify(plan));
  const refused = await plenary(['sessions', 'apply', 'plan.json', '--yes']);
  expect(refused).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('cannot make') });
  expect([places(), sent('DELETE')]).toEqual([placed, []]);
});
