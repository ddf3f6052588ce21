// What `plenary program plan` and `apply` refuse, with its exit code and message, and that nothing is sent.
import { existsSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { errorOf } from './support/program.ts';
import { type Ids, programStage } from './support/program-stage.ts';

const stage = programStage();
const { folder, plenary, program, edit, create, everything } = stage;

/** An event with its files. */
async function fill(): Promise<Ids> {
  const ids = await stage.fill();
  await program('pull');
  return ids;
}

describe('sends nothing', () => {
  it.each([
    {
      fault: 'a value that both sides have changed',
      change: () => edit('speakers.csv', ',Amina,', ',Mina,'),
      there: ({ amina }: Ids) => create('speakers', 'update', amina, '--first-name', 'Anna'),
      expected: {
        exitCode: 6,
        code: 'conflict',
        message: '1 value has changed in the files and in the service since the last pull; nothing was sent',
        details: [
          {
            line: 2,
            column: 'first_name',
            message: expect.stringMatching(
              /the file has "Mina" \(changed .*\), the service has "Anna" \(changed .*\); before, both had "Amina"/,
            ),
          },
        ],
      },
    },
    {
      fault: 'a session that both sides have moved',
      change: () => edit('schedule.csv', 'Hall', 'Lab'),
      there: ({ queues }: Ids) =>
        create('sessions', 'place', queues, '--room', 'Attic', '--start', '2027-05-20T09:30:00+02:00'),
      expected: { exitCode: 6, code: 'conflict', details: [{ line: 2, column: 'room' }] },
    },
    {
      fault: 'a field that the API cannot change',
      change: () => edit('submissions.csv', /(Types,bo@example.org,,,,)/, '$1data'),
      expected: { exitCode: 3, code: 'invalid_input', details: [{ line: 3, column: 'track_id' }] },
    },
    {
      fault: 'a row with an unknown id',
      change: () => edit('speakers.csv', /$/, 'spk_none,new@example.org,New,,,,,,,,,,,\n'),
      expected: { exitCode: 3, code: 'invalid_input', details: [{ line: 4 }] },
    },
    {
      fault: 'a value that breaks a limit',
      change: () => edit('speakers.csv', ',Amina,', `,${'A'.repeat(201)},`),
      expected: { exitCode: 3, code: 'invalid_input', details: [{ line: 2, column: 'first_name' }] },
    },
    {
      fault: 'a title that only the schedule changes',
      change: () => edit('schedule.csv', "''=Queues", 'Other'),
      expected: { exitCode: 3, code: 'invalid_input', details: [{ line: 2, column: 'title' }] },
    },
    {
      fault: 'a clash',
      change: ({ types }: Ids) => edit('schedule.csv', /$/, `${types},Types,Hall,2027-05-20T09:30:00+02:00\n`),
      expected: { exitCode: 6, code: 'conflict', message: '1 clash; nothing was sent' },
    },
    {
      fault: 'faults of several files',
      change: ({ types }: Ids) => {
        edit('speakers.csv', ',Amina,', `,${'A'.repeat(201)},`);
        edit('schedule.csv', /$/, `${types},Types,Hall,2027-05-20T09:30:00+02:00\n`);
      },
      expected: {
        exitCode: 3,
        code: 'invalid_input',
        message: '1 row of speakers.csv cannot be applied, and 1 clash; nothing was sent',
      },
    },
    {
      fault: 'fields that the API cannot change, and a new row, in two files',
      change: () => {
        edit('speakers.csv', /$/, ',new@example.org,New,,,,,,,,,,,\n');
        edit('submissions.csv', /(Types,bo@example.org,,,,)/, '$1data');
      },
      expected: {
        exitCode: 3,
        code: 'invalid_input',
        message: '2 rows (speakers.csv 1, submissions.csv 1) cannot be applied; nothing was sent',
        fix: 'fix the rows; --create creates the records that are missing; restore the values of "track_id", or remove the column',
      },
    },
    {
      fault: 'a file that is not UTF-8',
      change: () =>
        writeFileSync(
          folder.file('speakers.csv'),
          Buffer.from('id,email,first_name\n,zo@example.org,Zo\xeb\n', 'latin1'),
        ),
      expected: { exitCode: 3, code: 'invalid_input', fix: 'save the file as "CSV UTF-8"' },
    },
    {
      fault: 'a new talk that the schedule places, without --create',
      change: () => {
        edit('submissions.csv', /$/, ',New talk,new@example.org,,New,Person,,,,\n');
        edit('schedule.csv', /$/, ',New talk,Hall,2027-05-21T09:45:00+02:00\n');
      },
      expected: {
        exitCode: 3,
        code: 'invalid_input',
        message: '1 row of submissions.csv cannot be applied; nothing was sent',
        fix: 'fix the rows; --create creates the records that are missing',
      },
    },
    {
      fault: 'a talk of the schedule that is nowhere',
      change: () => edit('schedule.csv', /$/, ',New talk,Hall,2027-05-21T09:45:00+02:00\n'),
      expected: {
        exitCode: 3,
        code: 'invalid_input',
        message: '1 row of schedule.csv cannot be applied; nothing was sent',
        fix: expect.stringMatching(/; add talks that are new to submissions.csv, and pass --create$/),
      },
    },
  ])('for $fault', async ({ change, there, expected }) => {
    const ids = await fill();
    await there?.(ids);
    edit('submissions.csv', /(Types,.*)pending/, '$1accepted');
    change(ids);
    const before = await everything();
    for (const verb of ['plan', 'apply']) {
      const result = await program(verb, '--json');
      expect(result).toMatchObject({ exitCode: expected.exitCode });
      expect(errorOf(result)).toMatchObject(expected);
    }
    expect(await everything()).toBe(before);
  });

  it('for new rows without an address, and says how they are created', async () => {
    await stage.fill();
    await program('pull', '--private-columns');
    edit('speakers.csv', /$/, ',New,,,,,,,,,\n');
    edit('submissions.csv', /$/, ',New talk,,New,,,,\n');
    expect(errorOf(await program('plan', '--create', '--json'))).toMatchObject({
      exitCode: 3,
      fix: expect.stringMatching(
        /^fix the rows; speakers\.csv has no addresses: .* `plenary speakers add`, and pull again; submissions\.csv has .* `plenary submissions add`, and pull again$/,
      ),
    });
  });

  it('for rows that were removed, and names them', async () => {
    const { amina } = await fill();
    edit('speakers.csv', new RegExp(`${amina}.*\n`), '');
    edit('schedule.csv', /\nsub.*/, '');
    const before = await everything();
    const { exitCode, stderr, stdout } = await program('apply');
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '' });
    expect(stderr).toContain(
      `Left alone: 1 row was removed from speakers.csv, and the API cannot delete: "Amina" (${amina}).\n`,
    );
    expect(stderr).toContain('Left alone: 1 row was removed from schedule.csv, and the API cannot delete.\n');
    expect(await everything()).toBe(before);
  });
});

describe('a plan of files that cannot be applied', () => {
  const cases = [
    {
      fault: 'a session that both sides have moved',
      change: () => edit('schedule.csv', 'Hall', 'Lab'),
      there: ({ queues }: Ids) =>
        create('sessions', 'place', queues, '--room', 'Attic', '--start', '2027-05-20T09:30:00+02:00'),
      exitCode: 6,
      detail: { code: 'field', file: 'schedule.csv', line: 2, column: 'room' },
    },
    {
      fault: 'a record that both sides have changed',
      change: () => edit('submissions.csv', "''=Queues", "''=Q 2"),
      there: ({ queues }: Ids) => create('submissions', 'update', queues, '--title', 'Q 3'),
      exitCode: 6,
      detail: { code: 'field', file: 'submissions.csv', line: 2, column: 'title' },
    },
    {
      fault: 'a value that breaks a limit',
      change: () => edit('speakers.csv', ',Amina,', `,${'A'.repeat(201)},`),
      exitCode: 3,
      detail: { line: 2, column: 'first_name' },
    },
  ];

  it.each(cases)('is neither saved nor applied: $fault', async ({ change, there, exitCode, detail }) => {
    const ids = await fill();
    await there?.(ids);
    edit('submissions.csv', /(Types,.*)pending/, '$1accepted');
    change();
    const before = await everything();
    const plan = folder.file('plan.json');
    const { exitCode: planned, stdout, stderr } = await program('plan', '--json', '--out', plan);
    expect(planned).toBe(exitCode);
    expect(stderr).toContain(`${plan} was not written, because the plan cannot be applied.\n`);
    expect(existsSync(plan)).toBe(false);
    // What was printed.
    writeFileSync(plan, stdout);
    const result = await plenary('program', 'apply', plan, '--json');
    expect(result).toMatchObject({ exitCode, stdout: '' });
    expect(errorOf(result)).toMatchObject({
      message: `${plan} is a plan of files that cannot be applied; nothing was sent`,
      details: [detail],
    });
    expect(await everything()).toBe(before);
  });
});

it('names a folder with a space as a shell reads it', async () => {
  const { amina } = await stage.fill();
  const spaced = folder.file('dev conf');
  await plenary('program', 'pull', spaced);
  edit('dev conf/speakers.csv', ',Amina,', ',Mina,');
  await create('speakers', 'update', amina, '--first-name', 'Anna');
  const { stderr } = await plenary('program', 'plan', spaced);
  expect(stderr).toContain(`Next: plenary program pull '${spaced}' --merge\n`);
});
