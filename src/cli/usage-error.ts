// What is wrong with a command line that commander refuses, in our words. Must not run commands.

import type { Command, CommanderError } from 'commander';
import { comparable, isSimilar } from '../columns/similarity.ts';
import { shellWord } from '../contract/escape.ts';
import { type NextStep, UsageError } from '../errors.ts';

/** Whether a group was named without one of its commands. Commander has printed the group's help then. */
export function isMissingCommand({ code }: CommanderError): boolean {
  return code === 'commander.help';
}

/**
 * @param printed what commander wrote about the error: one line, and perhaps a hint in parentheses
 * @param createTree builds every command, to look for one that was meant
 */
export function usageError(
  error: CommanderError,
  printed: string,
  argv: readonly string[],
  createTree: () => Command,
): UsageError {
  if (isMissingCommand(error)) return missingCommand(knownCommand(argv, createTree()));
  const [line = '', ...hint] = printed.trim().split('\n');
  const message = line.replace(/^error: |\.$/g, '');
  const suggested = suggestion(message, argv, createTree);
  if (suggested !== undefined) return new UsageError(message, suggested);
  if (hint.length > 0 && !isFar(message, hint.join(' '))) {
    return new UsageError(message, { fix: uncapitalized(hint.join(' ').replace(/^\(|\)$/g, '')) });
  }
  const help = [...pathOf(knownCommand(argv, createTree())), '--help'].join(' ');
  return new UsageError(message, { fix: 'look up the usage', next: [{ command: help }] });
}

/** Whether a flag was not meant by the hint. Commander accepts three other letters: `--paging` for `--lang`. */
function isFar(message: string, hint: string): boolean {
  const [, flag = ''] = /^unknown option '--(.+)'$/.exec(message) ?? [];
  const meant = [...hint.matchAll(/--([\w-]+)/g)].map(([, name = '']) => name);
  const isNear = (name: string) =>
    (name[0] === flag[0] && Math.abs(name.length - flag.length) <= 1) || isSimilar(comparable(flag), comparable(name));
  return flag !== '' && !meant.some(isNear);
}

function missingCommand({ commands }: Command): UsageError {
  return new UsageError('a command is missing', {
    fix: `add one of ${commands.map((each) => each.name()).join(', ')}`,
  });
}

interface Suggestion {
  readonly fix: string;
  readonly next?: readonly NextStep[];
}

/** A suggestion for words for which commander has none, because it compares names of one level only. */
function suggestion(message: string, argv: readonly string[], createTree: () => Command): Suggestion | undefined {
  if (message === "unknown option '-v'") return { fix: 'did you mean --version?' };
  if (message === "unknown option '--dry-run'") return planInstead(knownCommand(argv, createTree()), argv);
  const command = knownCommand(argv, createTree());
  const missing = withoutValue(message, command) ?? withoutArgument(message, command) ?? withoutFlag(message, command);
  if (missing !== undefined) return missing;
  const [, word] = /^unknown command '(.*)'$/.exec(message) ?? [];
  if (word === undefined) return undefined;
  const paths = pathsTo(word, createTree());
  if (paths.length === 0) return undefined;
  const fix = `did you mean ${paths.map((path) => path.join(' ')).join(', ')}?`;
  const [path = []] = paths;
  const at = argv.indexOf(word);
  const flags = argv.slice(0, at);
  if (paths.length > 1 || flags.some((flag) => !flag.startsWith('-'))) return { fix };
  const words = ['plenary', ...flags, ...path, ...argv.slice(at + 1)];
  return { fix, next: [{ command: words.map(shellWord).join(' ') }] };
}

/** A flag that has no value, and accepts certain ones. */
function withoutValue(message: string, { options }: Command): Suggestion | undefined {
  const [, flags] = /^option '(.*)' argument missing$/.exec(message) ?? [];
  const choices = options.find((each) => each.flags === flags)?.argChoices;
  return choices && { fix: `add ${choices.length > 1 ? 'one of ' : ''}${choices.join(', ')}` };
}

/** A record or a run that is not named, if its group can list them. */
function withoutArgument(message: string, { parent }: Command): Suggestion | undefined {
  const [, name] = /^missing required argument '(.*)'$/.exec(message) ?? [];
  if (parent?.name() !== `${name}s` || parent.commands.every((each) => each.name() !== 'list')) return undefined;
  return { fix: `name a ${name}`, next: [{ command: [...pathOf(parent), 'list'].join(' ') }] };
}

/** A text to look for is a condition. */
function withoutFlag(message: string, command: Command): Suggestion | undefined {
  const hasConditions = command.options.some(({ long }) => long === '--where');
  if (!message.startsWith('too many arguments') || !hasConditions) return undefined;
  const field = /speakers|contacts/.test(command.parent?.name() ?? '') ? 'first_name' : 'title';
  return {
    fix: `to find a text in a field, pass --where '${field}~TEXT'`,
    next: [{ command: [...pathOf(command), '--help'].join(' ') }],
  };
}

/** What `apply` would do, `plan` shows; it has not all of its options. */
function planInstead(command: Command, argv: readonly string[]): Suggestion | undefined {
  const plan = command.parent?.commands.find((each) => each.name() === 'plan');
  if (plan === undefined || command.name() !== 'apply') return undefined;
  const others = command.options.filter(({ long }) => plan.options.every((option) => option.long !== long));
  const isOther = (word = '') =>
    others.find(({ long }) => long != null && (word === long || word.startsWith(`${long}=`)));
  const words = argv.filter((word, at) => {
    const before = argv[at - 1];
    const isValue = isOther(before)?.required === true && before?.includes('=') === false;
    return word !== '--dry-run' && isOther(word) === undefined && !isValue;
  });
  const line = ['plenary', ...words.with(words.indexOf('apply'), 'plan')].map(shellWord).join(' ');
  return { fix: `use ${pathOf(plan).slice(1).join(' ')}, which shows what would be done`, next: [{ command: line }] };
}

/** The group or command that a command line names with its first words, whatever flags and values are in between. */
function knownCommand(argv: readonly string[], root: Command): Command {
  return argv.reduce((command, word) => command.commands.find((child) => child.name() === word) ?? command, root);
}

/** The words that name it, the program's name first. */
function pathOf(command: Command): readonly string[] {
  return [...(command.parent === null ? [] : pathOf(command.parent)), command.name()];
}

/** The words of every command with this name, below any group. */
function pathsTo(name: string, command: Command, path: readonly string[] = []): readonly (readonly string[])[] {
  return command.commands.flatMap((child) => {
    const childPath = [...path, child.name()];
    return [...(child.name() === name ? [childPath] : []), ...pathsTo(name, child, childPath)];
  });
}

function uncapitalized(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
