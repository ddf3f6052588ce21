// The schedule of a folder that has a talk in two rows: the first is that of the service, and no
// pull loses the other.
import { appendFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { programStage } from '../support/program-stage.ts';

const { folder, plenary, program, read, edit, post } = programStage();

const berlin = ['--timezone', 'Europe/Berlin'];

/** A folder with the placed talk `Knots`, and another talk. */
async function pulled() {
  const knots = await post('submissions', { title: 'Knots', submitter_email: 'ida@example.org' });
  await post('submissions', { title: 'Cranes', submitter_email: 'ola@example.org' });
  const place = ['--room', 'Hall', '--start', '2027-05-20T14:00:00Z'];
  await plenary('sessions', 'place', knots, ...place);
  await program('pull');
  return { knots, place };
}

it.each([
  ['by its id', (id: string) => `${id},,Loft,2027-05-20T09:00:00Z\n`],
  ['by its title', () => ',Knots,Loft,2027-05-20T09:00:00Z\n'],
])('keeps a further slot that is written %s', async (_, rowOf) => {
  const { knots, place } = await pulled();
  appendFileSync(folder.file('schedule.csv'), rowOf(knots));
  const plan = await program('plan', '--detailed-exitcode');
  expect([plan.exitCode, plan.stderr]).toEqual([
    0,
    expect.stringContaining('stores one slot of "Knots"'),
  ]);
  expect((await program('status', '--detailed-exitcode')).exitCode).toBe(0);
  expect((await program('pull')).exitCode).toBe(0);
  const slots = () =>
    read('schedule.csv')
      .split('\n')
      .slice(1, -1)
      .map((line) => line.replace(/^.*?,/, ''));
  expect(slots()).toEqual([
    'Knots,Hall,2027-05-20T16:00:00+02:00',
    'Knots,Loft,2027-05-20T09:00:00Z',
  ]);
  // Somebody moves the talk in the service, and somebody else moves it in the file.
  await plenary('sessions', 'place', knots, ...place.toSpliced(1, 1, 'Annex'));
  await program('pull');
  expect(slots()[0]).toBe('Knots,Annex,2027-05-20T16:00:00+02:00');
  expect(slots()[1]).toContain('Loft,2027-05-20T09:00:00Z');
  edit('schedule.csv', 'Annex', 'Attic');
  expect((await program('apply', ...berlin)).exitCode).toBe(0);
  expect(slots()[0]).toBe('Knots,Attic,2027-05-20T16:00:00+02:00');
  expect(slots()[1]).toContain('Loft,2027-05-20T09:00:00Z');
});

it('finds what clashes with the further slot', async () => {
  const { knots } = await pulled();
  const rows = `${knots},,Loft,2027-05-20T09:00:00Z\n,Cranes,Loft,2027-05-20T09:10:00Z\n`;
  appendFileSync(folder.file('schedule.csv'), rows);
  const plan = await program('plan');
  expect([plan.exitCode, plan.stderr]).toEqual([
    6,
    expect.stringMatching(/room Loft: "Knots" \(line 3\).*"Cranes" \(line 4\)/),
  ]);
});

it('keeps the further slot of a talk that the service no longer places', async () => {
  const { knots } = await pulled();
  appendFileSync(folder.file('schedule.csv'), `${knots},Knots,Loft,2027-05-20T09:00:00Z\n`);
  expect((await plenary('sessions', 'unplace', 'Knots')).exitCode).toBe(0);
  expect((await program('pull')).exitCode).toBe(0);
  const rows = `${knots},Knots,,\n${knots},Knots,Loft,2027-05-20T09:00:00Z\n`;
  expect(read('schedule.csv')).toBe(`submission_id,title,room,start\n${rows}`);
});

it('takes a title that two submissions have as that of neither', async () => {
  await pulled();
  await post('submissions', { title: 'Knots', submitter_email: 'ola@example.org' });
  appendFileSync(folder.file('schedule.csv'), ',Knots,Loft,2027-05-20T09:00:00Z\n');
  expect((await program('status')).stdout).toMatch(/schedule.csv .*1 added/);
  const plan = await program('plan');
  expect([plan.exitCode, plan.stderr]).toEqual([
    3,
    expect.stringContaining('is the title of 2 submissions'),
  ]);
});
