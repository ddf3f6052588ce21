// The people of talks in the folder of a program, on the double of the public server, which shows
// neither submitters nor the speakers of talks that are imported.
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { doubleStage } from './support/double-stage.ts';

const stage = doubleStage();

type Flags = readonly string[];

/** A computer with the folder of a program. */
async function pulled(...flags: Flags) {
  const home = stage.home();
  const cwd = `${home.path}/dbl`;
  const pull = await home.run(['program', 'pull', 'dbl', ...flags]);
  expect(pull.exitCode, pull.stderr).toBe(0);
  const run = async (...words: Flags) => {
    const result = await home.run(words, { cwd });
    expect(result.exitCode, result.stderr).toBe(0);
    return result;
  };
  return {
    home,
    run,
    read: (name: string) => readFileSync(`${cwd}/${name}`, 'utf8'),
    edit: (name: string, change: (text: string) => string) =>
      writeFileSync(`${cwd}/${name}`, change(readFileSync(`${cwd}/${name}`, 'utf8'))),
    /** The files that have a text, by their names. */
    filesWith(text: string): readonly string[] {
      const entries = readdirSync(cwd, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile());
      return files.flatMap(({ parentPath, name }) => {
        return readFileSync(`${parentPath}/${name}`, 'utf8').includes(text) ? name : [];
      });
    },
    /** The cells of a column of the submissions, by their titles. */
    cellsOf(column: string): Readonly<Record<string, string | undefined>> {
      const [header = '', ...rows] = readFileSync(`${cwd}/submissions.csv`, 'utf8')
        .trim()
        .split('\n');
      const columns = header.split(',');
      const cells = rows.map((row) => row.split(','));
      const at = (name: string) => columns.indexOf(name);
      return Object.fromEntries(cells.map((row) => [row[at('title')], row[at(column)]]));
    },
  };
}

const talks = ['Title,Email,First name,Last name', 'Knots,ida@example.org,Ida,Moen'];

it('has the submitters of imported talks in its private columns, and keeps them', async () => {
  const { home, run, cellsOf } = await pulled('--private-columns');
  await run('submissions', 'import', `../${home.write('talks.csv', ...talks)}`, '--yes');
  const submitters = { Knots: 'ida@example.org' };
  expect(cellsOf('submitter_email')).toEqual(submitters);
  expect(cellsOf('submitter_last_name')).toEqual({ Knots: 'Moen' });
  const [knots] = stage.double().state.submissions;
  await run('submissions', 'update', knots?.id ?? '', '--status', 'accepted');
  await run('program', 'pull');
  await run('program', 'pull', '--merge');
  await run('program', 'status', '--detailed-exitcode');
  await run('program', 'apply', '--yes');
  expect(cellsOf('submitter_email')).toEqual(submitters);
  expect(cellsOf('submitter_last_name')).toEqual({ Knots: 'Moen' });
  expect(cellsOf('status')).toEqual({ Knots: 'accepted' });
});

it('has them on a second computer, whose copy of the folder has no snapshot', async () => {
  const { home, run, read } = await pulled('--private-columns');
  await run('submissions', 'import', `../${home.write('talks.csv', ...talks)}`, '--yes');
  const other = stage.home('other');
  const cwd = `${other.path}/dbl`;
  cpSync(`${home.path}/dbl`, cwd, { recursive: true });
  rmSync(`${cwd}/.plenary`, { recursive: true });
  const exitCodes: (number | null)[] = [];
  for (const words of [
    ['status', '--detailed-exitcode'],
    ['pull'],
    ['plan', '--detailed-exitcode'],
    ['apply', '--yes'],
  ]) {
    exitCodes.push((await other.run(['program', ...words], { cwd })).exitCode);
  }
  expect(exitCodes).toEqual([0, 0, 0, 0]);
  expect(readFileSync(`${cwd}/submissions.csv`, 'utf8')).toBe(read('submissions.csv'));
});

it('has no address but in the snapshot without private columns', async () => {
  const { home, run, cellsOf, filesWith } = await pulled();
  await run('submissions', 'import', `../${home.write('talks.csv', ...talks)}`, '--yes');
  await run('program', 'pull');
  expect(filesWith('ida@example.org')).toEqual(['base.json']);
  expect(cellsOf('submitter_last_name')).toEqual({ Knots: 'Moen' });
});

it.each([
  [
    'a row for each person',
    [
      'ID,Title,First name,Last name,Email',
      '7,Knots,Ida,Moen,ida@example.org',
      '7,Knots,Ola,Nord,ola@example.org',
      '8,Cranes,Bo,Lund,bo@example.org',
    ],
  ],
  [
    'a column of speakers',
    [
      'Title,Speakers,Email',
      'Knots,"Ida Moen <ida@example.org>; Ola Nord <ola@example.org>",',
      'Cranes,Bo Lund <bo@example.org>,',
    ],
  ],
  [
    'numbered people',
    [
      'Title,Speaker 1 Name,Speaker 1 Email,Speaker 2 Name,Speaker 2 Email',
      'Knots,Ida Moen,ida@example.org,Ola Nord,ola@example.org',
      'Cranes,Bo Lund,bo@example.org,,',
    ],
  ],
  [
    'a person in no role, and those who speak as well',
    [
      'Title,First name,Last name,Email,Speakers',
      'Knots,Ida,Moen,ida@example.org,Ola Nord; Ida Moen',
      'Cranes,Bo,Lund,bo@example.org,',
    ],
  ],
  [
    'a submitter who speaks in none of them',
    [
      'Title,Submitter name,Submitter email,Speakers',
      'Knots,Ana Ruiz,ana@example.org,Ida Moen; Ola Nord',
      'Cranes,Ana Ruiz,ana@example.org,Bo Lund',
    ],
  ],
  [
    'a speaker whose name is in two columns',
    [
      'ID,Title,Submitter name,Submitter email,Speaker first name,Speaker last name',
      '7,Knots,Ana Ruiz,ana@example.org,Ida,Moen',
      '7,Knots,Ana Ruiz,ana@example.org,Ola,Nord',
      '8,Cranes,Ana Ruiz,ana@example.org,Bo,Lund',
    ],
  ],
])('saves who speaks with whom, of %s', async (_, rows) => {
  const { home, run, cellsOf, filesWith } = await pulled();
  const file = `../${home.write('talks.csv', ...rows)}`;
  const { stderr } = await run('submissions', 'import', file, '--yes');
  expect(stderr).not.toContain('not imported');
  const speakers = { Knots: 'Ida Moen; Ola Nord', Cranes: 'Bo Lund' };
  expect(cellsOf('speakers')).toEqual(speakers);
  expect(filesWith('ola@example.org')).toEqual([]);
  await run('program', 'status', '--detailed-exitcode');
  await run('program', 'pull');
  await run('program', 'pull', '--merge');
  expect(cellsOf('speakers')).toEqual(speakers);
});

/** A folder whose two talks have a speaker in common, and take place at the same time. */
async function placedTalks(...flags: Flags) {
  const stand = await pulled(...flags);
  const { home, run } = stand;
  const rows = [
    'Title,Speakers,Email',
    'Knots,Ida Moen <ida@example.org>; Ola Nord <ola@example.org>,',
    'Cranes,Ola Nord <ola@example.org>,',
  ];
  await run('submissions', 'import', `../${home.write('talks.csv', ...rows)}`, '--yes');
  const start = ['--start', '2027-05-20T09:00:00Z'];
  await run('sessions', 'place', 'Knots', '--room', 'Main Hall', ...start);
  await run('submissions', 'update', 'Knots', '--status', 'accepted');
  await run('submissions', 'update', 'Cranes', '--status', 'accepted');
  const place = ['sessions', 'place', 'Cranes', '--room', 'Lighthouse', ...start];
  await run(...place, '--fail-on', 'never');
  const json = async (...words: Flags) => {
    const { stdout } = await home.run([...words, '--json'], { cwd: `${home.path}/dbl` });
    return JSON.parse(stdout);
  };
  return { ...stand, json };
}

it('finds the clashes of people of the folder, and of the event alone outside of it', async () => {
  const { home, json } = await placedTalks();
  const { clashes } = await json('sessions', 'check');
  expect(clashes).toMatchObject([{ code: 'person', what: 'Ola Nord' }]);
  expect((await home.json('sessions', 'check')).clashes).toEqual([]);
});

it.each([
  [['timetable', 'show'], 'Ida Moen, Ola Nord'],
  [['timetable', 'export', '--format', 'csv'], ',30,Ida Moen; Ola Nord,'],
  [['timetable', 'changes', '--announce'], '"Knots" (Ida Moen, Ola Nord)'],
  [['speakers', 'missing', '--fields', 'email,talks', '-o', 'csv'], 'ola@example.org,"Knots (Main'],
  [['status'], '1 clash\n'],
  [['program', 'plan', '--json'], 'Ola Nord (matched by name) is in two places'],
  [['sessions', 'plan', '--json'], 'Ola Nord (matched by name) is in two places'],
])('shows them with the schedule of the folder: %s', async (words, text) => {
  const { run } = await placedTalks();
  expect((await run(...words)).stdout).toContain(text);
});

it('publishes them, and no address', async () => {
  const { home, run } = await placedTalks('--private-columns');
  await run('program', 'export', '../site', '--format', 'json');
  const site = readFileSync(`${home.path}/site/talks.json`, 'utf8');
  expect(site).toContain('Ola Nord');
  expect(site).not.toContain('@');
});

it('knows an address of a row of the schedule by the name in speakers.csv', async () => {
  const { run, edit, json } = await placedTalks('--private-columns');
  edit('schedule.csv', (text) =>
    text
      .replaceAll(/$/gm, ',')
      .replace('start,', 'start,speakers')
      .replace(/(?<=Cranes.*),$/m, ',ola@example.org')
      .replace(/(?<=Knots.*),$/m, ',Ola Nord'),
  );
  expect((await json('sessions', 'check')).clashes).toMatchObject([{ what: 'Ola Nord' }]);
  expect((await run('timetable', 'show')).stdout).toContain('Ola Nord');
});

it('adds people in other roles to the speakers of a talk', async () => {
  const { run, edit } = await placedTalks();
  edit('schedule.csv', (text) =>
    text
      .replaceAll(/$/gm, ',')
      .replace('start,', 'start,moderators')
      .replace(/(?<=Knots.*),$/m, ',Eva Dahl'),
  );
  const { stdout, stderr } = await run('timetable', 'export', '--format', 'csv');
  expect(stdout).toContain('Ida Moen; Ola Nord; Eva Dahl');
  expect(stderr).not.toContain('other people');
});

it('takes the people of a row of the schedule before them, and none for another schedule', async () => {
  const { home, run, edit } = await placedTalks();
  const speakers = async (...words: Flags) => {
    const { stdout } = await run('timetable', 'export', '--format', 'csv', ...words);
    return stdout.split('\n').flatMap((row) => row.split(',')[5] || []);
  };
  expect(await speakers()).toEqual(['speakers', 'Ola Nord', 'Ida Moen; Ola Nord']);
  edit('schedule.csv', (text) =>
    text
      .replaceAll(/$/gm, ',')
      .replace('start,', 'start,speakers')
      .replace(/(?<=Knots.*),$/m, ',Bo Lund'),
  );
  expect(await speakers()).toEqual(['speakers', 'Ola Nord', 'Bo Lund']);
  edit('submissions.csv', (text) => text.replace(/(?<=,)Ola Nord\n/, 'Eva Dahl\n'));
  expect((await speakers()).toSorted()).toEqual(['Bo Lund', 'Eva Dahl', 'speakers']);
  const other = home.write('other.csv', 'title,room,start', 'Knots,Main Hall,2027-05-20T09:00:00Z');
  expect(await speakers('--schedule', `../${other}`)).toEqual(['speakers']);
});

it('shows the submitters of the folder for talks without speakers', async () => {
  const { home, run, edit } = await placedTalks();
  edit('submissions.csv', (text) => text.replaceAll(/(?:Ida Moen; )?Ola Nord(?=\n)/g, ''));
  const { stdout, stderr } = await run('timetable', 'export', '--format', 'csv');
  expect(stdout).toContain(',Ida Moen,');
  expect(stderr).toContain('2 sessions have no speakers, so their submitters are shown');
  await run('program', 'status', '--detailed-exitcode');
  expect((await home.run(['timetable', 'export', '--format', 'csv'])).stdout).not.toContain('Moen');
});

it('shows them in the preview of a schedule that is not applied', async () => {
  const { home, run, edit } = await pulled();
  const talk = 'Knots,Ida Moen <ida@example.org>; Ola Nord <ola@example.org>,';
  const file = home.write('talks.csv', 'Title,Speakers,Email', talk);
  await run('submissions', 'import', `../${file}`, '--yes');
  const id = stage.double().state.submissions[0]?.id;
  edit('schedule.csv', (text) => `${text}${id},,Main Hall,2027-05-20T09:00:00Z\n`);
  const { stdout } = await run('timetable', 'export', '--format', 'csv');
  expect(stdout).toContain('Ida Moen; Ola Nord');
});

it('counts and lists accepted talks of whom nobody is known', async () => {
  const { run, json, edit } = await placedTalks();
  const people = async () => {
    const { items } = await json('status');
    return items.find(({ name }: { readonly name: string }) => name === 'people');
  };
  expect(await people()).toMatchObject({ count: 0 });
  edit('submissions.csv', (text) => text.replace(/Ola,Nord(.*),Ola Nord\n/, ',$1,\n'));
  expect(await people()).toMatchObject({
    count: 1,
    text: 'accepted submission without a known submitter or speaker',
    next: [{ command: 'plenary speakers missing' }],
  });
  expect((await run('speakers', 'missing')).stderr).toContain(
    'No submitter and no speaker is known of 1 accepted talk: Cranes (Lighthouse, 2027-05-20 11:00). ' +
      'Specify speakers in submissions.csv of a folder, or with --schedule.\n',
  );
  edit('submissions.csv', (text) => text.replace(/Ida,Moen(.*),Ida.*\n/, ',$1,\n'));
  expect(await people()).toMatchObject({ count: null });
});

it('takes a submitter alone for no speaker, and leaves names that were edited', async () => {
  const { home, run, cellsOf, edit, read } = await pulled();
  const submitter = 'Knots,Ana Ruiz,ana@example.org';
  const first = home.write('first.csv', 'Title,Submitter name,Submitter email', submitter);
  await run('submissions', 'import', `../${first}`, '--yes');
  expect(read('submissions.csv')).not.toContain('speakers');
  edit('submissions.csv', (text) =>
    text.replace('\n', ',Speakers\n').replace(/\n$/, ',Eva Dahl\n'),
  );
  const second = home.write('second.csv', 'Title,Name,Email', 'Cranes,Bo Lund,bo@example.org');
  await run('submissions', 'import', `../${second}`, '--yes');
  expect(cellsOf('Speakers')).toEqual({ Knots: 'Eva Dahl', Cranes: 'Bo Lund' });
});

it('names each person of all rows of a talk once', async () => {
  const { home, run, cellsOf } = await pulled();
  const rows = [
    'ID,Title,Name,Email,Co-speakers',
    '7,Knots,Ida Moen,ida@example.org,Ola Nord',
    '7,Knots,Ola Nord,ola@example.org,Bo Lund',
    '7,Knots,Ida Moen,ida@example.org,Eva Dahl',
  ];
  await run('submissions', 'import', `../${home.write('talks.csv', ...rows)}`, '--yes');
  expect(cellsOf('speakers')).toEqual({ Knots: 'Ida Moen; Ola Nord; Bo Lund; Eva Dahl' });
});

it('takes the name of a submitter with an address alone from the speakers of the folder', async () => {
  const { home, run, json } = await pulled('--private-columns').then((stand) => {
    const json = async (...words: Flags) => {
      return JSON.parse((await stand.run(...words, '--json')).stdout);
    };
    return { ...stand, json };
  });
  await stage.double().web.addSpeaker({ email: 'bo@b.cc', first_name: 'Bo', last_name: 'Li' });
  const rows = ['Title,Email', 'Knots,bo@b.cc', 'Cranes,BO@b.cc', 'Ropes,office@b.cc'];
  await run('submissions', 'import', `../${home.write('talks.csv', ...rows)}`, '--yes');
  const rooms = { Knots: 'Main Hall', Cranes: 'Lighthouse', Ropes: 'Workshop 1' };
  for (const [title, room] of Object.entries(rooms)) {
    await run('submissions', 'update', title, '--status', 'accepted');
    const start = ['--start', '2027-05-20T09:00:00Z', '--fail-on', 'never'];
    await run('sessions', 'place', title, '--room', room, ...start);
  }
  expect((await json('sessions', 'check', '--fail-on', 'never')).clashes).toMatchObject([
    { code: 'person', what: 'Bo Li' },
  ]);
  expect((await run('timetable', 'show')).stdout.match(/Bo Li/g)).toHaveLength(2);
  await run('program', 'export', '../site', '--format', 'json');
  const site = readFileSync(`${home.path}/site/talks.json`, 'utf8');
  expect(site.match(/"name": "(.*)"/g)).toEqual(['"name": "Bo Li"', '"name": "Bo Li"']);
  const missing = await json('speakers', 'missing', '--where', 'missing=confirmation');
  expect(missing.map(({ email, talks }: Record<string, unknown>) => [email, talks])).toEqual([
    ['office@b.cc', ['Ropes (Workshop 1, 2027-05-20 11:00)']],
    ['bo@b.cc', ['Knots (Main Hall, 2027-05-20 11:00)', 'Cranes (Lighthouse, 2027-05-20 11:00)']],
  ]);
});

it('shows the people of a talk, and the talks of a person, as the folder knows them', async () => {
  const { home, json } = await placedTalks('--private-columns');
  const { talks } = await json('speakers', 'show', 'ola@example.org');
  const titles = talks.map(({ title }: { readonly title: string }) => title);
  expect(titles.toSorted()).toEqual(['Cranes', 'Knots']);
  const { people } = await json('submissions', 'show', 'Knots');
  expect(people).toMatchObject([
    { role: 'submitter', name: 'Ida Moen', email: 'ida@example.org' },
    { role: 'speaker', name: 'Ida Moen', email: 'ida@example.org' },
    { role: 'speaker', name: 'Ola Nord', email: 'ola@example.org' },
  ]);
  const outside = await home.run(['speakers', 'show', 'ola@example.org']);
  expect(outside.stdout).toContain('Talks: unknown, because the service does not show who');
});
