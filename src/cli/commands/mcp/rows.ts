// The command that serves tools to agents.
import { type Command, defineCommand } from '../../command.ts';
import { flag } from '../../flag.ts';
import { placeFlags } from '../../flag-sets.ts';

/** @param all the table of commands; some become tools */
export function mcpCommand(all: () => readonly Command[]): Command {
  return defineCommand({
    words: 'mcp',
    description: 'Serve tools that read and plan to an agent (MCP)',
    sends: 'read',
    flags: {
      event: placeFlags.event,
      timezone: placeFlags.timezone,
      folder: flag.text('<folder>', 'folder whose files the tools may read (default: the current folder)', {
        type: 'folder',
      }),
      plans: flag.text('<folder>', 'folder for the plans that the tools save (default: in the state folder)', {
        type: 'folder',
      }),
    },
    about: `An agent starts this command, and uses it through standard input and output. Each tool is a command of this program
that only reads, or the dry run of an import. With --event, the agent cannot name another event.
A plan is saved to a new file, and the answer has the command with which a person applies it.
The agent sees what the tools read: records with addresses and notes, and rows of files in the folder.
Only tables (CSV, TSV, XLSX, ODS, JSON, XML, ICS) and texts (TXT, MD) in it are read, and nothing below hidden folders.
Texts of other people are marked as untrusted. This warns an agent; it does not stop one that has other tools.`,
    examples: ['plenary mcp --event devconf', 'plenary mcp --event devconf --folder program --plans plans'],
    async load() {
      const { serveTools } = await import('./server.ts');
      return (context) => serveTools(context, all());
    },
  });
}
