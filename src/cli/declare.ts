// Adds the row of a command to commander's tree: its arguments, its flags and its help. Must not
// know any single command.
import { Argument, type Command as Commander, Option } from 'commander';
import { UsageError } from '../errors.ts';
import type { Command } from './command.ts';
import type { Flag } from './flag.ts';
import { flagName } from './flags.ts';
import { type GlobalFlags, globalFlags } from './global-flags.ts';
import { commandHelp } from './help.ts';
import type { Io } from './io.ts';

/** Declares the flags that every command accepts. The program's own settings check their values. */
export function addGlobalFlags(program: Commander): void {
  for (const [name, { choices: _, ...flag }] of Object.entries(globalFlags))
    addFlag(program, name, flag);
}

/** The rows of the commands, for the words of what commander refuses. */
const rows = new WeakMap<Commander, Command>();

export function rowOf(command: Commander): Command | undefined {
  return rows.get(command);
}

/** @param parent the program, or the group of the command */
export function addCommand(parent: Commander, row: Command, io: Io): void {
  const command = parent.command(row.words.split(' ').at(-1) ?? '').description(row.description);
  rows.set(command, row);
  const terms = Object.entries(row.arguments).map(([name, { isOptional }]) =>
    isOptional ? `[${name}]` : `<${name}>`,
  );
  for (const [at, { description, choices }] of Object.values(row.arguments).entries()) {
    const argument = new Argument(terms[at] ?? '', description);
    if (choices !== undefined) argument.choices(choices);
    command.addArgument(argument);
  }
  command.usage(['[flags]', ...terms].join(' ')).optionsGroup('Flags:');
  for (const [name, flag] of Object.entries(row.flags)) addFlag(command, name, flag);
  command.configureHelp(commandHelp(row)).action(() => {
    const root = rootOf(command);
    return row.run({
      io,
      global: root.opts<GlobalFlags>(),
      raw: command.opts(),
      typed: new Set([...typedIn(root), ...typedIn(command)]),
      args: command.args,
    });
  });
}

/** A second value would replace the first one without a word. */
function addFlag(command: Commander, name: string, flag: Flag): void {
  const long = flagName(name);
  for (const option of optionsOf(long, flag)) command.addOption(option);
  if (flag.value === undefined || flag.isRepeatable) return;
  let isGiven = false;
  command.on(`option:${long.slice(2)}`, () => {
    if (isGiven)
      throw new UsageError(`${long} was given twice: it takes one value`, {
        fix: 'remove one of them',
      });
    isGiven = true;
  });
}

function optionsOf(long: string, flag: Flag): readonly Option[] {
  const words = [flag.short, long].filter(Boolean).join(', ');
  const option = new Option(
    flag.value === undefined ? words : `${words} ${flag.value}`,
    flag.description,
  );
  if (flag.choices !== undefined) option.choices(flag.choices);
  if (flag.default !== undefined) option.default(flag.default);
  if (flag.isRequired) option.makeOptionMandatory();
  if (flag.isRepeatable) option.argParser(collect);
  const options =
    flag.opposite === undefined
      ? [option]
      : [option, new Option(long.replace('--', '--no-'), flag.opposite)];
  return flag.group === undefined
    ? options
    : options.map((option) => option.helpGroup(`${flag.group}:`));
}

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

function typedIn(command: Commander): readonly string[] {
  const names = command.options.map((option) => option.attributeName());
  return names.filter((name) => command.getOptionValueSource(name) === 'cli');
}

function rootOf(command: Commander): Commander {
  return command.parent === null ? command : rootOf(command.parent);
}
