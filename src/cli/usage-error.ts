// What is wrong with a command line that commander refuses, in our words. Must not run commands.

import type { Command, CommanderError } from 'commander';
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
  if (hint.length > 0) {
    return new UsageError(message, { fix: uncapitalized(hint.join(' ').replace(/^\(|\)$/g, '')) });
  }
  const help = [...pathOf(knownCommand(argv, createTree())), '--help'].join(' ');
  return new UsageError(message, { fix: 'look up the usage', next: [{ command: help }] });
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
