// What a file that was cut off would clear: the folder is refused, and clearings count as changes.
import { readFileSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { folderForEach, serviceForEach } from './support/stage.ts';

const service = serviceForEach();
const folder = folderForEach();
const fields = [
  '--title',
  'CTO',
  '--about',
  'Builds queues.',
  '--photo-url',
  'https://e.org/a.png',
  '--phone',
  '1',
];

beforeEach(async () => {
  for (const name of ['ada', 'bo']) {
    await run('speakers', 'add', '--email', `${name}@example.org`, '--first-name', name);
    await run('speakers', 'update', `${name}@example.org`, ...fields);
  }
});

function run(...args: readonly string[]) {
  return service.plenary(args, { cwd: folder.path });
}

const pull = () => run('program', 'pull', '.', '--event', 'devconf', '--private-columns');

function edit(name: string, change: (text: string) => string): void {
  writeFileSync(folder.file(name), change(readFileSync(folder.file(name), 'utf8')));
}

/** How many values of all speakers are empty. */
async function emptyValues(): Promise<number> {
  const { stdout } = await run('speakers', 'list', '--json');
  const records: readonly Readonly<Record<string, unknown>>[] = JSON.parse(stdout);
  const values = records.flatMap(({ title, about, photo_url, phone }) => [
    title,
    about,
    photo_url,
    phone,
  ]);
  return values.filter((value) => value === null || value === '').length;
}

describe('a folder', () => {
  it.each<[string, (text: string) => string, RegExp]>([
    [
      'whose last row is cut off',
      (text) => text.slice(0, text.lastIndexOf('Builds')),
      /speakers\.csv:3: \d+ of \d+ cells; a delimiter is missing/,
    ],
    [
      'with a comma that lacks its quotes',
      (text) => text.replace('CTO', 'CTO, ACME'),
      /speakers\.csv:2: \d+ cells for \d+ columns; a cell that contains a delimiter probably lacks quotes/,
    ],
  ])('%s is refused, and nothing is changed', async (_, change, fault) => {
    await pull();
    edit('speakers.csv', change);
    for (const command of ['plan', 'apply', 'status']) {
      const { exitCode, stderr } = await run('program', command, '.');
      expect([command, exitCode]).toEqual([command, 3]);
      expect(stderr).toMatch(fault);
    }
    expect(await emptyValues()).toBe(0);
  });
});

describe('--max-changes', () => {
  const refused = (changes: string) => ({
    exitCode: 6,
    stderr: expect.stringContaining(
      `Error: the plan changes ${changes} allowed; nothing was sent\n`,
    ),
  });

  it('counts each value that a sheet clears', async () => {
    const rows = ['ada@example.org,,,Chief', 'bo@example.org,Builds queues.,1,CTO'];
    writeFileSync(folder.file('people.csv'), `email,about,phone,title\n${rows.join('\n')}\n`);
    const apply = (limit: string) =>
      run('speakers', 'apply', 'people.csv', '--empty', 'clear', '--max-changes', limit, '--yes');
    const result = await apply('1');
    expect(result).toMatchObject(
      refused('1 of 2 records and clears 2 values: 2 changes, more than the 1'),
    );
    expect(result.stderr).toContain('pass --max-changes 2\n');
    expect(await emptyValues()).toBe(0);
    expect((await apply('2')).exitCode).toBe(0);
    expect(await emptyValues()).toBe(2);
  });

  it('counts each value that a folder clears', async () => {
    await pull();
    edit('speakers.csv', (text) => text.replaceAll(/CTO|Builds queues\.|https:[^,]*/g, ' '));
    const apply = (limit: string) => run('program', 'apply', '.', '--max-changes', limit, '--yes');
    expect(await apply('5')).toMatchObject(
      refused('2 of 2 records and clears 6 values: 6 changes, more than the 5'),
    );
    expect((await apply('6')).exitCode).toBe(0);
    expect(await emptyValues()).toBe(6);
  });

  it('counts each value that an undo clears', async () => {
    const rows = [
      'ada@example.org,she/her,https://e.org/ada',
      'bo@example.org,he/him,https://e.org/bo',
    ];
    writeFileSync(folder.file('people.csv'), `email,pronouns,linkedin_url\n${rows.join('\n')}\n`);
    await run('speakers', 'apply', 'people.csv', '--yes');
    const [{ run: name }] = JSON.parse((await run('runs', 'list', '--json')).stdout);
    const undo = (limit: string) => run('runs', 'undo', name, '--max-changes', limit, '--yes');
    expect(await undo('3')).toMatchObject(
      refused('2 of 2 records and clears 4 values: 4 changes, more than the 3'),
    );
    expect((await undo('4')).exitCode).toBe(0);
  });
});
