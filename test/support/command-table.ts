// Generates README's table of commands from their rows. Must not write files.
import { allCommands } from '../../src/cli/commands/table.ts';
import { createProgram, groupNames } from '../../src/cli/program.ts';
import { endpointList } from '../../src/contract/index.ts';
import { testIo } from './program.ts';

export type Program = ReturnType<typeof createProgram>;

/** The whole program, with every group filled. */
export function wholeProgram(): Program {
  return createProgram(testIo(), groupNames);
}

/** The words of each command, without the program's name. */
export function commandNames(): readonly string[] {
  return allCommands().map(({ words }) => words);
}

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
  const commands = allCommands();
  const first = [...endpoints.keys()].flatMap((name) => commands.filter(({ words }) => words === name));
  const others = commands.filter(({ words }) => !endpoints.has(words));
  const rows = [...first, ...others].map(({ words, description }) => {
    const endpoint = endpoints.get(words) ?? (words === 'api' ? 'any' : '');
    return `| \`plenary ${words}\` | ${description} |${endpoint === '' ? '' : ` ${endpoint}`} |\n`;
  });
  return `| command | does | endpoint |\n|---|---|---|\n${rows.join('')}`;
}
