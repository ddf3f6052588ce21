// Rows of a schedule file whose title several submissions have, or whose people are not those of
// the submission of their title: whose talk is placed, and when it is an error.
import { expect, it } from 'vitest';
import { doubleStage } from './support/double-stage.ts';
import { errorOf } from './support/program.ts';
import { report, type ScheduleStage, scheduleStages } from './support/schedule-stage.ts';

const { stage: open, file } = scheduleStages();
const publicServer = doubleStage();

const hans = 'hans@example.org';
const cy = 'cy@example.org';
const header = 'Title,Author email,Room,Start,Duration';

const idOf = (stdout: string): string => JSON.parse(stdout).id;

/** Two talks of one title: that of Hans is placed, and that of Cy has the status. */
async function keynotes(status: string) {
  const stage = await open();
  const [ofHans, ofCy] = [await addKeynote(stage, hans), await addKeynote(stage, cy)];
  await stage.run('submissions', 'update', ofHans, '--status', 'accept_queue');
  await stage.run('submissions', 'update', ofCy, '--status', status);
  const place = ['--room', 'Lighthouse', '--start', '2027-05-20 09:00'];
  await stage.run('sessions', 'place', ofHans, ...place);
  return { stage, ofHans, ofCy };
}

async function addKeynote(stage: ScheduleStage, email: string): Promise<string> {
  const fields = ['--title', 'Keynote', '--submitter-email', email];
  const [first] = email.split('@');
  const name = ['--submitter-first-name', first ?? '', '--submitter-last-name', 'Doe'];
  const result = await stage.run('submissions', 'add', ...fields, ...name, '--json');
  return idOf(result.stdout);
}

it.each([
  ['Title,Author email', `Keynote,${cy}`],
  ['Title,Submitter email', `Keynote,${cy}`],
  ['Title,Speaker email', `Keynote,${cy}`],
  ['Title,Author email,Speaker', `Keynote,${cy},Cy Doe`],
  ['Title,Speaker', 'Keynote,Cy Doe'],
])('finds the talk of the person in %s, also if only another is open', async (columns, cells) => {
  for (const status of ['declined', 'pending']) {
    const { stage, ofCy } = await keynotes(status);
    file('k.csv', `${columns},Room,Start`, `${cells},Lighthouse,2027-05-21 09:00`);
    const planned = report(await stage.run('sessions', 'plan', 'k.csv', '--json'));
    expect(planned.changes).toMatchObject([{ action: 'place', id: ofCy }]);
  }
});

it('refuses a row of somebody else, if the title is that of several talks', async () => {
  const { stage, ofHans, ofCy } = await keynotes('declined');
  file('k.csv', header, 'Keynote,zoe@example.org,Lighthouse,2027-05-21 09:00,30');
  const refused = errorOf(await stage.run('sessions', 'plan', 'k.csv', '--json'));
  expect(refused).toMatchObject({ exitCode: 3, details: [{ line: 2, code: 'other_people' }] });
  expect(refused.details[0].message).toContain(ofHans);
  expect(refused.details[0].message).toContain(ofCy);
});

it('warns of a row of somebody else, if the title is that of one talk', async () => {
  const stage = await open();
  const id = await addKeynote(stage, hans);
  file('k.csv', header, `Keynote,${cy},Lighthouse,2027-05-21 09:00,30`);
  const planned = report(await stage.run('sessions', 'plan', 'k.csv', '--json'));
  expect(planned.changes).toMatchObject([{ id }]);
  const message =
    '1 row has other people than the submission of this title: "Keynote" (line 2); ' +
    'if it is another talk, create that one and write its id in a column submission_id';
  expect(planned.warnings).toEqual([{ file: 'k.csv', code: 'other_people', message }]);
});

it('takes rows of two people as two talks, each with its own slot', async () => {
  const { stage, ofHans, ofCy } = await keynotes('pending');
  const rows = [
    `Keynote,${hans},Lighthouse,2027-05-20 10:00,30`,
    `Keynote,${cy},Lighthouse,2027-05-21 09:00,30`,
  ];
  file('k.csv', header, ...rows);
  const planned = report(await stage.run('sessions', 'plan', 'k.csv', '--json'));
  expect(planned.changes).toMatchObject([{ id: ofHans }, { id: ofCy }]);
  expect(planned.warnings).toEqual([]);
});

it('refuses rows of two people, if the title is that of one talk', async () => {
  const stage = await open();
  const id = await addKeynote(stage, hans);
  const rows = [
    `Keynote,${cy},Lighthouse,2027-05-21 09:00,30`,
    `Keynote,${hans},Lighthouse,2027-05-20 10:00,30`,
  ];
  file('k.csv', header, ...rows);
  const refused = errorOf(await stage.run('sessions', 'plan', 'k.csv', '--json'));
  const message =
    `"Keynote" with another address may be another talk than the submission of this title ` +
    `(${id}, hans Doe); create that one, or write ${id} in a column submission_id`;
  const details = [{ file: 'k.csv', line: 2, code: 'ambiguous', message }];
  expect(refused).toMatchObject({ exitCode: 3, details });
});

it('finds the talk that this computer has created for an address in any column', async () => {
  const double = publicServer.double();
  const home = publicServer.home();
  const talks = home.write('talks.csv', 'Title,Email', `Keynote,${hans}`, `Keynote,${cy}`);
  await home.json('submissions', 'import', talks, '--yes', '--one-row-per', 'talk');
  const ids = double.state.submissions.map(({ id }) => id);
  const declined = ids[1] ?? '';
  await home.json('submissions', 'update', declined, '--status', 'declined');
  const cells = [`${hans},Hans Meier,Lighthouse`, `${cy},Cy Doe,Main Hall`];
  const rows = cells.map((row) => `Keynote,${row},2027-05-21T09:00Z`);
  const schedule = home.write('s.csv', 'Title,Author email,Speaker,Room,Start', ...rows);
  const { changes, warnings } = await home.json('sessions', 'plan', schedule);
  expect(changes).toMatchObject(ids.map((id) => ({ id })));
  expect(warnings).toMatchObject([{ code: 'called_off', line: 3 }]);
});

it('refuses a misspelled room in every slot of a talk', async () => {
  const home = publicServer.home();
  const talks = home.write('talks.csv', 'Title,Email', `Keynote,${hans}`);
  await home.json('submissions', 'import', talks, '--yes');
  const first = 'Keynote,Lighthouse,2027-05-20T09:00Z';
  const applied = home.write('first.csv', 'Title,Room,Start', first);
  await home.json('sessions', 'apply', applied, '--yes');
  const both = home.write(
    's.csv',
    'Title,Room,Start',
    first,
    'Keynote,Lighthose,2027-05-21T09:00Z',
  );
  const refused = errorOf(await home.run(['sessions', 'plan', both, '--json']));
  expect(refused).toMatchObject({ exitCode: 3, details: [{ line: 3, code: 'unknown_room' }] });
});
