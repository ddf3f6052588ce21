// What crash trials run against: the built service, or the double. Must not know the trials.
import type { Contents } from './crash-contents.ts';
import { startDouble } from './double/double.ts';
import { launcher, plenary, startServer } from './program.ts';

/** What an event has from the start. */
export interface EventLists {
  readonly rooms: readonly string[];
  readonly tracks: readonly string[];
  /** Names with their minutes. */
  readonly formats: Readonly<Record<string, number>>;
}

export interface CrashServer {
  readonly url: string;
  /** Whether it shows submitters and feedback. */
  readonly showsAll: boolean;
  /** Adds an event without records. */
  addEvent(name: string, lists: EventLists): Promise<ServedEvent>;
  /** How it is killed and started again; undefined for one that never is. */
  readonly service?: {
    kill(): Promise<unknown>;
    /** On the same port and database. */
    restart(): Promise<void>;
  };
  close(): Promise<unknown>;
}

export interface ServedEvent {
  readonly id: string;
  readonly token: string;
  /** What the server has, also if it does not show it to the program. */
  contents(): Promise<Contents>;
}

/** Starts a server. @param folder for its files */
export type OpenServer = (folder: string) => Promise<CrashServer>;

export interface ServiceOptions {
  /** Its database; a new file unless given. */
  readonly data?: string;
  /** Whether it hides and ignores what the public server does. */
  readonly isStrict?: boolean;
}

/** The built service. */
export function openService({ data, isStrict = false }: ServiceOptions = {}): OpenServer {
  return async (folder) => {
    const database = data ?? `${folder}/plenary.db`;
    const init = await succeed(
      {},
      'service',
      'init',
      '--data',
      database,
      '--name',
      'Trial',
      '--json',
    );
    const { token, organization } = JSON.parse(init);
    const serve = (port: string, ...flags: readonly string[]) => {
      const words = ['serve', '--data', database, '--port', port, '--json', '--quiet'];
      return startServer([launcher, ...words, ...flags]);
    };
    const mode = isStrict ? ['--strict'] : [];
    let server = await serve('0', ...mode);
    const { url } = server;
    // Shows what a strict service hides. It is never killed.
    const open = isStrict ? await serve('0') : undefined;
    return {
      url,
      showsAll: !isStrict,
      async addEvent(name, { rooms, tracks, formats }) {
        const about = [
          ['--id', name, '--name', name, '--timezone', 'Europe/Berlin'],
          ['--organization', organization.id],
          rooms.flatMap((room) => ['--room', room]),
          tracks.flatMap((track) => ['--track', track]),
          Object.entries(formats).flatMap(([format, minutes]) => [
            '--format',
            `${format}=${minutes}`,
          ]),
        ];
        await succeed({}, 'service', 'event', 'add', '--data', database, ...about.flat());
        const env = {
          PLENARY_BASE_URL: open?.url ?? url,
          PLENARY_TOKEN: token,
          PLENARY_EVENT: name,
        };
        const list = async (resource: string) =>
          JSON.parse(await succeed(env, resource, 'list', '--json'));
        return {
          id: name,
          token,
          contents: async () => ({
            speakers: (await list('speakers')).map(toSpeaker),
            submissions: (await list('submissions')).map(toTalk),
          }),
        };
      },
      service: {
        kill: () => server.stop('SIGKILL'),
        async restart() {
          server = await serve(new URL(url).port, ...mode);
        },
      },
      close: () => Promise.all([server.stop('SIGTERM'), open?.stop('SIGTERM')]),
    };
  };
}

/** The double of the public server, in this process. Requests that meet race, as they do there. */
export const openDouble: OpenServer = async () => {
  const double = await startDouble({ switches: { statementMs: 1 } });
  const { url, token, state, web } = double;
  return {
    url,
    showsAll: false,
    async addEvent(name, { rooms, tracks, formats }) {
      const id = web.addEvent({ name, slug: name, timezone: 'Europe/Berlin' });
      for (const room of rooms) web.addRoom(room, undefined, id);
      for (const track of tracks) web.addTrack(track, id);
      for (const [format, minutes] of Object.entries(formats)) web.addFormat(format, minutes, id);
      const ofEvent = (record: { readonly event_id: string }) => record.event_id === id;
      return {
        id,
        token,
        async contents() {
          await double.atRest();
          const submissions = state.submissions.filter(ofEvent).map((talk) => {
            const named = (records: readonly { readonly id: string }[], own: string | null) =>
              records.find((record) => record.id === own);
            return toTalk(
              Object.assign(talk, {
                submitter_email: talk.submitter?.email,
                room: named(state.rooms, talk.room_id),
                track: named(state.tracks, talk.track_id),
                format: named(state.formats, talk.format_id),
              }),
            );
          });
          return { speakers: state.speakers.filter(ofEvent).map(toSpeaker), submissions };
        },
      };
    },
    close: double.close,
  };
};

type Served = Readonly<Record<string, unknown>>;

const speakerFields = [
  'email',
  'first_name',
  'last_name',
  'company_name',
  'title',
  'about',
  'speaker_status',
  'logistics_notes',
  'photo_url',
  'pronouns',
  'linkedin_url',
  'twitter_url',
  'phone',
];

/** An empty text and none are the same: an update clears some fields by an empty text. */
function toSpeaker(served: object): Served {
  const members = new Map(Object.entries(served));
  return Object.fromEntries(speakerFields.map((field) => [field, members.get(field) ?? '']));
}

/** Tracks, formats and rooms by their names. */
function toTalk(served: object): Served {
  const members = new Map(Object.entries(served));
  const nameOf = (member: string) => members.get(member)?.name ?? null;
  return {
    title: members.get('title'),
    submitter_email: members.get('submitter_email'),
    abstract: members.get('abstract'),
    status: members.get('status'),
    feedback: members.get('feedback'),
    track: nameOf('track'),
    format: nameOf('format'),
    room: nameOf('room'),
    start: members.get('starts_at'),
    end: members.get('ends_at'),
  };
}

/** Runs a command in this process to its end. @throws {Error} unless it ends with 0 */
export async function succeed(
  env: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<string> {
  const { exitCode, stdout, stderr } = await plenary(args, { env });
  if (exitCode !== 0)
    throw new Error(`plenary ${args.join(' ')} ended with ${exitCode}: ${stderr}`);
  return stdout;
}
