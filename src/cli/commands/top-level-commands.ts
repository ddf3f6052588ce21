// The rows of commands without a group: status, api, doctor, completion, and those that describe
// the program to scripts and agents.
import { type Command, defineCommand } from '../command.ts';
import { flag } from '../flag.ts';
import { clashFlags, detailedExitcode, placeFlags, schedule } from '../flag-sets.ts';
import { readPairs } from '../flags.ts';

const { failOn: _, ...clashes } = clashFlags;

export const status = defineCommand({
  words: 'status',
  description: 'Count the records of the event, and show what needs attention',
  sends: 'read',
  json: 'event-status',
  flags: {
    ...placeFlags,
    ...clashes,
    schedule,
    detailedExitcode: detailedExitcode('exit with 8 if something needs attention'),
  },
  exitCodes: [8],
  about: `Counts submissions by status and track. What needs attention: undecided submissions,
accepted ones without a place, declined ones that still have one, people of accepted talks who are
no speakers or have not confirmed, speakers who lack a biography, a photo or a deliverable, clashes,
and unfinished runs of this machine. Undecided are all statuses but accepted, confirmed, declined,
rejected, withdrawn and canceled.`,
  examples: ['plenary status', 'plenary status --detailed-exitcode', 'plenary status --json'],
  load: async () => (await import('./status/status.ts')).showStatus,
});

export const api = defineCommand({
  words: 'api',
  description: 'Send any request below the base URL and print the response',
  sends: 'write',
  json: 'response',
  arguments: {
    method: {
      description: 'GET, HEAD, POST, PATCH, PUT or DELETE',
      recommended: ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'],
    },
    path: {
      description:
        'e.g. /v1/events/{event_id}/speakers; {event_id} is replaced by the configured event',
    },
  },
  flags: {
    field: flag.parsedList(
      '<name=value>',
      'text field of the JSON body, or of the query of a GET; repeatable',
      { short: '-f', read: readPairs },
    ),
    typedField: flag.parsedList(
      '<name=value>',
      'the same with a JSON value: a number, true, false, null, …',
      { short: '-F', read: readPairs },
    ),
    input: flag.file('file with the JSON body (- is standard input)'),
    event: flag.text('<event>', 'event for {event_id}: its id, slug or name (or PLENARY_EVENT)'),
    header: flag.list('<name: value>', 'header of the request; repeatable', { short: '-H' }),
    include: flag.boolean('print the status and the headers of the response', {
      short: '-i',
      excludes: ['all'],
    }),
    raw: flag.boolean('print the body of an error on standard output'),
    all: flag.boolean(
      'follow all pages of a list and print its records; with --json, as one array',
    ),
  },
  exitCodes: [6, 10],
  examples: [
    "plenary api GET '/v1/events/{event_id}/speakers' -f status=accepted --all",
    'plenary api PATCH /v1/speakers/spk_1a2b3c -f pronouns=she/her',
  ],
  load: async () => (await import('./api.ts')).sendRequest,
});

export const doctor = defineCommand({
  words: 'doctor',
  description: 'Check the settings, the token, the service and the saved runs',
  sends: 'read',
  json: 'doctor-report',
  flags: {
    event: flag.text('<event>', 'event to test the token with (or PLENARY_EVENT)'),
    offline: flag.boolean('skip what needs the network'),
  },
  about:
    'Everything is checked even if something fails. The exit code is that of the first check ' +
    'that has failed.',
  examples: ['plenary doctor', 'plenary doctor --offline', 'plenary doctor --json'],
  load: async () => (await import('./doctor.ts')).diagnose,
});

export const completion = defineCommand({
  words: 'completion',
  description: 'Print a script for bash, zsh, fish or PowerShell, with which TAB completes',
  sends: 'none',
  arguments: {
    shell: {
      description: 'the shell that loads it',
      choices: ['bash', 'zsh', 'fish', 'powershell'],
    },
  },
  about: `bash: add this line to ~/.bashrc: eval "$(plenary completion bash)"

zsh: add this line to ~/.zshrc, after compinit: source <(plenary completion zsh)
Or save the script as _plenary in a folder of fpath.

fish: run this command once: plenary completion fish > ~/.config/fish/completions/plenary.fish

PowerShell: add this line to $PROFILE:
plenary completion powershell | Out-String | Invoke-Expression`,
  examples: [
    'plenary completion bash',
    'plenary completion fish > ~/.config/fish/completions/plenary.fish',
  ],
  load: async () => (await import('./completion/scripts.ts')).printScript,
});

/** @param all the table that lists it as well */
export function commandsCommand(all: () => readonly Command[]): Command {
  return defineCommand({
    words: 'commands',
    description: 'List all commands; with --json, with their flags and exit codes',
    sends: 'none',
    json: 'commands',
    examples: [
      'plenary commands',
      'plenary commands --json',
      'plenary commands --json --fields name,summary,sends',
    ],
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
    examples: [
      'plenary schema',
      'plenary schema report',
      'plenary schema error > error.schema.json',
    ],
    async load() {
      const { printSchema } = await import('./reference/schema.ts');
      return (context, args) => printSchema(context, args, all());
    },
  });
}

/** @param all the table of commands; some become tools */
export function mcpCommand(all: () => readonly Command[]): Command {
  return defineCommand({
    words: 'mcp',
    description: 'Serve tools that read and plan to an agent (MCP)',
    sends: 'read',
    flags: {
      event: placeFlags.event,
      timezone: placeFlags.timezone,
      files: flag.text(
        '<folder>',
        'folder whose files the tools may read (default: that of the program, or the current one)',
        {
          type: 'folder',
        },
      ),
      plans: flag.text(
        '<folder>',
        'folder for the plans that the tools save (default: in the state folder)',
        {
          type: 'folder',
        },
      ),
    },
    about: `An agent starts this command, and uses it through standard input and output. Each tool
is a command of this program that only reads, or the dry run of an import or an undo. With --event,
the agent cannot name another event. A plan is saved to a new file, and the answer has the command
with which a person applies it. An answer that is too long is a summary, and names how to read the
rest. The agent sees what the tools read: records with addresses and notes, and rows of files in the
folder. Only tables (CSV, TSV, XLSX, ODS, JSON, XML, ICS) and texts (TXT, MD) in it are read, and
nothing below hidden folders. Texts of other people are marked as untrusted. This warns an agent; it
does not stop one that has other tools.`,
    examples: [
      'plenary mcp --event devconf',
      'plenary mcp --event devconf --files program --plans plans',
    ],
    async load() {
      const { serveTools } = await import('./mcp/server.ts');
      return (context) => serveTools(context, all());
    },
  });
}
