// A folder that changes statuses and the schedule at once: its plan is checked with the statuses
// that it sets.
import { appendFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { programStage } from '../support/program-stage.ts';

const { folder, plenary, program, edit, read, post, list } = programStage();

const nine = '2027-05-20T09:00:00Z';

interface Talk {
  readonly title: string;
  /** The family name of its only person. */
  readonly by: string;
  /** Those that it has one after the other; it is placed after the first. */
  readonly statuses: readonly string[];
  readonly room: string | undefined;
}

async function add({ title, by, statuses, room }: Talk): Promise<string> {
  const id = await post('submissions', {
    title,
    submitter_email: `${by.toLowerCase()}@example.org`,
    submitter_first_name: 'Ida',
    submitter_last_name: by,
  });
  const [first = '', ...others] = statuses;
  await plenary('submissions', 'update', id, '--status', first);
  if (room !== undefined) await plenary('sessions', 'place', id, '--room', room, '--start', nine);
  for (const status of others) await plenary('submissions', 'update', id, '--status', status);
  return id;
}

const knots = { title: 'Knots', by: 'Moen', statuses: ['accepted'], room: 'Hall' };
const cranes = { title: 'Cranes', by: 'Berg', statuses: ['accepted'], room: undefined };

it.each([
  [
    'beside it',
    async (id: string) =>
      appendFileSync(folder.file('schedule.csv'), `${id},Cranes,Hall,${nine}\n`),
  ],
  [
    'in place of it',
    async (id: string) =>
      writeFileSync(
        folder.file('schedule.csv'),
        `submission_id,title,room,start\n${id},Cranes,Hall,${nine}\n`,
      ),
  ],
])('places a talk where another one is declined, with a row %s', async (_, write) => {
  await add(knots);
  const id = await add(cranes);
  await program('pull');
  edit('submissions.csv', /(Knots.*)accepted/, '$1declined');
  await write(id);
  const plan = folder.file('plan.json');
  expect((await program('plan', '--out', plan)).exitCode).toBe(0);
  expect((await plenary('program', 'apply', plan, '--yes')).exitCode).toBe(0);
  const placed = (await list('submissions')).map(({ title, status, room }) => [
    title,
    status,
    Object(room).name,
  ]);
  expect(placed).toEqual([
    ['Knots', 'declined', 'Hall'],
    ['Cranes', 'accepted', 'Hall'],
  ]);
  expect((await plenary('sessions', 'check')).exitCode).toBe(0);
});

it.each([
  ['room Hall', { ...cranes, statuses: ['pending'], room: 'Hall' }],
  ['Ida Moen', { ...cranes, by: 'Moen', room: 'Loft' }],
])(
  'refuses to accept a declined talk again where another one takes place: %s',
  async (what, other) => {
    await add({ ...knots, statuses: ['accepted', 'declined'] });
    await add(other);
    await program('pull');
    edit('submissions.csv', /(Knots.*)declined/, '$1accepted');
    for (const verb of ['plan', 'apply']) {
      const refused = await program(verb);
      expect(refused.exitCode).toBe(6);
      expect(refused.stderr).toMatch(
        new RegExp(`Error: 1 clash; nothing was sent\\n.*${what}.*"Knots"`),
      );
      expect(refused.stderr).not.toContain('already in the program');
    }
    expect((await list('submissions')).map(({ status }) => status)).toContain('declined');
    expect((await program('apply', '--fail-on', 'never')).exitCode).toBe(0);
  },
);

it('names what the service would refuse of it once', async () => {
  await add({ ...knots, statuses: ['accepted', 'declined'] });
  await add({ ...cranes, room: 'Hall' });
  await program('pull');
  edit('submissions.csv', /(Knots.*)declined/, '$1accepted');
  const { exitCode, stdout } = await program('plan', '--json');
  expect([exitCode, JSON.parse(stdout)]).toMatchObject([
    6,
    { counts: { clashes: 1 }, warnings: [] },
  ]);
});

it('reads the words of statuses as other files do, and shows the status afterwards', async () => {
  await add({ ...knots, statuses: ['pending'] });
  await add({ ...cranes, room: 'Loft' });
  await program('pull');
  edit('submissions.csv', /(Knots.*)pending/, '$1Accepted');
  edit('submissions.csv', /(Cranes.*)accepted/, '$1ACCEPTED');
  expect((await program('status')).stdout).toMatch(/submissions\.csv +no change +1 changed/);
  const plan = JSON.parse((await program('plan', '--json')).stdout);
  expect(plan.counts).toMatchObject({ update: 1, rejected: 0 });
  expect((await program('apply', '--yes')).exitCode).toBe(0);
  expect((await list('submissions')).map(({ status }) => status)).toEqual(['accepted', 'accepted']);
  expect(read('submissions.csv').match(/accepted/gi)).toEqual(['accepted', 'accepted']);
});

it('names the most similar status, and no flag that the service refuses', async () => {
  await add(knots);
  await program('pull');
  edit('submissions.csv', /(Knots.*)accepted/, '$1acepted');
  const { exitCode, stderr } = await program('plan');
  expect([exitCode, stderr]).toEqual([
    3,
    expect.stringContaining(
      'submissions.csv:2 column "status": no submission has the status "acepted"; did you mean ' +
        'accepted?\n',
    ),
  ]);
  expect(stderr).not.toContain('--allow-new-value');
  edit('submissions.csv', 'acepted', 'zurück');
  expect((await program('plan')).stderr).toContain(
    'no submission has the status "zurück"; the statuses are accepted, draft, pending, ' +
      'accept_queue, decline_queue, declined, withdrawn; --allow-new-value sends another one, if ' +
      'the service has it\n',
  );
});
