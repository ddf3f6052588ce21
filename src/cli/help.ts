// Owns what commander's help shows besides usage, arguments, flags and commands, wrapped at words.
// Must not know any single command.
import { Help, type HelpConfiguration } from 'commander';
import type { Command } from './command.ts';
import { exitCodeItems, particularCodes } from './exit-codes.ts';

const footer = `Flags of every command (--json, --profile, --quiet, …): plenary help flags
Exit codes of every command: plenary help exit-codes`;

/**
 * Commander's layout, without the arguments of commands in their list, and with these parts at its
 * end.
 */
export function helpWith(partsOf: (helper: Help) => readonly string[]): HelpConfiguration {
  return {
    subcommandTerm: (command) => command.name(),
    formatHelp(command, helper) {
      const usual = new Help().formatHelp(command, helper).trimEnd();
      return `${[usual, ...partsOf(helper), footer].join('\n\n')}\n`;
    },
  };
}

export const groupHelp = helpWith(() => []);

export function commandHelp({
  about,
  examples,
  exitCodes,
  json,
  endpoint,
}: Command): HelpConfiguration {
  return helpWith((helper) => {
    const parts: string[] = [];
    if (about !== undefined) parts.push(wrapped(about, helper));
    // Not wrapped, so that they can be pasted.
    if (examples.length > 0)
      parts.push(['Examples:', ...examples.map((line) => `  ${line}`)].join('\n'));
    const codes = particularCodes(exitCodes);
    if (codes.length > 0) parts.push(itemList('Exit codes:', exitCodeItems(codes), helper));
    const [schema = '', ...others] = json;
    if (schema !== '') {
      const name = others.length === 0 ? schema : 'NAME';
      parts.push(wrapped(`With --json: ${json.join(' or ')} (plenary schema ${name})`, helper));
    }
    if (endpoint !== undefined) parts.push(`Endpoint: ${endpoint.method} ${endpoint.path}`);
    return parts;
  });
}

/** A heading, and a line for each item. */
export function itemList(
  heading: string,
  items: readonly (readonly [term: string, description: string])[],
  helper: Help,
): string {
  const width = Math.max(...items.map(([term]) => term.length));
  return [
    heading,
    ...items.map(([term, text]) => helper.formatItem(term, width, text, helper)),
  ].join('\n');
}

/** Lines of one paragraph are joined first. */
function wrapped(text: string, helper: Help): string {
  return helper.boxWrap(text.replace(/(?<!\n)\n(?=\S)/g, ' '), helper.helpWidth ?? 80);
}
