// Links in the folder of a program, which may come from anybody: no output is written through one
// that leads out of it.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { expect, it } from 'vitest';
import { doubleStage } from './support/double-stage.ts';

const stage = doubleStage();

type Words = readonly string[];

/** A computer with the folder of a program, and with a folder outside of it that has `private`. */
async function pulled() {
  const home = stage.home();
  const cwd = `${home.path}/dbl`;
  const { exitCode, stderr } = await home.run(['program', 'pull', 'dbl']);
  expect(exitCode, stderr).toBe(0);
  mkdirSync(`${home.path}/outside`);
  writeFileSync(`${home.path}/outside/private`, 'mine');
  home.write('old.csv', 'title,room,start', 'Ropes,Main Hall,2027-05-20T09:00:00Z');
  home.write('list.csv', 'email,title', 'a@x.cc,Ropes');
  home.write('faulty.csv', 'email,first_name', 'a@x.cc,Ada', 'nobody,Bo');
  home.write('moved.txt', 'Subject: Moved', '{title}');
  return { home, cwd, run: (words: Words) => home.run(words, { cwd }) };
}

const letters = ['letters', 'write', '../moved.txt', '--for', '../list.csv', '--from', 'p@x.cc'];
const changes = ['timetable', 'changes', '../old.csv', '--out'];

it.each<readonly [name: string, target: string, words: Words]>([
  ['moved.csv', '../outside/private', [...changes, 'moved.csv']],
  ['moved.csv', '../outside/new', [...changes, 'moved.csv']],
  ['t', '../outside', [...changes, 't/private']],
  ['t', '..', [...changes, 't/outside/private']],
  ['t.csv', '../outside/private', ['timetable', 'export', '--format', 'csv', '--out', 't.csv']],
  ['announced.json', '../outside/private', ['timetable', 'changes', '--announce']],
  [
    'rejects.csv',
    '../outside/private',
    ['speakers', 'import', '../faulty.csv', '--rejects', 'rejects.csv', '--yes'],
  ],
  ['plan.json', '../outside/new', ['program', 'plan', '--out', 'plan.json']],
  ['letters', '../outside', [...letters, '--out', 'letters']],
  ['letters', '../outside', [...letters, '--out', 'letters/first']],
  ['letters', '../outside/new', [...letters, '--out', 'letters']],
  ['site', '../outside', ['program', 'export', 'site', '--format', 'json']],
])('nothing is written through %s → %s: %j', async (name, target, words) => {
  const { home, cwd, run } = await pulled();
  symlinkSync(target, `${cwd}/${name}`);
  const { exitCode, stderr } = await run(words);
  expect({ exitCode, stderr }).toEqual({
    exitCode: 3,
    stderr: expect.stringMatching(new RegExp(`Error: ${name} is a symbolic link`)),
  });
  expect(readdirSync(`${home.path}/outside`)).toEqual(['private']);
  expect(readFileSync(`${home.path}/outside/private`, 'utf8')).toBe('mine');
});

it('other links are followed: to a place in the program, and outside of programs', async () => {
  const { home, cwd, run } = await pulled();
  mkdirSync(`${cwd}/data`);
  for (const [name, target] of [
    ['dbl/moved.csv', 'data/moved.csv'],
    ['dbl/letters', 'data'],
    ['moved.csv', 'outside/private'],
    ['away', 'outside'],
  ] as const)
    symlinkSync(target, `${home.path}/${name}`);
  const done = async (words: Words) => {
    const { exitCode, stderr } = await run(words);
    expect(exitCode, stderr).toBe(0);
  };
  await done([...changes, 'moved.csv']);
  await done([...letters, '--out', 'letters/first']);
  await done([...changes, '../moved.csv']);
  home.write('second.txt', 'Subject: Moved again', '{title}');
  await done(letters.with(2, '../second.txt').concat('--out', '../away'));
  expect(readdirSync(`${cwd}/data`).toSorted()).toEqual(['first', 'moved.csv']);
  expect(readFileSync(`${home.path}/outside/private`, 'utf8')).not.toBe('mine');
  expect(existsSync(`${home.path}/outside/letters.csv`)).toBe(true);
});

it('a link to nothing is no folder of letters', async () => {
  const { home } = await pulled();
  symlinkSync('nowhere', `${home.path}/letters`);
  const words = ['letters', 'write', 'moved.txt', '--for', 'list.csv', '--from', 'p@x.cc'];
  expect(await home.run([...words, '--out', 'letters'])).toMatchObject({
    exitCode: 3,
    stderr: expect.stringContaining('Error: letters is a symbolic link\n'),
  });
});
