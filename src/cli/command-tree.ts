// Builds commander's tree from the table of commands. Must not read or open anything.
import { Command as Commander } from 'commander';
import { type Group, sections } from './commands/all-commands.ts';
import { addHelpTopics } from './commands/help-topics.ts';
import { addCommand, addGlobalFlags } from './declare.ts';
import { groupHelp, helpWith } from './help.ts';
import type { Io } from './io.ts';
import { version } from './version.ts';

/** The commands that have subcommands. */
export const groupNames: readonly string[] = sections.flatMap(({ groups }) => Object.keys(groups));

const examples = `Examples:
  plenary speakers import speakers.csv --dry-run
  plenary submissions plan decisions.csv --status-map "Maybe=accept_queue"
  plenary timetable export --format html --out timetable.html`;

const start = `Start here:
  plenary demo                            watch the program work; needs no setup
  plenary auth login                      use an existing service
  plenary service init --data plenary.db  create a service of your own
  plenary COMMAND --help                  show a command's flags and examples
  plenary help environment                list the variables that are read`;

/**
 * Builds the tree. Each action loads what it needs when it runs.
 * @param words the command line; only what it names gets its subcommands and flags, which saves
 *   start-up time
 */
export function createProgram(io: Io, words: readonly string[]): Commander {
  const program = new Commander('plenary')
    .description("Run a conference's program from the terminal")
    .version(version, '-V, --version', 'print the version')
    .addHelpCommand(helpCommand())
    .usage('COMMAND [flags]')
    .configureHelp({ ...helpWith(() => [examples, start]), visibleOptions: () => [] });
  addGlobalFlags(program);
  for (const { heading, groups, commands } of sections) {
    program.commandsGroup(heading);
    for (const [name, group] of Object.entries(groups)) {
      const added = addGroup(program, name, group.description);
      if (words.includes(name)) fill(added, group, { io, words });
    }
    for (const row of commands) addCommand(program, row, io);
  }
  addHelpTopics(program);
  addCompletion(program, io);
  return program;
}

/** If one of the commands is named, the others get a name and a description only. */
function fill(
  added: Commander,
  { groups = {}, commands }: Group,
  { io, words }: { readonly io: Io; readonly words: readonly string[] },
): void {
  const inner = new Map(
    Object.entries(groups).map(([name, description]) => [name, addGroup(added, name, description)]),
  );
  const rows = commands().map((row) => ({ row, name: row.words.split(' ').at(-1) ?? '' }));
  const isOneNamed = rows.some(({ name }) => words.includes(name));
  for (const { row, name } of rows) {
    const [, groupName = ''] = row.words.split(' ');
    const parent = inner.get(groupName) ?? added;
    if (isOneNamed && !words.includes(name)) parent.command(name).description(row.description);
    else addCommand(parent, row, io);
  }
}

function helpCommand(): Commander {
  const help = new Commander('help').argument('[command]').description('Print help for a command');
  return help.helpGroup('Service and settings:');
}

/** What the completion scripts call. */
function addCompletion(program: Commander, io: Io): void {
  const command = program.command('__complete', { hidden: true }).argument('[words...]');
  command.action(async (words: readonly string[]) => {
    const { complete } = await import('./commands/completion/complete.ts');
    await complete(words, io);
  });
}

function addGroup(parent: Commander, name: string, description: string): Commander {
  const group = parent.command(name).description(description).usage('COMMAND [flags]');
  return group.optionsGroup('Flags:').helpCommand(false).configureHelp(groupHelp);
}
