// Completion in the real shells: what TAB offers at each position, and that all of the table is offered in each of them.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allCommands } from '../../src/cli/commands/table.ts';
import { flagName } from '../../src/cli/flags.ts';
import { globalFlags } from '../../src/cli/global-flags.ts';
import { environment, plenary } from '../support/program.ts';
import { hasShell, linesAfter, offeredBy, type ShellName, type ShellStage } from '../support/shells.ts';
import { sharedFolder } from '../support/stage.ts';
import { wholeProgram } from '../support/whole-program.ts';

const folder = sharedFolder();

const runs = ['20270412-081530-5f0c9a1e', '20270413-101112-0badcafe'];
const strangeProfile = 'two words; $(touch touched)';

/** At the end of a line, what is offered. */
const positions: readonly (readonly [typed: string, offered: readonly string[]])[] = [
  ['plenary s', ['schema', 'serve', 'service', 'sessions', 'speakers', 'status', 'submissions']],
  ['plenary --profile work speakers l', ['list']],
  ['plenary --output=json -o csv speakers s', ['show']],
  ['plenary service event ', ['add', 'list']],
  ['plenary help e', ['environment', 'exit-codes']],
  ['plenary help sessions a', ['apply', 'autoplace']],
  ['plenary nonsense ', []],

  ['plenary runs verify --de', ['--debug', '--detailed-exitcode']],
  ['plenary speakers list --json --event devconf --q', ['--query', '--quiet']],
  ['plenary program pull --no-p', ['--no-private-columns']],
  ['plenary --vers', ['--version']],
  ['plenary timetable export --format html --fo', []],
  ['plenary sessions check --shared-room A --shared', ['--shared-room']],

  ['plenary speakers apply --empty ', ['clear', 'keep']],
  ['plenary speakers apply --empty=c', ['clear']],
  ['plenary speakers apply --names ', []],
  ['plenary -o ', ['csv', 'json', 'ndjson', 'table']],
  ['plenary completion ', ['bash', 'fish', 'zsh']],
  ['plenary schema ru', ['run', 'run-verification', 'runs']],
  ['plenary api P', ['PATCH', 'POST', 'PUT']],
  ['plenary config get ba', ['base-url']],
  ['plenary submissions list --status acc', ['accept_queue', 'accepted']],

  ['plenary speakers import ', ['my talks.xlsx', 'photos', 'plan.json', 'rooms.CSV', 'talks.csv']],
  ['plenary speakers import my', ['my talks.xlsx']],
  ['plenary speakers import my\\ ', ['my talks.xlsx']],
  ['plenary speakers import no', ['notes.txt']],
  ['plenary speakers import photos/', ['photos/amina.csv']],
  ['plenary sessions autoplace --rooms-file=r', ['rooms.CSV']],
  ['plenary submissions apply talks.csv --feedback-template ', ['notes.txt', 'photos']],
  ['plenary program pull ', ['photos']],
  ['plenary speakers add --input p', ['photos', 'plan.json']],
  ['plenary serve -- n', ['notes.txt']],
  ['plenary speakers update ', []],

  ['plenary contacts search --fields ', ['email', 'first_name', 'last_name', 'roles']],
  ['plenary contacts search --fields email,r', ['email,roles']],
  ['plenary contacts search --fields --j', ['--json']],
  ['plenary sessions list --sort room,-st', ['room,-start', 'room,-status']],
  ['plenary submissions list --where ti', ['title']],
  ['plenary submissions list --where title~x --where st', ['status']],
  ['plenary speakers missing --where m', ['missing']],
  ['plenary runs list --fields un', ['undoable']],
];

const localPositions: typeof positions = [
  ['plenary sessions check --timezone Europe/Be', ['Europe/Belgrade', 'Europe/Berlin']],
  ['plenary --profile ', ['default', strangeProfile, 'work']],
  ['plenary runs resume 2', runs],
];

/** How a shell is tested. */
const shells: readonly { readonly title: string; readonly shell: ShellName; readonly before?: string }[] = [
  { title: 'bash', shell: 'bash', before: 'set -u' },
  { title: 'bash without compopt, as in 3.2', shell: 'bash', before: 'enable -n compopt' },
  { title: 'zsh', shell: 'zsh' },
  { title: 'fish', shell: 'fish' },
];

/** What a test needs of a shell. @param load the commands that load the script */
async function stageOf(
  shell: ShellName,
  load: ShellStage['load'],
): Promise<ShellStage & { calls(): readonly string[] }> {
  const { stdout: script } = await plenary(['completion', shell]);
  const home = mkdtempSync(folder.file(shell));
  const env = {
    ...environment({ PLENARY_CONFIG_DIR: folder.file('config'), PLENARY_STATE_DIR: folder.file('state') }),
    PATH: `${programFolder(home)}:${process.env.PATH}`,
  };
  const calls = () => (existsSync(`${home}/calls`) ? readFileSync(`${home}/calls`, 'utf8').trim().split('\n') : []);
  return { script, cwd: stageFiles(), home, env, load, calls };
}

/** As in the tables of positions. */
async function offeredIn(shell: ShellName, stage: ShellStage, lines: readonly string[]) {
  const found = await offeredBy(shell, stage, lines);
  return lines.map((line, index) => [line, found[index]?.toSorted()]);
}

/** After TAB, where one word is offered. */
const completed: readonly (readonly [typed: string, line: string])[] = [
  ['plenary service tok', 'plenary service token '],
  ['plenary sessions autoplace --keep=pl', 'plenary sessions autoplace --keep=placed '],
  ['plenary speakers import my', 'plenary speakers import my\\ talks.xlsx '],
  ['plenary speakers import ph', 'plenary speakers import photos/'],
  ['plenary speakers add --input=pl', 'plenary speakers add --input=plan.json '],
  ['plenary sessions check --timezone Europe/Berl', 'plenary sessions check --timezone Europe/Berlin '],
];

describe.each(shells)('$title', ({ shell, before = '' }) => {
  const isThere = hasShell(shell);
  // Loading it twice must not matter.
  const stage = () => stageOf(shell, (path) => [before, `source ${path}`, `source ${path}`].join('\n'));

  it.skipIf(!isThere)('offers what is static without starting a process', async () => {
    const staged = await stage();
    expect(await offeredIn(shell, staged, typedIn(positions))).toEqual(positions);
    expect(staged.calls()).toEqual([]);
  });

  it.skipIf(!isThere)('offers time zones, profiles and runs of this machine, in quotes', async () => {
    const staged = await stage();
    expect(await offeredIn(shell, staged, typedIn(localPositions))).toEqual(localPositions);
    expect([...new Set(staged.calls())]).toEqual(['__complete timezone', '__complete profile', '__complete run']);
    expect(existsSync(folder.file('work/touched'))).toBe(false);
  });

  it.skipIf(!isThere)('offers each command and each flag of the table', async () => {
    const commands = allCommands();
    const groups = [...new Set(commands.map(({ words }) => words.split(' ').slice(0, -1).join(' ')))];
    const words = groups.map((group) => {
      const prefix = group === '' ? '' : `${group} `;
      const children = commands.flatMap((command) =>
        command.words.startsWith(prefix) ? [command.words.slice(prefix.length).split(' ')[0] ?? ''] : [],
      );
      return [`plenary ${prefix}`, [...new Set(group === '' ? [...children, 'help'] : children)].toSorted()] as const;
    });
    const shared = [...Object.keys(globalFlags).map(flagName), '--help'];
    const flags = wholeProgramFlags().map(
      ([command, own]) => [`plenary ${command} --`, [...own, ...shared].toSorted()] as const,
    );
    const all = [...words, ...flags];
    expect(await offeredIn(shell, await stage(), typedIn(all))).toEqual(all);
  });

  // `complete -C` of fish shows only what is offered.
  if (shell !== 'fish')
    it.skipIf(!isThere)('inserts the only word as it must be typed', async () => {
      expect(await linesAfter(shell, await stage(), typedIn(completed), '\t')).toEqual(
        completed.map(([, line]) => line),
      );
    });
});

it.skipIf(!hasShell('zsh'))('is found by zsh in fpath', async () => {
  const stage = await stageOf('zsh', () => 'fpath=($HOME $fpath)\nautoload -Uz compinit\ncompinit -i -D');
  // The first line loads the script.
  const lines = positions.slice(0, 3);
  expect(await offeredIn('zsh', stage, typedIn(lines))).toEqual(lines);
});

it('offers no static word that a shell reads in another way', async () => {
  const offered = allCommands().flatMap(({ flags, arguments: named }) =>
    [...Object.values(flags), ...Object.values(named)].flatMap(({ choices = [], recommended = [], endings = [] }) => [
      ...[...choices, ...recommended, ...endings],
    ]),
  );
  // Words with spaces are not offered.
  expect(offered.filter((word) => !/^[\w.,:+ -]+$/.test(word))).toEqual([]);
});

it('prints nothing if the words cannot be read', async () => {
  const config = folder.file('broken');
  mkdirSync(config, { recursive: true });
  writeFileSync(`${config}/config.json`, '{');
  const env = { PLENARY_CONFIG_DIR: config, PLENARY_STATE_DIR: `${config}/config.json` };
  for (const kind of [['profile'], ['run'], ['nonsense'], ['__proto__'], []])
    expect(await plenary(['__complete', ...kind], { env })).toEqual({ exitCode: 0, stdout: '', stderr: '' });
});

it('refuses another shell', async () => {
  const { exitCode, stderr } = await plenary(['completion', 'tcsh']);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('bash, zsh, fish');
});

function typedIn(table: readonly (readonly [typed: string, expected: unknown])[]): readonly string[] {
  return table.map(([typed]) => typed);
}

/** Of each command, as commander accepts them: the opposites of switches included. */
function wholeProgramFlags(): readonly (readonly [command: string, flags: readonly string[]])[] {
  const program = wholeProgram();
  return allCommands().map(({ words }) => {
    const command = words
      .split(' ')
      .reduce((parent, word) => parent.commands.find((each) => each.name() === word) ?? parent, program);
    return [words, command.options.flatMap(({ long }) => long ?? [])];
  });
}

/** The files that are offered, and settings and runs. */
function stageFiles(): string {
  const cwd = folder.file('work');
  mkdirSync(`${cwd}/photos`, { recursive: true });
  for (const name of ['talks.csv', 'my talks.xlsx', 'rooms.CSV', 'plan.json', 'notes.txt', 'photos/amina.csv'])
    writeFileSync(`${cwd}/${name}`, '');
  mkdirSync(folder.file('config'), { recursive: true });
  const profiles = { work: {}, [strangeProfile]: {}, 'with\nline': {} };
  writeFileSync(folder.file('config/config.json'), JSON.stringify({ profiles }), { mode: 0o600 });
  for (const run of runs) mkdirSync(folder.file(`state/runs/${run}`), { recursive: true });
  return cwd;
}

/** The built program, which notes how it is called. */
function programFolder(home: string): string {
  const program = `${home}/plenary`;
  const launcher = resolve(import.meta.dirname, '../../bin/plenary.js');
  writeFileSync(program, `#!/bin/sh\necho "$*" >> '${home}/calls'\nexec '${process.execPath}' '${launcher}' "$@"\n`);
  chmodSync(program, 0o755);
  return home;
}
