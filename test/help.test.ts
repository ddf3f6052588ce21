// Help as a user reads it: every command has complete help, and every command that help names exists.
import { expect, it } from 'vitest';
import { allCommands } from '../src/cli/commands/table.ts';
import { plenary } from './support/program.ts';
import { specification } from './support/specification.ts';
import { commandNames, type Program, wholeProgram } from './support/whole-program.ts';

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
  const [, usage] = stdout.split('\n\n');
  expect(usage).toMatch(new RegExp(`^Usage: plenary ${command} \\[flags\\]`));
  expect(row?.examples.filter((example) => !stdout.includes(`\n  ${example}\n`))).toEqual([]);
  expect(stdout).toMatch(/\nExit codes:\n {2}0 {3}success, or nothing to do\n {2}1 /);
  expect(stdout).toContain('Flags of every command (--json, --profile, --quiet, …): plenary help flags');
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

it('shows the commands first, on less than a screen of 80 by 45', async () => {
  const { stdout } = await plenary([]);
  expect(stdout.split('\n\n')[2]).toMatch(/^Program:\n {2}speakers /);
  const lines = stdout.trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(45);
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
});

it('names the endpoint of a command, and the flags under headings', async () => {
  const { stdout: place } = await plenary(['sessions', 'place', '--help']);
  expect(place).toContain('\nEndpoint: PUT /v1/sessions/{submission_id}/schedule\n');
  const { stdout: list } = await plenary(['speakers', 'list', '--help']);
  expect(list).toMatch(/\nSelection:\n {2}--where <condition> /);
});

it('lists the flags of every command', async () => {
  const { stdout } = await plenary(['help', 'flags']);
  for (const flag of ['--profile <name>', '-o, --output <format>', '--no-input', '--ca-cert <file>', '-V, --version'])
    expect(stdout).toContain(`\n  ${flag} `);
});

it('lists the exit codes and the environment variables', async () => {
  const codes = await plenary(['help', 'exit-codes']);
  expect(codes.stdout).toContain('  10  the outcome of a write is unknown\n');
  const environment = await plenary(['help', 'environment']);
  expect(environment.stdout).toMatch(/ {2}PLENARY_TOKEN +API token/);
  expect([codes.exitCode, environment.exitCode]).toEqual([0, 0]);
});

it("prints a group's help if its command is missing, and refuses an unknown topic", async () => {
  const { stdout: help } = await plenary(['auth', '--help']);
  const { exitCode, stdout, stderr } = await plenary(['auth']);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toBe(`${help}\nError: a command is missing\nFix: add one of login, status, logout\n`);
  expect(await plenary(['help', 'nonsense'])).toMatchObject({ exitCode: 2, stdout: '' });
});

it.each(['--map', '--encoding', '--sheet', '--concurrency', '--rate', '--rejects'])(
  'describes %s in the same words for every command',
  (flag) => {
    const texts = descriptionsOf(flag, wholeProgram());
    expect(texts.length).toBeGreaterThan(2);
    expect(new Set(texts).size).toBe(1);
  },
);

function descriptionsOf(flag: string, command: Program): readonly string[] {
  const own = command.options.flatMap(({ long, flags, description }) =>
    long === flag ? [`${flags} ${description}`] : [],
  );
  return [...own, ...command.commands.flatMap((child) => descriptionsOf(flag, child as Program))];
}
