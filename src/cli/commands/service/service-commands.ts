// The commands of a service of one's own: its administration, whether it is being served or not,
// the server and the demo.
import { UsageError } from '../../../errors.ts';
import type { NewFormat } from '../../../service/store/store.ts';
import { type Arguments, type Command, type CommandHandler, defineCommand } from '../../command.ts';
import { flag } from '../../flag.ts';
import { database } from '../../flag-sets.ts';
import type { Flags } from '../../flags.ts';
import type { SchemaName } from '../reference/schemas.ts';

const data = { data: database };
const organization = flag.text('<id>', 'id of the organization; required if there are several');

const lists = {
  room: flag.list('<name>', 'room of the event; may be repeated'),
  track: flag.list('<name>', 'track of the event; may be repeated'),
  format: flag.parsedList(
    '<name=minutes>',
    'format with the length of its sessions, e.g. Talk=40; may be repeated',
    { read: readFormats },
  ),
};

const aboutLists =
  'With a room, the event has lists of its own: other rooms, tracks and formats are refused. ' +
  'Without one, each is created by its first use, and a new format has 30 minutes.';

export const serviceCommands = [
  administration('event add', 'Add an event', {
    json: 'event',
    flags: {
      ...data,
      id: flag.text('<id>', 'id of the event, e.g. devconf-2027', { isRequired: true }),
      name: flag.text('<name>', 'name of the event', { isRequired: true }),
      timezone: flag.timezone('IANA time zone, e.g. Europe/Berlin', { isRequired: true }),
      ...lists,
      organization,
    },
    about: aboutLists,
    load: async () => (await import('./administer.ts')).addEvent,
  }),
  administration('event set', 'Change the name, the time zone or the lists of an event', {
    json: 'event',
    flags: {
      ...data,
      id: flag.text('<id>', 'id of the event', { isRequired: true }),
      name: flag.text('<name>', 'new name of the event'),
      timezone: flag.timezone('new IANA time zone; sessions keep their instants'),
      ...lists,
      organization,
    },
    about:
      'A list is replaced as a whole; what is not given stays. ' +
      `${aboutLists} A name that stays keeps its id; one that submissions have cannot be ` +
      'removed.',
    examples: [
      'plenary service event set --id devconf --name "DevConf 2027" --timezone Europe/Vienna',
      'plenary service event set --id devconf --format talk=40 --format workshop=90',
    ],
    load: async () => (await import('./administer.ts')).changeEvent,
  }),
  administration('event list', 'List the events', {
    json: 'events',
    flags: { ...data, organization },
    load: async () => (await import('./administer.ts')).listEvents,
  }),
  administration('token issue', 'Issue a token (shown once)', {
    json: 'new-token',
    flags: {
      ...data,
      name: flag.text('<name>', 'what the token is for', { isRequired: true }),
      organization,
    },
    load: async () => (await import('./administer.ts')).issueToken,
  }),
  administration(
    'token list',
    'List the ids, names and times of the tokens, without their secrets',
    {
      json: 'tokens',
      flags: { ...data, organization },
      load: async () => (await import('./administer.ts')).listTokens,
    },
  ),
  administration('token revoke', 'Revoke a token immediately and permanently', {
    json: 'token',
    arguments: { id: { description: '' } },
    flags: data,
    load: async () => (await import('./administer.ts')).revokeToken,
  }),
  administration(
    'init',
    'Create an organization, its first token (shown once), and the database file if needed',
    {
      json: 'new-organization',
      flags: {
        ...data,
        name: flag.text('<name>', 'name of the organization', { default: 'My organization' }),
      },
      load: async () => (await import('./administer.ts')).init,
    },
  ),
  administration('copy', 'Copy a database into an empty one, of the same or the other kind', {
    json: 'copied-tables',
    exitCodes: [9],
    flags: {
      from: flag.text('<database>', 'database to copy (default: PLENARY_DATA, or else plenary.db)'),
      to: flag.text(
        '<database>',
        'new or empty database to fill (same default; one of both is required)',
      ),
    },
    load: async () => (await import('./copy.ts')).copy,
  }),
];

/** The last `=` divides a name from its minutes. @throws UsageError */
function readFormats(texts: readonly string[], name: string): readonly NewFormat[] {
  return texts.map((text) => {
    const [, format, digits] = /^(.*)=(\d{1,4})$/s.exec(text) ?? [];
    const minutes = Number(digits);
    if (format !== undefined && minutes > 0) return { name: format, minutes };
    throw new UsageError(`${name} ${text}: not a name with its minutes`, {
      fix: `write it as ${name} Talk=40`,
    });
  });
}

/** A command on a database, which sends no request. */
function administration<F extends Flags, A extends Arguments>(
  words: string,
  description: string,
  source: {
    readonly json: SchemaName;
    readonly exitCodes?: Command['exitCodes'];
    readonly arguments?: A;
    readonly flags: F;
    readonly about?: string;
    readonly examples?: readonly string[];
    readonly load: () => Promise<CommandHandler<F, A>>;
  },
): Command {
  return defineCommand({
    words: `service ${words}`,
    description,
    sends: 'none',
    exitCodes: [5, 6],
    ...source,
  });
}

export const serve = defineCommand({
  words: 'serve',
  description: 'Serve the whole API from a database until SIGINT or SIGTERM',
  sends: 'none',
  json: 'service-address',
  flags: {
    ...data,
    host: flag.text('<address>', 'address to listen on', { default: '127.0.0.1' }),
    port: flag.wholeNumber('<n>', 'port to listen on; 0 selects a free port', {
      from: 0,
      to: 65_535,
      default: '8080',
    }),
    strict: flag.boolean(
      'leave away what the public server of this API does not have: submitters, feedback, keys ' +
        'and first use',
    ),
    rateLimit: flag.text(
      '<rate>',
      'maximum number of requests per organization and time, e.g. 100/15m',
    ),
    metricsPort: flag.wholeNumber(
      '<n>',
      'port on which Prometheus reads /metrics; default: no metrics',
      { from: 0, to: 65_535 },
    ),
    drain: flag.duration(
      0,
      'time to keep serving after a signal while /readyz responds with 503, e.g. 15s',
      {
        default: '0s',
      },
    ),
  },
  about:
    'With --json, the first line on stdout is {"url":"http://…"}, and with --metrics-port it ' +
    'has "metricsUrl" too. Each request is logged as one JSON line on stderr.',
  examples: [
    'plenary serve --data plenary.db --port 8080',
    'plenary serve --data plenary.db --port 0 --json --quiet',
    'PLENARY_DATA=postgres://plenary@db.example.org/plenary plenary serve --metrics-port 9464 ' +
      '--drain 15s',
  ],
  load: async () => (await import('./serve.ts')).serve,
});

/** It sends only to the service that it starts itself. */
export const demo = defineCommand({
  words: 'demo',
  description: 'Watch a program being built on a temporary service',
  sends: 'none',
  load: async () => (await import('../demo/demo.ts')).runDemo,
});
