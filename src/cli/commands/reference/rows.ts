// The commands that describe the program itself, for scripts and agents.
import { type Command, defineCommand } from '../../command.ts';

/** @param all the table that lists it as well */
export function commandsCommand(all: () => readonly Command[]): Command {
  return defineCommand({
    words: 'commands',
    description: 'List all commands; with --json, with their flags and exit codes',
    sends: 'none',
    examples: ['plenary commands', 'plenary commands --json', 'plenary commands --json --fields name,summary,sends'],
    async load() {
      const { listCommands } = await import('./run.ts');
      return (context) => listCommands(context, all());
    },
  });
}
