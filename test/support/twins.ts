// Our service and the double of the public server, which get the same requests. Must not know which
// requests these are.
import { startDouble } from './double/double.ts';
import { startTestService } from './program.ts';

export interface TwinRequest {
  readonly method: string;
  /** `…` is the event; `{name}` is the id that an earlier answer had for this name. */
  readonly path: string;
  /** A text is sent as it is. A text `{name}` in an object becomes an id. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The name of the record that the answer has. */
  readonly names?: string;
}

/** The answers of both to one request, as one line each. */
export interface TwinAnswers {
  readonly service: string;
  readonly publicServer: string;
}

const ROOMS = ['Main Hall', 'Lighthouse'];
const TRACKS = ['Backend', 'Community'];
const FORMATS = { Talk: 40, Workshop: 90 };

/** Starts both, with the same lists of an event. @param flags of `plenary serve` */
export async function startTwins(...flags: readonly string[]) {
  const service = await startTestService(...flags);
  const double = await startDouble({
    rooms: ROOMS,
    tracks: TRACKS,
    formats: FORMATS,
    event: { name: 'DevConf', slug: 'devconf' },
  });
  const lists = [
    ...ROOMS.flatMap((name) => ['--room', name]),
    ...TRACKS.flatMap((name) => ['--track', name]),
    ...Object.entries(FORMATS).flatMap(([name, minutes]) => ['--format', `${name}=${minutes}`]),
  ];
  const set = ['service', 'event', 'set', '--data', service.data, '--id', 'devconf', ...lists];
  await service.plenary(set);
  const additions = flags.includes('--strict') ? [] : ADDITIONS;
  const sides = [
    sideOf({ url: service.url, token: service.token, event: 'devconf', additions }),
    sideOf({ url: double.url, token: double.token, event: double.eventId, additions: [] }),
  ];

  /** Sends a request to both, and remembers the ids of their answers. */
  async function ask(request: TwinRequest): Promise<TwinAnswers> {
    const [ours, theirs] = await Promise.all(sides.map((side) => side.send(request)));
    if (ours === undefined || theirs === undefined) throw new Error('an answer is missing');
    // Where the public server fails, the service refuses.
    const isRefused = theirs.status === 500 && [400, 404, 409, 422].includes(ours.status);
    return isRefused
      ? { service: 'refused', publicServer: 'refused' }
      : { service: lineOf(ours), publicServer: lineOf(theirs) };
  }

  for (const list of ['rooms', 'tracks', 'formats', 'speakers']) await nameAll(list);

  /** Remembers the ids of a list by the names or addresses of its records. */
  async function nameAll(list: string): Promise<void> {
    const path = `…/${list}?pageSize=100`;
    for (const side of sides) side.nameAll((await side.send({ method: 'GET', path })).body);
  }

  return {
    ask,
    nameAll,
    double,
    async close() {
      await double.close();
      await service.stop();
    },
  };
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
  /** In the form in which both servers can be compared. */
  readonly text: string;
}

const lineOf = ({ status, text }: Answer) => `${status} ${text}`;

interface Side {
  readonly url: string;
  readonly token: string;
  readonly event: string;
  /** Members of submissions that are not compared. */
  readonly additions: readonly string[];
}

function sideOf({ url, token, event, additions }: Side) {
  const ids = new Map([['event', event]]);
  const name = (label: string, id: unknown) => {
    if (typeof id === 'string' && !ids.has(label)) ids.set(label, id);
  };
  const filled = (text: string) =>
    text
      .replace('…', `/v1/events/${event}`)
      .replace(/\{([^{}"]+)\}/g, (whole, label: string) => ids.get(label) ?? whole);

  return {
    async send({ method, path, body, headers, names }: TwinRequest): Promise<Answer> {
      const sent = typeof body === 'string' ? body : filled(JSON.stringify(body) ?? '');
      const usual = { 'x-access-token': token, 'content-type': 'application/json' };
      const response = await fetch(url + filled(path), {
        method,
        headers: Object.assign(usual, headers),
        body: sent === '' ? null : sent,
        redirect: 'manual',
      });
      const text = await response.text();
      const value = jsonOrText(text);
      if (names !== undefined && isObject(value) && isObject(value.data)) {
        name(names, value.data.id);
      }
      return {
        status: response.status,
        body: value,
        text: commonText(withoutMembers(value, additions), ids),
      };
    },
    nameAll(body: unknown): void {
      if (!isObject(body) || !Array.isArray(body.data)) return;
      for (const record of body.data) name(record.email ?? record.name, record.id);
    },
  };
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What the service shows of a submission, and the public server does not. */
const ADDITIONS = [
  'submitter_email',
  'submitter_first_name',
  'submitter_last_name',
  'feedback',
  'created_at',
];

function withoutMembers(value: unknown, members: readonly string[]): unknown {
  if (members.length === 0 || value === undefined) return value;
  const text = JSON.stringify(value, (_, each: unknown) => {
    if (!isObject(each) || !('friendly_id' in each)) return each;
    return Object.fromEntries(Object.entries(each).filter(([name]) => !members.includes(name)));
  });
  return JSON.parse(text);
}

/** Members whose values are each server's own. */
const VARYING = ['branding', 'color', 'order', 'org_id', 'submitted_at', 'updated_at'];

/**
 * What differs by nature: ids, stamps, colors, and the words of sentences. Members keep their
 * order.
 */
function commonText(value: unknown, ids: ReadonlyMap<string, string>): string {
  const labels = new Map([...ids].map(([label, id]) => [id, `{${label}}`]));
  return JSON.stringify(value, (member, each: unknown) => {
    if (isObject(each) && each.type === 'json_invalid') return { type: each.type };
    // The service knows no times of an event.
    if (isObject(each) && 'timezone' in each) return { ...each, starts_at: null, ends_at: null };
    if (VARYING.includes(member)) return each === null ? null : member;
    if (typeof each !== 'string' || member === 'slug') return each;
    if (member === 'detail') return 'a sentence';
    return (
      labels.get(each) ?? each.replace(/^(?:\w{3}_\w{20,}|[\da-f]{8}(?:-[\da-f]{4,12}){4})$/, 'id')
    );
  });
}
