// Completion in the real shells: that each passes on what is typed, and inserts what is offered.
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { environment, plenary } from '../support/program.ts';
import {
  hasShell,
  linesAfter,
  offeredBy,
  type ShellName,
  type ShellStage,
} from '../support/shells.ts';
import { sharedFolder } from '../support/stage.ts';

const folder = sharedFolder();
const strangeProfile = 'two words; $(touch touched)';

/** At the end of a line, what is offered. */
const positions: readonly (readonly [typed: string, offered: readonly string[]])[] = [
  ['plenary service ev', ['event']],
  ['plenary runs verify --de', ['--debug', '--detailed-exitcode']],
  ['plenary speakers apply --empty=', ['clear', 'keep']],
  ['plenary contacts search --fields email,n', ['email,name']],
  ['plenary submissions list --where ti', ['title']],
  ['plenary speakers import ', ['my talks.xlsx', 'notes.txt', 'photos', 'talks.csv']],
  ['plenary speakers import my\\ ', ['my talks.xlsx']],
  ['plenary speakers add --input=photos/', ['photos/amina.csv']],
  ['plenary speakers add --input=none', []],
  ['plenary sessions place x --room ', []],
  ['plenary program pull ', ['photos']],
  ['plenary --profile ', ['default', strangeProfile, 'work']],
  ['plenary --base-url http://127.0.0.1:80 service ev', ['event']],
  ['plenary nonsense ', []],
];

/** How a shell is tested. Without `compopt`, it offers files where nothing else is known. */
const shells: readonly {
  readonly title: string;
  readonly shell: ShellName;
  readonly before?: string;
}[] = [
  { title: 'bash', shell: 'bash', before: 'set -u' },
  { title: 'zsh', shell: 'zsh' },
  { title: 'fish', shell: 'fish' },
];

/** What a test needs of a shell. @param load the commands that load the script */
async function stageOf(shell: ShellName, load: ShellStage['load']): Promise<ShellStage> {
  const { stdout: script } = await plenary(['completion', shell]);
  const home = mkdtempSync(folder.file(shell));
  symlinkSync(resolve(import.meta.dirname, '../../bin/plenary.js'), `${home}/plenary`);
  const env = {
    ...environment({ PLENARY_CONFIG_DIR: folder.file('config') }),
    PATH: `${home}:${process.env.PATH}`,
  };
  return { script, cwd: stageFiles(), home, env, load };
}

async function offeredIn(shell: ShellName, stage: ShellStage, lines: typeof positions) {
  const typed = lines.map(([line]) => line);
  const found = await offeredBy(shell, stage, typed);
  return typed.map((line, index) => [line, found[index]?.toSorted()]);
}

/** After TAB, where one word is offered. */
const completed: readonly (readonly [typed: string, line: string])[] = [
  ['plenary service tok', 'plenary service token '],
  ['plenary sessions autoplace --keep=pl', 'plenary sessions autoplace --keep=placed '],
  ['plenary submissions list --where ti', 'plenary submissions list --where title='],
  ['plenary speakers import my', 'plenary speakers import my\\ talks.xlsx '],
  ['plenary speakers import ph', 'plenary speakers import photos/'],
];

describe.each(shells)('$title', ({ shell, before = '' }) => {
  // Loading it twice must not matter.
  const stage = () =>
    stageOf(shell, (path) => [before, `source ${path}`, `source ${path}`].join('\n'));

  it.skipIf(!hasShell(shell))('offers words and files', async () => {
    expect(await offeredIn(shell, await stage(), positions)).toEqual(positions);
  });

  // `complete -C` of fish shows only what is offered.
  if (shell !== 'fish')
    it.skipIf(!hasShell(shell))('inserts the only word as it must be typed', async () => {
      const typed = completed.map(([line]) => line);
      expect(await linesAfter(shell, await stage(), typed, '\t')).toEqual(
        completed.map(([, line]) => line),
      );
    });
});

it.skipIf(!hasShell('zsh'))('is found by zsh in fpath', async () => {
  const stage = await stageOf(
    'zsh',
    () => 'fpath=($HOME $fpath)\nautoload -Uz compinit\ncompinit -i -D',
  );
  // The first line loads the script.
  const lines = positions.slice(0, 3);
  expect(await offeredIn('zsh', stage, lines)).toEqual(lines);
});

/** The files and profiles that are offered. */
function stageFiles(): string {
  const cwd = folder.file('work');
  mkdirSync(`${cwd}/photos`, { recursive: true });
  for (const name of ['talks.csv', 'my talks.xlsx', 'notes.txt', 'photos/amina.csv'])
    writeFileSync(`${cwd}/${name}`, '');
  mkdirSync(folder.file('config'), { recursive: true });
  const profiles = { work: {}, [strangeProfile]: {} };
  writeFileSync(folder.file('config/config.json'), JSON.stringify({ profiles }), { mode: 0o600 });
  return cwd;
}
