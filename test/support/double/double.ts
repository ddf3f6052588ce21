// A double of the public server, in memory: what its description says. Must not know the program.
import { randomBytes } from 'node:crypto';
import { CONTACT_OPERATIONS } from './contacts.ts';
import { CONTENT_OPERATIONS } from './content-items.ts';
import { Database } from './database.ts';
import { OPTIONAL_OPERATIONS } from './optional-operations.ts';
import { PLACEMENT_OPERATIONS } from './placement.ts';
import { type DoubleRequest, type Switches, startServer } from './server.ts';
import { SPEAKER_OPERATIONS } from './speakers.ts';
import { type State, stateOf } from './state.ts';
import { SUBMISSION_LISTS } from './submission-lists.ts';
import { SUBMISSION_OPERATIONS } from './submissions.ts';
import { type NewEvent, type Web, webInterface } from './web.ts';

export interface DoubleOptions {
  /** Milliseconds since 1970, for the stamps of records; the computer's time unless given. */
  readonly now?: () => number;
  /** What differs from the usual event. */
  readonly event?: Partial<NewEvent>;
  readonly rooms?: readonly string[];
  readonly tracks?: readonly string[];
  /** Names with their minutes. */
  readonly formats?: Readonly<Record<string, number>>;
  readonly switches?: Partial<Switches>;
}

export interface Double {
  readonly url: string;
  readonly token: string;
  /** The id of the event that exists from the start. */
  readonly eventId: string;
  /** The program's settings for this server. */
  readonly env: Readonly<Record<'PLENARY_BASE_URL' | 'PLENARY_TOKEN' | 'PLENARY_EVENT', string>>;
  /** All requests so far, in the order in which they arrived. */
  readonly requests: readonly DoubleRequest[];
  /**
   * How many requests had this method and path.
   * @param path a text is the path without its query, with `{…}` for any segment
   */
  count(method: string, path: string | RegExp): number;
  /** What the server knows, also where /v1 does not show it. */
  readonly state: State;
  readonly switches: Switches;
  /** What people do in the web interface. */
  readonly web: Web;
  /** Resolves when no request is pending, also none whose sender has ended. */
  atRest(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a server with one event on a free port of this computer. */
export async function startDouble(options: DoubleOptions = {}): Promise<Double> {
  const switches = Object.assign(defaultSwitches(), options.switches);
  const database = new Database({
    now: options.now ?? Date.now,
    statementMs: () => switches.statementMs,
    mostRows: () => switches.mostRows,
  });
  const web = webInterface(database, () => eventId);
  const eventId = addProgram(web, options);
  const token = `dais_${randomBytes(16).toString('hex')}`;
  const requests: DoubleRequest[] = [];
  const { url, atRest, close } = await startServer({
    database,
    token,
    operations: OPERATIONS,
    switches,
    requests,
  });
  return {
    url,
    token,
    eventId,
    env: {
      PLENARY_BASE_URL: url,
      PLENARY_TOKEN: token,
      PLENARY_EVENT: eventId,
    },
    requests,
    count: (method, path) => requests.filter((request) => isTo(request, method, path)).length,
    state: stateOf(database),
    switches,
    web,
    atRest,
    close,
  };
}

const OPERATIONS = [
  OPTIONAL_OPERATIONS,
  SPEAKER_OPERATIONS,
  SUBMISSION_LISTS,
  SUBMISSION_OPERATIONS,
  CONTACT_OPERATIONS,
  CONTENT_OPERATIONS,
  PLACEMENT_OPERATIONS,
].flat();

const DEFAULT_EVENT: NewEvent = {
  name: 'DevConf 2027',
  slug: 'devconf',
  timezone: 'Europe/Berlin',
  // From nine to six by the clocks of Berlin.
  startsAt: '2027-05-20T07:00:00+00:00',
  endsAt: '2027-05-21T16:00:00+00:00',
};
const DEFAULT_ROOMS = ['Main Hall', 'Lighthouse', 'Workshop 1'];
const DEFAULT_TRACKS = ['Backend', 'Frontend', 'Community'];
const DEFAULT_FORMATS = { Talk: 30, Workshop: 90, Keynote: 45 };

/** What a host of this server sets by default. */
const HOSTED_ROWS = 1_000;

function defaultSwitches(): Switches {
  return {
    losesResponse: () => false,
    ignoresRequest: () => false,
    failsWith500: () => false,
    statementMs: 0,
    mostRows: HOSTED_ROWS,
    optionalOperations: true,
  };
}

/** The event with its rooms, tracks and formats. */
function addProgram(web: Web, options: DoubleOptions): string {
  const eventId = web.addEvent(Object.assign({}, DEFAULT_EVENT, options.event));
  for (const room of options.rooms ?? DEFAULT_ROOMS) web.addRoom(room, undefined, eventId);
  for (const track of options.tracks ?? DEFAULT_TRACKS) web.addTrack(track, eventId);
  for (const [format, minutes] of Object.entries(options.formats ?? DEFAULT_FORMATS)) {
    web.addFormat(format, minutes, eventId);
  }
  return eventId;
}

function isTo(request: DoubleRequest, method: string, path: string | RegExp): boolean {
  if (request.method !== method) return false;
  if (path instanceof RegExp) return path.test(request.path);
  const [sent = ''] = request.path.split('?');
  const segments = sent.split('/');
  const expected = path.split('/');
  return (
    segments.length === expected.length &&
    expected.every((name, index) => name.startsWith('{') || name === segments[index])
  );
}
