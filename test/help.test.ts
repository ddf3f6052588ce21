// Help as a user reads it: every command has it whole, and every command it names is there.
import { expect, it } from 'vitest';
import { createProgram, groupNames } from '../src/cli/program.ts';
import { plenary, testIo } from './support/program.ts';

type Commands = ReturnType<typeof createProgram>;

function leaves(command: Commands, path: readonly string[] = []): readonly (readonly string[])[] {
  if (command.commands.length === 0) return [path];
  return command.commands.flatMap((child) => leaves(child, [...path, child.name()]));
}

const commands = leaves(createProgram(testIo(), groupNames)).filter(
  ([name = '']) => !['exit-codes', 'environment'].includes(name),
);

it.each(commands)('%s %s %s', async (...words) => {
  const { exitCode, stdout, stderr } = await plenary([...words.filter(Boolean), '--help']);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(stdout).toMatch(new RegExp(`^Usage: plenary ${words.filter(Boolean).join(' ')} `));
  expect(stdout).toMatch(/\nExit codes:\n {2}0 {3}success, or nothing to do\n {2}1 /);
  expect(stdout).toContain('Global options (--json, --profile, …): plenary --help');
});

it('is the same however it is asked for', async () => {
  const { stdout } = await plenary(['speakers', 'add', '--help']);
  expect(await plenary(['help', 'speakers', 'add'])).toEqual({ exitCode: 0, stdout, stderr: '' });
  const whole = await plenary(['--help']);
  expect(await plenary([])).toEqual(whole);
  expect(await plenary(['help'])).toEqual(whole);
  expect(whole.stdout).toContain('Start here:');
});

it('knows the exit codes and the environment', async () => {
  const codes = await plenary(['help', 'exit-codes']);
  expect(codes.stdout).toContain('  10  the outcome of a write is unknown\n');
  const environment = await plenary(['help', 'environment']);
  expect(environment.stdout).toMatch(/ {2}PLENARY_TOKEN +API token/);
  expect([codes.exitCode, environment.exitCode]).toEqual([0, 0]);
});

it("prints a group's help where its command is missing, and refuses an unknown topic", async () => {
  const { stdout: help } = await plenary(['speakers', '--help']);
  const { exitCode, stdout, stderr } = await plenary(['speakers']);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toBe(`${help}\nError: a command is missing\nFix: add one of add, import, update, list\n`);
  expect(await plenary(['help', 'nonsense'])).toMatchObject({ exitCode: 2, stdout: '' });
});
