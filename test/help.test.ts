// Help as a user reads it: every command has complete help, and every command that help names
// exists.
import { expect, it } from 'vitest';
import { allCommands } from '../src/cli/commands/all-commands.ts';
import { errorOf, plenary } from './support/program.ts';
import { specification } from './support/specification.ts';
import { commandNames } from './support/whole-program.ts';

const commands = commandNames();

const resources = specification.map(({ command }) => command.split(' ')[0] ?? '');

/** The commands of a resource's endpoints, in the specification's order. */
function verbsOf(resource: string): readonly string[] {
  const words = specification.map(({ command }) => command.split(' '));
  return words.filter(([group]) => group === resource).map(([, verb = '']) => verb);
}

it.each(commands)('%s', async (command) => {
  const { exitCode, stdout, stderr } = await plenary([...command.split(' '), '--help']);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  const row = allCommands().find(({ words }) => words === command);
  expect(stdout).toMatch(new RegExp(`^Usage: plenary ${command} \\[flags\\]`));
  expect(row?.examples.filter((example) => !stdout.includes(`\n  ${example}\n`))).toEqual([]);
  // Examples can be pasted.
  const wide = stdout
    .split('\n')
    .filter((line) => line.length > 80 && row?.examples.includes(line.trim()) === false);
  expect(wide).toEqual([]);
  expect(stdout).toContain(
    'Flags of every command (--json, --profile, --quiet, …): plenary help flags',
  );
});

it.each([...new Set(resources)])(
  '%s lists the commands of its endpoints in the order of the specification',
  async (resource) => {
    const { stdout } = await plenary([resource, '--help']);
    const [, list = ''] = stdout.split('\nCommands:\n');
    const listed = [...list.matchAll(/^ {2}(\S+)/gm)].map(([, verb = '']) => verb);
    expect(listed.filter((verb) => verbsOf(resource).includes(verb))).toEqual(verbsOf(resource));
  },
);

it('is the same in every form of the request for it', async () => {
  const { stdout } = await plenary(['speakers', 'add', '--help']);
  expect(await plenary(['help', 'speakers', 'add'])).toEqual({ exitCode: 0, stdout, stderr: '' });
  const whole = await plenary(['--help']);
  expect(await plenary([])).toEqual(whole);
  expect(await plenary(['help'])).toEqual(whole);
  expect(whole.stdout).toContain('Start here:');
});

it('shows the commands first, on less than a screen of 80 by 50', async () => {
  const { stdout } = await plenary([]);
  expect(stdout.split('\n\n')[2]).toMatch(/^Program:\n {2}speakers /);
  const lines = stdout.trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(50);
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
});

it('is as wide as the terminal', async () => {
  const { stdout } = await plenary(['sessions', 'autoplace', '--help'], { columns: 100 });
  const widths = stdout
    .split('\n')
    .filter((line) => !line.includes('plenary '))
    .map((line) => line.length);
  expect(Math.max(...widths)).toBeGreaterThan(90);
  expect(Math.max(...widths)).toBeLessThanOrEqual(100);
});

it('names the exit codes that are particular to a command', async () => {
  const { stdout } = await plenary(['runs', 'verify', '--help']);
  const [, codes = ''] = stdout.split('\nExit codes:\n');
  expect(
    [...(codes.split('\n\n')[0]?.matchAll(/^ {2}(\d+) /gm) ?? [])].map(([, code]) => code),
  ).toEqual(['6', '8']);
});

it('names the endpoint of a command, and the flags under headings', async () => {
  const { stdout: place } = await plenary(['sessions', 'place', '--help']);
  expect(place).toContain('\nEndpoint: PUT /v1/sessions/{submission_id}/schedule\n');
  const { stdout: list } = await plenary(['speakers', 'list', '--help']);
  expect(list).toMatch(/\nSelection:\n {2}--where <condition> /);
});

it('runs no command that help is asked about, whatever else is typed', async () => {
  const help = await plenary(['runs', 'undo', '--help']);
  expect(help.stdout).toContain('Usage: plenary runs undo');
  expect(await plenary(['help', 'runs', 'undo', 'some-run', '--yes'])).toEqual(help);
  expect(await plenary(['help', '--quiet', 'runs', 'undo'])).toEqual(help);
  expect(await plenary(['help', '--output', 'table', 'runs', 'list'])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("unknown command 'table'"),
  });
});

it.each([
  ['help', 'exit-codes', '--json'],
  ['help', 'speakers', 'list', '--output=ndjson'],
  ['help', '--json'],
  ['--json', 'help', 'exit-codes'],
  ['--json', 'help', 'speakers', 'list'],
  ['exit-codes', '--json'],
  ['--output', 'json', 'environment'],
  ['speakers', 'list', '--help', '--json'],
  ['--json', 'speakers', 'list', '-h'],
  ['speakers', '--help', '--json'],
  ['--json', '--help'],
  ['version', '--json'],
  ['--json', '--version'],
])('refuses JSON, which it does not have: %j %j %j %j', async (...argv) => {
  const refused = await plenary(argv);
  expect(refused).toMatchObject({ exitCode: 2, stdout: '' });
  expect(errorOf(refused)).toMatchObject({
    code: 'usage',
    message: 'help and the version are text, and have no JSON',
    next: [{ command: 'plenary commands --json' }],
  });
});

it('lists the exit codes and the environment variables', async () => {
  const codes = await plenary(['help', 'exit-codes']);
  expect(codes.stdout).toContain('  10   the outcome of a write is unknown\n');
  const environment = await plenary(['help', 'environment']);
  expect(environment.stdout).toMatch(/ {2}PLENARY_TOKEN +API token/);
  expect([codes.exitCode, environment.exitCode]).toEqual([0, 0]);
});

it("prints a group's help if its command is missing, unless JSON is requested", async () => {
  const { stdout: help } = await plenary(['auth', '--help']);
  const { exitCode, stdout, stderr } = await plenary(['auth']);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toBe(
    `${help}\nError: a command is missing\nFix: add one of login, status, logout\n`,
  );
  expect(errorOf(await plenary(['auth', '--json']))).toMatchObject({
    code: 'usage',
    message: 'a command is missing',
  });
});

it.each([['version'], ['help', 'version'], ['--version'], ['-V']])(
  'prints the version for %j %j',
  async (...argv) => {
    expect(await plenary(argv)).toEqual({ exitCode: 0, stdout: '0.1.0\n', stderr: '' });
  },
);

it.each([
  [['nonsense'], "unknown command 'nonsense'", 'look up the usage', 'plenary --help'],
  [['speaker'], "unknown command 'speaker'", 'did you mean speakers?', undefined],
  [['speakers', 'lst'], "unknown command 'lst'", 'did you mean list?', undefined],
  [
    ['speakers', 'list', '--lmit', '5'],
    "unknown option '--lmit'",
    'did you mean --limit?',
    undefined,
  ],
  [
    ['--profile', 'work', 'service', 'token', 'list', '--bogus'],
    "unknown option '--bogus'",
    'look up the usage',
    'plenary service token list --help',
  ],
  [
    ['runs', 'undo'],
    "missing required argument 'run'",
    'look up the usage',
    'plenary runs undo --help',
  ],
  [
    ['completion', 'tcsh'],
    expect.stringContaining('bash, zsh, fish'),
    'look up the usage',
    'plenary completion --help',
  ],
])('refuses %j', async (argv, message, fix, command) => {
  const { exitCode, stdout, stderr } = await plenary(['--json', ...argv]);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  const next = command === undefined ? [] : [{ command }];
  expect(errorOf({ stderr })).toMatchObject({ code: 'usage', message, fix, next });
});
