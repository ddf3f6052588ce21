// The commands that describe the program itself, for scripts and agents.
import { type Command, defineCommand } from '../command.ts';

/** @param all the table that lists it as well */
export function commandsCommand(all: () => readonly Command[]): Command {
  return defineCommand({
    words: 'commands',
    description: 'List all commands; with --json, with their flags and exit codes',
    sends: 'none',
    json: 'commands',
    examples: ['plenary commands', 'plenary commands --json', 'plenary commands --json --fields name,summary,sends'],
    async load() {
      const { listCommands } = await import('./reference/description.ts');
      return (context) => listCommands(context, all());
    },
  });
}

/** @param all the table that lists it as well */
export function schemaCommand(all: () => readonly Command[]): Command {
  return defineCommand({
    words: 'schema',
    description: 'List the JSON Schemas of what is printed with --json and saved, or print one',
    sends: 'none',
    json: ['schemas', 'json-schema'],
    arguments: { name: { description: 'name of a schema', type: 'schema', isOptional: true } },
    examples: ['plenary schema', 'plenary schema import-report', 'plenary schema error > error.schema.json'],
    async load() {
      const { printSchema } = await import('./reference/schema.ts');
      return (context, args) => printSchema(context, args, all());
    },
  });
}
