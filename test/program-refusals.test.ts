// What `plenary program plan` and `apply` refuse, with its exit code and message, and that nothing is sent.
import { describe, expect, it } from 'vitest';
import { errorOf } from './support/program.ts';
import { type Ids, programStage } from './support/program-stage.ts';

const stage = programStage();
const { program, edit, create, everything } = stage;

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
      change: ({ types }: Ids) => edit('schedule.csv', /$/, `${types},Types,Hall,2027-05-20T09:45:00+02:00\n`),
      expected: { exitCode: 6, code: 'conflict', message: '1 clash; nothing was sent' },
    },
    {
      fault: 'faults of several files',
      change: ({ types }: Ids) => {
        edit('speakers.csv', ',Amina,', `,${'A'.repeat(201)},`);
        edit('schedule.csv', /$/, `${types},Types,Hall,2027-05-20T09:45:00+02:00\n`);
      },
      expected: {
        exitCode: 3,
        code: 'invalid_input',
        message: expect.stringMatching(/^1 of 1 rows? cannot be applied; nothing was sent; 1 clash; nothing was sent$/),
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
