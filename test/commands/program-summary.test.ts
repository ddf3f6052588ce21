// `--summary markdown` of `program plan` and `apply`: what a reviewer sees of a plan, of its
// application, and of an error, in a job summary or a comment.
import { expect, it } from 'vitest';
import { programStage } from '../support/program-stage.ts';

const stage = programStage();
const { folder, program, edit, create, find } = stage;
const markdown = ['--summary', 'markdown'];
const zone = ['--timezone', 'Europe/Berlin'];

async function fill() {
  const ids = await stage.fill();
  await program('pull', '--private-columns');
  return ids;
}

it('has a plan that is too large, after the error and what to do about it', async () => {
  await fill();
  edit('submissions.csv', /pending/g, 'accepted');
  edit('schedule.csv', 'Hall', 'Lab');
  const { exitCode, stdout } = await program('plan', ...markdown, ...zone, '--max-changes', '2');
  expect(exitCode).toBe(6);
  expect(stdout).toBe(
    `## Error

the plan changes 3 of 3 records, more than the 2 allowed; nothing was sent

**Fix:** look at the plan, and if it is right, pass --max-changes 3

## Plan: 2 to update, 1 to move

- speakers.csv: 2 rows: 2 unchanged
- submissions.csv: 2 rows: 2 to update
- schedule.csv: 1 row: 1 to move

### Warnings

- schedule.csv: no session of the event is in the room "Lab" \\(line 2\\) yet

| | name | changes | line |
|---|---|---|---|
| update | '=Queues | status "pending" → "accepted" | 2 |
| update | Types | status "pending" → "accepted" | 3 |
| move | '=Queues | Hall → Lab, 2027-05-20 09:30 | 2 |
`,
  );
});

it('has what was applied', async () => {
  const { types } = await fill();
  expect((await program('apply', ...markdown)).stdout).toBe(
    '## Applied: nothing to change\n\n- 5 rows: 5 unchanged\n',
  );
  edit('submissions.csv', /(Types,.*)pending/, '$1accepted');
  edit('schedule.csv', /$/, `${types},Types,Hall,2027-05-20T11:00:00+02:00\n`);
  expect(await program('apply', ...markdown)).toMatchObject({
    exitCode: 0,
    stdout: '## Applied: 1 updated, 1 placed\n\n- 6 rows: 1 updated, 1 placed, 4 unchanged\n',
  });
});

it('has what was not applied, and how to continue', async () => {
  const { amina } = await fill();
  edit('speakers.csv', 'amina@example.org', 'bo@example.org');
  edit('speakers.csv', ',Bo,', ',Bob,');
  const { exitCode, stdout } = await program('apply', ...markdown);
  expect(exitCode).toBe(9);
  expect(stdout).toMatch(
    /^## Error\n\n1 of 5 rows was not applied\n\n\*\*Fix:\*\* fix these rows and apply the file again; .*\n\n## Applied: 1 updated\n\n- 5 rows: 1 updated, 3 unchanged, 1 failed\n\n### Rows that were not applied\n\n- .*speakers\.csv:2: conflict .*\n/,
  );
  expect(stdout).not.toContain('example.org');
  expect(await find('speakers', amina)).toMatchObject({ email: 'amina@example.org' });
});

it.each(['plan', 'apply'])('has why there is no %s at all', async (verb) => {
  const { queues } = await fill();
  const first = async (...flags: readonly string[]) => {
    const { exitCode, stdout, stderr } = await program(verb, ...markdown, ...flags);
    // Who looks at the log finds it there as well.
    expect(stderr).toContain('Error: ');
    return [exitCode, stdout.replaceAll('\\', '')];
  };
  const line = (text: string) => expect.stringContaining(`## Error\n\n${text}`);
  expect(await first('--event', 'other')).toEqual([5, line('the service has no event "other"\n')]);
  expect(await first('--max-changes', 'all')).toEqual([2, line('--max-changes all: not a number')]);
  edit('submissions.csv', "''=Queues", "''=Q 2");
  await create('submissions', 'update', queues, '--title', 'Q 3');
  expect(await first()).toEqual([6, line('1 value has changed in the files and in the service')]);
  const { exitCode, stdout } = await stage.service.plenary(
    ['program', verb, folder.path, '--summary=markdown'],
    { env: { PLENARY_EVENT: stage.event(), PLENARY_TOKEN: 'plt_expired' } },
  );
  expect([exitCode, stdout.replaceAll('\\', '')]).toEqual([
    4,
    expect.stringMatching(
      /^## Error\n\nthe service refused the token .*\n\n\*\*Fix:\*\* the token comes from PLENARY_TOKEN: .*\n$/,
    ),
  ]);
});

it('has long values whole, without private ones, where the reader opens them', async () => {
  await fill();
  const long = (end: string) =>
    `A title that is too long for a column of a table in a terminal ${end}`;
  edit('submissions.csv', ',Types,', `,${long('one')},`);
  await program('apply');
  edit('submissions.csv', long('one'), long('two'));
  edit(
    'speakers.csv',
    /vegan/,
    'vegetarian and no nuts and nothing that was ever near a nut as in all of the years before',
  );
  const { stdout } = await program('plan', ...markdown);
  expect(stdout).toContain(
    '\n<details><summary>Long values</summary>\n\n' +
      `- submissions.csv line 3: title "${long('one')}" → "${long('two')}"\n\n</details>\n`,
  );
  expect(stdout).not.toContain('nuts');
});

it('folds many warnings, such as clashes that were there before', async () => {
  const { types } = await fill();
  const place = ['--room', 'Hall', '--start', '2027-05-20T09:30:00+02:00', '--fail-on', 'never'];
  await create('sessions', 'place', types, ...place);
  for (const title of ['Three', 'Four']) {
    const id = await stage.post('submissions', { title, submitter_email: 'bo@example.org' });
    await create('sessions', 'place', id, ...place);
  }
  await program('pull', '--merge');
  edit('speakers.csv', ',Amina,', ',Mina,');
  const { stdout } = await program('plan', ...markdown);
  // Six pairs of talks in the room, and three pairs of talks by Bo.
  expect(stdout).toMatch(/\n<details><summary>9 warnings<\/summary>\n\n(- .*\n){9}\n<\/details>\n/);
  expect(stdout).not.toContain('### Warnings');
});
