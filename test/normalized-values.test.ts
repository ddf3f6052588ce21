// What the public server trims and stores in lower case is no difference to what was sent.
import { readFileSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Double, startDouble } from './support/double/double.ts';
import { plenary } from './support/program.ts';
import { skippingClock } from './support/skipping-clock.ts';
import { folderForEach } from './support/stage.ts';

const folder = folderForEach();
let double: Double;
beforeEach(async () => {
  double = await startDouble();
});
afterEach(() => double.close());

function run(...args: readonly string[]) {
  const env = { ...double.env, PLENARY_STATE_DIR: folder.file('state') };
  return plenary(args, { env, cwd: folder.path, clock: skippingClock() });
}

/** How many writes the server has received. */
const writes = () => double.requests.filter(({ write }) => write !== undefined).length;

it('finds a speaker whose creation has lost its response', async () => {
  double.switches.losesResponse = () => true;
  const fields = ['--first-name', ' Ada ', '--speaker-status', 'Invited'];
  const { exitCode, stdout, stderr } = await run(
    'speakers',
    'add',
    '--email',
    ' Ada@Example.org',
    ...fields,
    '--json',
  );
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining('The response was lost, but')]);
  expect(JSON.parse(stdout)).toMatchObject({
    email: 'ada@example.org',
    first_name: 'Ada',
    speaker_status: 'invited',
  });
  expect(writes()).toBe(1);
});

it('plans nothing for a record that has white space around a value', async () => {
  const fields = ['--company-name', '  ACME ', '--speaker-status', 'confirmed'];
  await run('speakers', 'add', '--email', 'Ada@example.org', ...fields);
  writeFileSync(folder.file('people.csv'), 'Email,Company,Zusage\nADA@Example.org,ACME,Ja\n');
  const planned = await run('speakers', 'plan', 'people.csv', '--detailed-exitcode', '--json');
  expect(planned.exitCode).toBe(0);
  expect(JSON.parse(planned.stdout).counts).toMatchObject({ unchanged: 1, update: 0 });
  expect((await run('speakers', 'list', '--json')).stdout).toContain('"  ACME "');
});

it('changes of a folder only what is another text', async () => {
  const fields = ['--title', 'CTO', '--about', 'Builds queues.', '--speaker-status', 'confirmed'];
  await run('speakers', 'add', '--email', 'ada@example.org', ...fields);
  await run('program', 'pull', '.', '--private-columns', '--timezone', 'Europe/Berlin');
  const edit = (from: string, to: string) => {
    const text = readFileSync(folder.file('speakers.csv'), 'utf8');
    expect(text).toContain(from);
    writeFileSync(folder.file('speakers.csv'), text.replace(from, to));
  };
  edit('CTO', '  CTO ');
  edit('confirmed', 'Confirmed');
  edit('ada@example.org', 'Ada@Example.org');
  expect((await run('program', 'plan', '.', '--detailed-exitcode')).exitCode).toBe(0);

  edit('Confirmed', 'Declined');
  edit('Builds queues.', 'builds queues.');
  const { stdout } = await run('program', 'plan', '.', '--json');
  expect(JSON.parse(stdout).changes).toMatchObject([
    {
      fields: {
        about: { from: 'Builds queues.', to: 'builds queues.' },
        speaker_status: { from: 'confirmed', to: 'Declined' },
      },
    },
  ]);
  expect((await run('program', 'apply', '.', '--yes')).exitCode).toBe(0);
  expect((await run('program', 'plan', '.', '--detailed-exitcode')).exitCode).toBe(0);
});
