// Command lines that are refused, run in process: the error names the command that was meant.
import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { testIo } from '../../test/support/program.ts';
import type { NextStep } from '../errors.ts';
import { run } from './run.ts';

async function runLine(...argv: string[]) {
  let stdout = '';
  let stderr = '';
  const into = (add: (text: string) => void) =>
    new Writable({
      write(chunk, _, done) {
        add(String(chunk));
        done();
      },
    });
  const io = {
    ...testIo(),
    stdout: into((text) => {
      stdout += text;
    }),
    stderr: into((text) => {
      stderr += text;
    }),
  };
  return { exitCode: await run(argv, io), stdout, stderr };
}

it("prints a group's help if its command is missing", async () => {
  const { exitCode, stdout, stderr } = await runLine('speakers');
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toMatch(/\n\nUsage: plenary speakers \[flags\] COMMAND\n/);
  expect(stderr).toContain('\n  import   Create speakers from a file');
  expect(stderr).toMatch(/\n\nError: a command is missing\nFix: add one of add, .*\n$/);
});

it('writes one JSON object if a command is missing and JSON is requested', async () => {
  const { exitCode, stderr } = await runLine('config', '--json');
  expect(exitCode).toBe(2);
  expect(JSON.parse(stderr).error).toMatchObject({ code: 'usage', message: 'a command is missing' });
});

it.each([['version'], ['help', 'version'], ['--version'], ['-V']])('prints the version for %j %j', async (...argv) => {
  expect(await runLine(...argv)).toEqual({ exitCode: 0, stdout: '0.1.0\n', stderr: '' });
});

it.each([
  [['login'], 'did you mean auth login?', 'plenary auth login'],
  [
    ['login', '--base-url', 'https://a.example/a b'],
    'did you mean auth login?',
    "plenary auth login --base-url 'https://a.example/a b'",
  ],
  [['unset', 'timezone'], 'did you mean config unset?', 'plenary config unset timezone'],
  [['token'], 'did you mean service token?', 'plenary service token'],
  [['issue', '--name', 'ci'], 'did you mean service token issue?', 'plenary service token issue --name ci'],
  [['speakers', 'place'], 'did you mean sessions place?', undefined],
  [['add'], 'did you mean speakers add, submissions add, service event add?', undefined],
  [['speaker'], 'did you mean speakers?', undefined],
  [
    ['submissions', 'apply', 'a b.csv', '--rejects', 'r.csv', '--max-errors=3', '--map', 'T=title', '--dry-run'],
    'use submissions plan, which shows what would be done',
    "plenary submissions plan 'a b.csv' --map 'T=title'",
  ],
  [
    ['sessions', 'apply', '--dry-run', 'schedule.csv', '--create'],
    'use sessions plan, which shows what would be done',
    'plenary sessions plan schedule.csv --create',
  ],
  [['-v'], 'did you mean --version?', undefined],
  [['nonsense'], 'look up the usage', 'plenary --help'],
  [['speakers', 'update'], 'name a speaker', 'plenary speakers list'],
  [['runs', 'undo'], 'name a run', 'plenary runs list'],
  [['sessions', 'place'], 'look up the usage', 'plenary sessions place --help'],
  [['speakers', 'show', 'a', 'b'], 'look up the usage', 'plenary speakers show --help'],
  [
    ['submissions', 'search', 'x'],
    "to find a text in a field, pass --where 'title~TEXT'",
    'plenary submissions search --help',
  ],
  [
    ['contacts', 'search', 'zoe'],
    "to find a text in a field, pass --where 'first_name~TEXT'",
    'plenary contacts search --help',
  ],
  [['timetable', 'show', '--lang', 'es'], 'look up the usage', 'plenary timetable show --help'],
  [['speakers', 'list', '--pagge-size', '5'], 'did you mean --page-size?', undefined],
  [['speakers', 'list', '--lmit', '5'], 'did you mean --limit?', undefined],
  [['--profile', 'work', 'speakers', 'list', '--bogus'], 'look up the usage', 'plenary speakers list --help'],
] as const)('refuses %j: %s', async (argv, fix, command) => {
  const { exitCode, stdout, stderr } = await runLine('--json', ...argv);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  const { error } = JSON.parse(stderr);
  expect(error).toMatchObject({ code: 'usage', fix });
  const next = error.next.map((step: NextStep) => ({ command: step.command.replace(' --json', '') }));
  expect(next).toEqual(command === undefined ? [] : [{ command }]);
});
