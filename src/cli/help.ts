// Writes help as text: the overview, a group's commands, and all of one command. Must not know any single command.
import type { Command as Commander, Help } from 'commander';
import type { Command } from './command.ts';
import { exitCodeSection } from './exit-codes.ts';

export type HelpFormat = (command: Commander, helper: Help) => string;

const footer = 'Flags of every command (--json, --profile, --quiet, …): plenary help flags';

/** @param end the last parts of the overview */
export function overviewFormat(...end: readonly string[]): HelpFormat {
  return (command, helper) => {
    return joined([command.description(), usage(command, helper), ...commandSections(command, helper), ...end, footer]);
  };
}

export const groupFormat: HelpFormat = (command, helper) =>
  joined([wrapped(command.description(), helper), usage(command, helper), ...commandSections(command, helper), footer]);

export function commandFormat({ about, examples, exitCodes, json, endpoint }: Command): HelpFormat {
  return (command, helper) => {
    const list = examples.length === 0 ? [] : [`Examples:\n${examples.map((line) => `  ${line}`).join('\n')}`];
    const calls = endpoint === undefined ? [] : [`Endpoint: ${endpoint.method} ${endpoint.path}`];
    const schemas =
      json.length === 0
        ? []
        : [`With --json: ${json.join(' or ')} (plenary schema ${json.length === 1 ? json[0] : 'NAME'})`];
    return joined([
      wrapped(command.description(), helper),
      usage(command, helper),
      ...list,
      ...(about === undefined ? [] : [about]),
      ...argumentSection(command, helper),
      ...flagSections(command, helper),
      exitCodeSection(exitCodes),
      ...schemas,
      ...calls,
      footer,
    ]);
  };
}

/** Flags under their headings, those without one first. */
export function flagSections(command: Commander, helper: Help): readonly string[] {
  const options = helper.visibleOptions(command);
  const groups = new Set(['Flags:', ...options.map(({ helpGroupHeading = 'Flags:' }) => helpGroupHeading)]);
  return [...groups].flatMap((group) =>
    section(
      group,
      options.filter(({ helpGroupHeading = 'Flags:' }) => helpGroupHeading === group),
      (option) => [helper.optionTerm(option), helper.optionDescription(option)],
      helper,
    ),
  );
}

function usage(command: Commander, helper: Help): string {
  return `Usage: ${helper.commandUsage(command).replace('[options]', '[flags]').replace('[command]', 'COMMAND')}`;
}

function argumentSection(command: Commander, helper: Help): readonly string[] {
  const terms = helper.visibleArguments(command);
  return section('Arguments:', terms, (each) => [helper.argumentTerm(each), helper.argumentDescription(each)], helper);
}

function commandSections(command: Commander, helper: Help): readonly string[] {
  const commands = helper.visibleCommands(command).filter((each) => each.name() !== 'help');
  const groups = new Set(commands.map((each) => each.helpGroup() || 'Commands:'));
  return [...groups].flatMap((group) =>
    section(
      group,
      commands.filter((each) => (each.helpGroup() || 'Commands:') === group),
      (each) => [each.name(), helper.subcommandDescription(each)],
      helper,
    ),
  );
}

/** A heading and one item per line; nothing without items. */
function section<T>(
  heading: string,
  items: readonly T[],
  textOf: (item: T) => readonly [term: string, description: string],
  helper: Help,
): readonly string[] {
  if (items.length === 0) return [];
  const texts = items.map(textOf);
  const width = Math.min(longestTerm, Math.max(...texts.map(([term]) => term.length)));
  const lines = texts.map(([term, description]) => helper.formatItem(term, width, description, helper));
  return [[heading, ...lines].join('\n')];
}

/** The description of a longer term begins beside it. */
const longestTerm = 30;

function wrapped(text: string, helper: Help): string {
  return helper.boxWrap(text, helper.helpWidth ?? 80);
}

function joined(parts: readonly string[]): string {
  return `${parts.join('\n\n')}\n`;
}
