// Several computers import one file into the public server at once: it cannot keep them apart, but
// each duplicate is named.

import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { grouped } from '../src/contract/grouped.ts';
import { doubleStage } from './support/double-stage.ts';

const stage = doubleStage();

interface Report {
  readonly warnings?: readonly { readonly code?: string; readonly message: string }[];
}

it.each([2, 4, 8])('%i computers at once', async (count) => {
  const homes = Array.from({ length: count }, (_, at) => stage.home(`home-${at}`));
  const rows = Array.from({ length: 15 }, (_, at) => `Talk ${at},p${at}@example.org`);
  const [first] = homes;
  const file = `${first?.path}/${first?.write('talks.csv', 'Title,Email', ...rows)}`;
  // Commands in one process share their working directory.
  const cwd = resolve('.');
  stage.double().switches.statementMs = 2;
  const ended = await Promise.all(
    homes.map((home) => home.run(['submissions', 'import', file, '--yes', '--json'], { cwd })),
  );
  const { submissions } = stage.double().state;
  const titles = grouped(submissions, ({ title }) => title);
  expect(titles.size).toBe(15);
  const duplicates = [...titles.values()].filter(({ length }) => length > 1);
  expect(duplicates.length).toBeGreaterThan(0);
  const named = ended.flatMap(({ stdout }) => {
    const { warnings = [] }: Report = JSON.parse(stdout);
    return warnings.filter(({ code }) => code === 'duplicate_record').map(({ message }) => message);
  });
  for (const records of duplicates) {
    expect(
      named.some((message) => records.every(({ id }) => message.includes(id))),
      records[0]?.title,
    ).toBe(true);
  }
  expect(ended.map(({ exitCode }) => exitCode)).toContain(9);
});

it('is named also by a run that was stopped before it could look', async () => {
  const homes = [stage.home('one'), stage.home('other')];
  const [first] = homes;
  const rows = ['Title,Email,Abstract', 'Keynote,ada@example.org,One.'];
  const file = `${first?.path}/${first?.write('talks.csv', ...rows)}`;
  const cwd = resolve('.');
  const double = stage.double();
  // A new speaker of both would be refused by the second creation.
  await first?.json(
    'speakers',
    'import',
    first.write('people.csv', 'Email', 'ada@example.org'),
    '--yes',
  );
  const run = () =>
    Promise.all(
      homes.map((home) => home.run(['submissions', 'import', file, '--yes', '--json'], { cwd })),
    );
  double.switches.statementMs = 15;
  const isTalk = ({ path }: { path: string }) => path.includes('/submissions');
  double.switches.ignoresRequest = ({ method, path }) =>
    method === 'GET' &&
    isTalk({ path }) &&
    double.requests.some((each) => each.method === 'POST' && isTalk(each));
  expect((await run()).map(({ exitCode }) => exitCode)).toEqual([7, 7]);
  const { submissions } = double.state;
  expect(submissions).toHaveLength(2);
  double.switches.ignoresRequest = () => false;
  for (const { exitCode, stdout, stderr } of await run()) {
    expect([exitCode, stderr + stdout]).toEqual([
      9,
      expect.stringContaining(submissions[0]?.id ?? ''),
    ]);
  }
});
