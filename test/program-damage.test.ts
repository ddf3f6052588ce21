// A program folder in which something is damaged, missing a part, or not a file at all.
import { mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { programStage } from './support/program-stage.ts';

const stage = programStage();
const { folder, plenary, program, read, edit, fill, everything } = stage;
const pull = (...flags: string[]) => program('pull', ...flags);

const verbs = [['pull', '--merge'], ['status'], ['plan'], ['apply', '--yes']] as const;

describe('a symbolic link in a program folder is refused, and nothing is written through it', () => {
  it('of the folder for private files', async () => {
    await fill();
    mkdirSync(folder.file('published'));
    symlinkSync(folder.file('published'), folder.file('.plenary'));
    expect(await pull('--private-columns')).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining(`${folder.file('.plenary')} is a symbolic link\nFix: `),
    });
    expect(readdirSync(folder.file('published'))).toEqual([]);
  });

  it.each([
    'speakers.private.csv',
    'speakers.csv',
    'schedule.csv',
    'program.json',
    '.gitignore',
    '.plenary/base.ndjson',
  ])('of %s', async (name) => {
    await fill();
    await pull('--private-columns');
    renameSync(folder.file(name), folder.file('elsewhere'));
    symlinkSync(folder.file('elsewhere'), folder.file(name));
    const before = read('elsewhere');
    for (const [verb, ...flags] of verbs) {
      expect(await program(verb, ...flags)).toMatchObject({
        exitCode: 3,
        stderr: expect.stringContaining(`${folder.file(name)} is a symbolic link`),
      });
    }
    expect(read('elsewhere')).toBe(before);
  });
});

it('a file in the place of the folder has no program', async () => {
  writeFileSync(folder.file('file'), '');
  expect(await plenary('program', 'status', folder.file('file'))).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('has no program'),
  });
});

it.each(['speakers.csv', 'submissions.csv', 'schedule.csv'])(
  'an empty %s is reported, and nothing is sent',
  async (name) => {
    await fill();
    await pull();
    writeFileSync(folder.file(name), '');
    const before = await everything();
    for (const [verb, ...flags] of verbs) {
      const { exitCode, stderr } = await program(verb, ...flags);
      expect({ exitCode, stderr }).toMatchObject({
        exitCode: 3,
        stderr: expect.stringContaining(`${name} is empty\nFix: `),
      });
    }
    expect(await everything()).toBe(before);
    rmSync(folder.file(name));
    expect(await pull('--merge')).toMatchObject({ exitCode: 0 });
    expect(read(name)).toMatch(/\n.+\n/);
  },
);

describe('a snapshot', () => {
  const path = '.plenary/base.ndjson';
  const lines = () => read(path).trimEnd().split('\n');

  it.each<[string, () => string]>([
    ['that is empty', () => ''],
    ['with a header only', () => `${lines()[0]}\n`],
    ['without its last line', () => `${lines().slice(0, -1).join('\n')}\n`],
    ['without the end of its last line', () => read(path).slice(0, -5)],
    ['without one of its records', () => `${lines().toSpliced(2, 1).join('\n')}\n`],
  ])('%s is damaged', async (_, damaged) => {
    await fill();
    await pull();
    writeFileSync(folder.file(path), damaged());
    const before = await everything();
    for (const [verb, ...flags] of verbs) {
      const { exitCode, stderr } = await program(verb, ...flags);
      expect({ exitCode, stderr }).toMatchObject({
        exitCode: 1,
        stderr: expect.stringMatching(
          /base\.ndjson is damaged: a part of it is missing\nFix: move this snapshot away, /,
        ),
      });
    }
    expect(await everything()).toBe(before);
  });

  it('of another service is none, although its event has the same id', async () => {
    await fill();
    await pull();
    edit(path, stage.service.url, 'https://other.example.org');
    edit('speakers.csv', ',Amina,', ',Mina,');
    expect(await program('status', '--json')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('"hasSnapshot": false'),
    });
    expect(await pull()).toMatchObject({ exitCode: 6, stderr: expect.stringContaining('there is no snapshot') });
  });
});
