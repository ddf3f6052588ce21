// Generates README's table of commands from the program. Must not write files.
import { createProgram, groupNames } from '../../src/cli/program.ts';
import { endpointList } from '../../src/contract/index.ts';
import { testIo } from './program.ts';

export type Command = ReturnType<typeof createProgram>;

export interface NamedCommand {
  /** Without the program's name. */
  readonly name: string;
  readonly description: string;
}

/** The whole program, with every group filled. */
export function wholeProgram(): Command {
  return createProgram(testIo(), groupNames);
}

/** The commands that do something, without groups and help topics. */
export function leafCommands(command: Command, path: readonly string[] = []): readonly NamedCommand[] {
  if (command.commands.length === 0) return [{ name: path.join(' '), description: command.description() }];
  return command.commands
    .filter((child) => !helpTopics.includes(child.name()))
    .flatMap((child) => leafCommands(child, [...path, child.name()]));
}

const helpTopics = ['exit-codes', 'environment'];

const start = '<!-- Written by `npm run docs:commands`. -->\n';
const end = '<!-- End of the table of commands. -->\n';

/** The README with its table of commands brought up to date: endpoints first, in the specification's order. */
export function withCommandTable(readme: string): string {
  const from = readme.indexOf(start);
  const to = readme.indexOf(end);
  if (from === -1 || to < from) throw new Error(`README.md has no lines ${start}and ${end}`);
  return `${readme.slice(0, from)}${start}${commandTable()}${readme.slice(to)}`;
}

function commandTable(): string {
  const endpoints = new Map(
    endpointList.map(([, { resource, verb, method, path }]) => [`${resource} ${verb}`, `\`${method} ${path}\``]),
  );
  const leaves = leafCommands(wholeProgram());
  const first = [...endpoints.keys()].flatMap((name) => leaves.filter((leaf) => leaf.name === name));
  const others = leaves.filter((leaf) => !endpoints.has(leaf.name));
  const rows = [...first, ...others].map(({ name, description }) => {
    const endpoint = endpoints.get(name) ?? (name === 'api' ? 'any' : '');
    return `| \`plenary ${name}\` | ${description} |${endpoint === '' ? '' : ` ${endpoint}`} |\n`;
  });
  return `| command | does | endpoint |\n|---|---|---|\n${rows.join('')}`;
}
