// `plenary program plan` and `apply`: what they change, and what they refuse as a whole.
import { existsSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { NextStep } from '../../src/errors.ts';
import { errorOf } from '../support/program.ts';
import { type Ids, programStage } from '../support/program-stage.ts';

const stage = programStage();
const { folder, plenary, program, read, edit, addRow, create, everything, find } = stage;
const zone = ['--timezone', 'Europe/Berlin'];

/** An event with its files. */
async function fill(): Promise<Ids> {
  const ids = await stage.fill();
  await program('pull', '--private-columns');
  return ids;
}

it('applies what the files change, merges the result, and then has nothing to do', async () => {
  const { amina, bo, types, queues } = await fill();
  const nothing = await everything();
  expect(await program('apply')).toMatchObject({
    exitCode: 0,
    stdout: 'rows       5\nunchanged  5\n',
  });
  edit('speakers.csv', ',Amina,', ",'=Mina,");
  edit('speakers.csv', ',CTO,', ',,');
  edit('submissions.csv', "''=Queues", "''=Q 2");
  edit('submissions.csv', /(Types,.*)pending/, '$1accepted');
  edit('submissions.csv', /$/, ',New talk,amina@example.org,,,,backend,,accepted,\n');
  edit('schedule.csv', 'Hall', 'Lab');
  edit(
    'schedule.csv',
    /$/,
    `${types},Types,Hall,2027-05-20T09:30:00+02:00\n,New talk,Hall,2027-05-20 11:00\n`,
  );
  const table =
    'FILE             ACTION  NAME      CHANGES                                             ' +
    'LINE\n' +
    'speakers.csv     update  Amina     first_name "Amina" → "=Mina"; title "CTO" → (none)  2\n' +
    `submissions.csv  update  '=Queues  title "'=Queues" → "'=Q 2"                          2\n` +
    'submissions.csv  update  Types     status "pending" → "accepted"                       3\n' +
    'submissions.csv  create  New talk                                                      4\n' +
    "schedule.csv     move    '=Queues  Hall → Lab, 2027-05-20 09:30                        2\n" +
    'schedule.csv     place   Types     Hall, 2027-05-20 09:30                              3\n' +
    'schedule.csv     place   New talk  Hall, 2027-05-20 11:00                              4\n';
  const planned = await program('plan', '--create', '--detailed-exitcode', ...zone);
  expect(planned).toMatchObject({ exitCode: 8, stdout: table });
  expect(planned.stderr).toContain('submissions.csv: 3 rows: 1 to create, 2 to update.\n');
  expect(await everything()).toBe(nothing);
  // What only the service has changed stays as it is.
  await create('speakers', 'update', bo, '--title', 'CEO');
  const applied = await program('apply', '--create', ...zone);
  expect(applied).toMatchObject({
    exitCode: 0,
    stdout: 'rows       8\ncreated    1\nupdated    3\nplaced     2\nmoved      1\nunchanged  1\n',
  });
  expect(applied.stderr.startsWith(table)).toBe(true);
  expect(applied.stderr).toContain(
    'Warning: since the last pull, the service has changes for speakers.csv: 1 changed.\n',
  );
  expect(applied.stderr).toMatch(
    /\nWritten to \S+: speakers.csv, submissions.csv, schedule.csv\.\n$/,
  );
  expect(await find('speakers', amina)).toMatchObject({ first_name: '=Mina', title: null });
  expect(await find('submissions', queues)).toMatchObject({
    title: "'=Q 2",
    room: { name: 'Lab' },
  });
  expect(read('speakers.csv')).toContain(',Bo,,,CEO,');
  expect(read('submissions.csv')).toMatch(
    /\nsub_\w+,New talk,amina@example.org,,,,backend,,accepted,\n$/,
  );
  expect(read('schedule.csv')).toMatch(/\nsub_\w+,New talk,Hall,2027-05-20 11:00\n$/);
  expect(await program('pull')).toMatchObject({ exitCode: 0, stderr: 'No file has changed.\n' });
});

it('names removed rows once, and leaves their records and unchanged clashes alone', async () => {
  const { amina, types } = await fill();
  const place = ['--room', 'Hall', '--start', '2027-05-20T09:30:00+02:00', '--fail-on', 'never'];
  await create('sessions', 'place', types, ...place);
  await program('pull');
  edit('speakers.csv', new RegExp(`${amina}.*\n`), '');
  const before = await everything();
  const first = await program('apply');
  expect(first).toMatchObject({ exitCode: 0, stdout: 'rows       5\nunchanged  5\n' });
  expect(first.stderr).toMatch(/Warning: schedule.csv: room Hall: .*; already in the program\.\n/);
  const removed =
    'Warning: 1 row was removed from speakers.csv, and the API cannot delete: "Amina".\n';
  expect(first.stderr).toContain(removed);
  expect((await program('apply')).stderr).not.toContain(removed);
  expect(await everything()).toBe(before);
});

it.each([
  ['removed', /\nsub_.*\n$/, '\n', '1 row was removed from schedule.csv, and its session stays: '],
  ['emptied', /,Hall,.*\n$/, ',,\n', '1 row has no start, and its session is not moved: '],
])('names the talk of a row that was %s, and what takes it out', async (_, from, to, what) => {
  const { queues } = await fill();
  edit('schedule.csv', from, to);
  const { stderr } = await program('plan');
  const [, talk, command = ''] =
    /: ("'=Queues".*); `plenary (.*)` takes it out of/.exec(stderr) ?? [];
  expect(stderr).toContain(what);
  expect(talk).toMatch(/^"'=Queues"( \(line 2\))?$/);
  expect(command).toBe("sessions unplace ''\\''=Queues'");
  const unplaced = await plenary('sessions', 'unplace', "'=Queues", '--yes');
  expect(unplaced.exitCode, unplaced.stderr).toBe(0);
  expect(await find('submissions', queues)).toMatchObject({ room: null });
  expect((await program('plan')).stderr).not.toContain('takes it out');
});

describe('sends nothing', () => {
  const clash = ({ types }: Ids) =>
    edit('schedule.csv', /$/, `${types},Types,Hall,2027-05-20T09:30:00+02:00\n`);
  const long = () => edit('speakers.csv', ',Amina,', `,${'A'.repeat(201)},`);
  const track = () => edit('submissions.csv', /(Types,bo@example.org,,,,)/, '$1data');
  const newSpeaker = { email: 'new@example.org', first_name: 'New' };
  const speaker = () => addRow('speakers.csv', newSpeaker);
  const both = [
    () => edit('submissions.csv', "''=Queues", "''=Q 2"),
    ({ queues }: Ids) => create('submissions', 'update', queues, '--title', 'Q 3'),
  ];
  const named = [
    () => edit('speakers.csv', ',Amina,', ',Mina,'),
    ({ amina }: Ids) => create('speakers', 'update', amina, '--first-name', 'Anna'),
  ];
  const moved = [
    () => edit('schedule.csv', 'Hall', 'Lab'),
    ({ queues }: Ids) =>
      create(
        'sessions',
        'place',
        queues,
        '--room',
        'Attic',
        '--start',
        '2027-05-20T09:30:00+02:00',
      ),
  ];
  it.each<
    [fault: string, steps: readonly ((ids: Ids) => unknown)[], exitCode: number, expected: object]
  >([
    ['a value that both sides have changed', both, 6, { details: [{ line: 2, column: 'title' }] }],
    [
      'a session that both sides have moved',
      moved,
      6,
      { details: [{ code: 'field', line: 2, column: 'room' }] },
    ],
    [
      'a field that the API cannot change',
      [track],
      3,
      { details: [{ line: 3, column: 'track_id' }] },
    ],
    [
      'an unknown id',
      [() => addRow('speakers.csv', { id: 'spk_none', ...newSpeaker })],
      3,
      { details: [{ line: 4 }] },
    ],
    [
      'a title that only the schedule changes',
      [() => edit('schedule.csv', "''=Queues", 'Other')],
      3,
      { details: [{ line: 2, column: 'title' }] },
    ],
    ['a clash', [clash], 6, { code: 'conflict', message: '1 clash; nothing was sent' }],
    [
      'faults of several files',
      [long, clash],
      3,
      {
        message:
          '1 of 2 rows cannot be applied (speakers.csv), and 1 clash (schedule.csv); ' +
          'nothing was sent',
      },
    ],
    [
      'values of two files that both sides have changed, and a clash',
      [...both, ...named, clash],
      6,
      {
        message:
          '2 values have changed in the files and in the service since the last pull ' +
          '(speakers.csv, submissions.csv), and 1 clash (schedule.csv); nothing was sent',
      },
    ],
    [
      'new rows without --create, and another fault',
      [speaker, track],
      3,
      {
        message:
          '1 of 3 rows cannot be applied (speakers.csv), and 1 of 2 rows cannot be applied ' +
          '(submissions.csv); nothing was sent',
        fix:
          'fix the rows; --create creates the records that are missing; ' +
          'restore the values of "track_id", or remove the column',
      },
    ],
    [
      'a talk of the schedule that is nowhere',
      [() => edit('schedule.csv', /$/, ',New talk,Hall,2027-05-21T09:45:00+02:00\n')],
      3,
      {
        fix: expect.stringMatching(
          /; add talks that are new to submissions.csv, and pass --create$/,
        ),
      },
    ],
  ])('for %s', async (_, steps, exitCode, expected) => {
    const ids = await fill();
    edit('submissions.csv', /(Types,.*)pending/, '$1accepted');
    for (const step of steps) await step(ids);
    const before = await everything();
    const plan = folder.file('plan.json');
    const planned = await program('plan', '--json', '--out', plan);
    for (const result of [planned, await program('apply', '--json')]) {
      expect(errorOf(result)).toMatchObject({ exitCode, ...expected });
    }
    expect(existsSync(plan)).toBe(false);
    // What was printed has the faults.
    if (planned.stdout !== '') writeFileSync(plan, planned.stdout);
    expect((await plenary('program', 'apply', plan)).exitCode).not.toBe(0);
    expect(await everything()).toBe(before);
  });

  it('for new rows without an address, and names the pull that adds its column', async () => {
    await stage.fill();
    await program('pull');
    addRow('speakers.csv', { first_name: 'New' });
    expect(errorOf(await program('plan', '--create', '--json'))).toMatchObject({
      exitCode: 3,
      fix: expect.stringContaining(
        `\`plenary program pull ${folder.path} --merge --private-columns\` adds their columns`,
      ),
    });
  });

  describe('for many changes without a terminal,', () => {
    const message = 'the plan changes 30 of 30 records, more than the 20 allowed; nothing was sent';
    const tooMany = { exitCode: 6, code: 'too_many_changes', message };

    async function changeMany(): Promise<void> {
      const lines = Array.from({ length: 30 }, (_, at) => `p${at}@example.org,P${at}\n`);
      writeFileSync(folder.file('many.csv'), `email,first_name\n${lines.join('')}`);
      await plenary('speakers', 'import', folder.file('many.csv'));
      await program('pull');
      edit('speakers.csv', /,P/g, ',Q');
    }

    it('in the apply as in the plan, which is printed and not saved', async () => {
      await changeMany();
      const before = await everything();
      const plan = folder.file('plan.json');
      const planned = await program('plan', '--json', '--out', plan);
      expect(errorOf(planned)).toMatchObject({
        ...tooMany,
        fix: 'look at the plan, and if it is right, pass --max-changes 30',
      });
      expect(JSON.parse(planned.stdout).counts.update).toBe(30);
      expect(existsSync(plan)).toBe(false);
      expect(errorOf(await program('apply', '--json'))).toMatchObject(tooMany);
      const asked = await stage.service.plenary(['program', 'apply', folder.path], {
        env: { PLENARY_EVENT: stage.event() },
        columns: 80,
        typed: ['n\r'],
      });
      expect(asked.stderr).toContain('Canceled; nothing was sent.');
      expect(await everything()).toBe(before);
      expect(await program('plan', '--max-changes', '30')).toMatchObject({ exitCode: 0 });
      expect(await program('apply', '--max-changes', '30')).toMatchObject({ exitCode: 0 });
    });

    it('also of a saved plan, whose command has the limit that was allowed', async () => {
      await changeMany();
      const plan = folder.file('plan.json');
      const { exitCode, stderr } = await program('plan', '--max-changes', '100%', '--out', plan);
      expect(exitCode).toBe(0);
      expect(stderr).toContain(`plenary program apply ${plan} --max-changes '100%'\n`);
      expect(errorOf(await plenary('program', 'apply', plan, '--json'))).toMatchObject(tooMany);
      const applied = await plenary('program', 'apply', plan, '--max-changes', '100%');
      expect(applied).toMatchObject({ exitCode: 0 });
    });
  });

  it('for a share of the records of the kinds that change, however it is planned', async () => {
    await fill();
    edit('submissions.csv', /pending/g, 'accepted');
    const half = ['--max-changes', '50%', '--json'];
    const plan = folder.file('plan.json');
    await program('plan', '--out', plan);
    const message = expect.stringContaining('the plan changes 2 of 2 records, more than the 1');
    for (const refused of [
      await program('plan', ...half),
      await program('apply', ...half),
      await plenary('program', 'apply', plan, ...half),
    ])
      expect(errorOf(refused)).toMatchObject({ code: 'too_many_changes', message });
  });
});

it('prints no values of private columns, and saves them', async () => {
  await fill();
  edit('speakers.csv', 'bo@example.org', 'bob@example.org');
  edit('submissions.csv', /(Types.*pending),/, '$1,Well done');
  addRow('submissions.csv', {
    title: 'New talk',
    submitter_email: 'amina@example.org',
    status: 'accepted',
  });
  edit('schedule.csv', /$/, ',New talk,Hall,2027-05-20T11:00:00+02:00\n');
  for (const form of [[], ['-o', 'csv'], ['--summary', 'markdown']]) {
    const { stdout } = await program(
      'plan',
      '--create',
      '--out',
      folder.file('plan.json'),
      ...form,
    );
    expect(stdout, form.join()).toMatch(/feedback/);
    expect(stdout).not.toMatch(/bob?@|amina@|Well done/);
  }
  expect(read('plan.json')).toMatch(/bob@.*Well done.*amina@/s);
});

it.each([
  ['plan.json', 'cannot read', 'no such file or folder'],
  ['talks.csv', '', 'is neither a folder nor a saved plan'],
])('suggests no pull into a file: %s', async (name, before, after) => {
  writeFileSync(folder.file('talks.csv'), 'title\nTypes\n');
  const path = folder.file(name);
  for (const verb of ['status', 'plan', 'apply']) {
    const { exitCode, stderr } = await plenary('program', verb, path);
    expect(exitCode).toBe(2);
    expect(stderr.replaceAll(path, 'PATH')).toMatch(
      new RegExp(`^Error: ${before} ?PATH:? ${after}\nFix: check the path; `),
    );
    expect(stderr).not.toContain('program pull');
  }
});

it('reports a talk that both have moved as a conflict alone', async () => {
  const { queues } = await fill();
  edit('schedule.csv', 'Hall', 'Lab');
  const place = ['--room', 'Loft', '--start', '2027-05-20T11:00:00+02:00'];
  await plenary('sessions', 'place', queues, ...place);
  const { exitCode, stdout } = await program('plan', '--json');
  expect(exitCode).toBe(6);
  const { rejects } = JSON.parse(stdout);
  expect(rejects.map(({ code, column }: Record<string, unknown>) => [code, column])).toEqual([
    ['conflict', 'room'],
    ['conflict', 'start'],
  ]);
});

describe('leaves out with --allow-partial what both sides have changed', () => {
  /** A title, a room, and a name that the apply sends. */
  async function leaveOut() {
    const ids = await fill();
    edit('speakers.csv', ',Amina,', ',Mina,');
    edit('submissions.csv', "''=Queues", "''=Q 2");
    edit('schedule.csv', 'Hall', 'Lab');
    await create('submissions', 'update', ids.queues, '--title', 'Q 3');
    const place = ['--room', 'Attic', '--start', '2027-05-20T09:30:00+02:00'];
    await create('sessions', 'place', ids.queues, ...place);
    const error = errorOf(await program('apply', '--allow-partial', '--json'));
    expect(error).toMatchObject({
      exitCode: 9,
      message: '2 of 5 rows were not applied',
      fix:
        'write the value of the service into each cell that is to have it; to send all others ' +
        'as the files have them, pass --overwrite',
      next: [
        { command: `plenary program pull ${folder.path} --merge --prefer service` },
        { command: `plenary program apply ${folder.path} --allow-partial --overwrite` },
      ],
    });
    return { ...ids, next: error.next.map((step: NextStep) => step.command.split(' ').slice(1)) };
  }

  it.each([
    ['the service', 0, 'Q 3', 'Attic'],
    ['the files', 1, "'=Q 2", 'Lab'],
  ])('and names the command that takes the values of %s', async (_, number, title, room) => {
    const { amina, queues, next } = await leaveOut();
    expect(await plenary(...(next[number] ?? []))).toMatchObject({ exitCode: 0 });
    expect(await find('speakers', amina)).toMatchObject({ first_name: 'Mina' });
    expect(await find('submissions', queues)).toMatchObject({ title, room: { name: room } });
    expect(await program('plan', '--detailed-exitcode')).toMatchObject({ exitCode: 0 });
  });
});
