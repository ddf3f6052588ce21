// The table of faults: what each puts on the wire instead of the service's response, and what
// commands end with. Must not know how they run.
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { type Answer, bytesOf, sendJson } from './servers/server.ts';

/**
 * How long a fault lasts: for all requests from then on, for writes alone, or for one request (two
 * if the service is busy).
 */
export type Lasting = 'all' | 'writes' | 'once';

/** What a command does. */
export type CommandName = 'list' | 'create' | 'import';

/** What a command ends with. */
type Ends = Readonly<Record<CommandName, Readonly<Partial<Record<Lasting, number>>>>>;

export interface Fault extends Ends {
  readonly name: string;
  /** Whether the service carries the request out first. */
  readonly isCarriedOut?: true;
  /** Whether the request ends by its time limit. */
  readonly isSlow?: true;
  /** Whether the service reports that it cannot do it now: it does so twice if it does not last. */
  readonly isBusy?: true;
  /**
   * Undefined if nothing listens at the address.
   * @param struck how often the fault has struck before
   * @param elsewhere the address of another service
   */
  readonly send?: (
    own: Answer,
    response: ServerResponse,
    struck: number,
    elsewhere: string,
  ) => void;
  /** What the message of a list contains that fails. */
  readonly reason: string;
}

// What commands end with, by what is known of the requests: as the exit codes and "Lost responses"
// in docs/importing.md specify.

/** The service has nothing of it, which is known. */
const unsent = ends({ all: 7, once: 0 }, { all: 7, once: 0 });
/**
 * It was not carried out if the list does not show it after its time: an import sends it once more.
 */
const lost = {
  ...ends({ all: 7, once: 0 }, { all: 10, writes: 7, once: 0 }),
  create: { all: 10, writes: 7, once: 7 },
};
const lostAfter = ends({ all: 7, once: 0 }, { all: 10, writes: 0, once: 0 });
/** A list that cannot be read is not requested again. */
const unreadable = ends({ once: 1 }, { all: 10, writes: 10, once: 10 });
const unreadableAfter = { ...lostAfter, list: { once: 1 } };
/** The service may do it later: it is not sent again. */
const promised = ends({ once: 1 }, { all: 10, once: 10 });

function ends(list: Ends['list'], write: Ends['create']): Ends {
  return { list, create: write, import: write };
}

/**
 * Neither sent again nor looked up. Without its next page, a list is not complete. An import that
 * created rows reads it once more.
 */
function refused(create: number, rows = 9, list = 1): Ends {
  return { list: { once: list }, create: { once: create }, import: { all: create, once: rows } };
}

const web = { 'content-type': 'text/html' };
const answers =
  (answer: Answer): NonNullable<Fault['send']> =>
  (_, response) =>
    sendJson(answer, response);
const refuses = (status: number, detail: unknown) => answers({ status, json: { detail } });

/** The response as bytes; `shown` is how many of them are sent. */
function cut(
  shown: (head: number, body: number) => number,
  end: 'closed' | 'open',
): NonNullable<Fault['send']> {
  return (own, { socket }) => {
    const { headers, body } = bytesOf(own);
    const lines = Object.entries({ ...headers, 'content-length': body.length }).map(
      ([name, value]) => `${name}: ${value}`,
    );
    const head = Buffer.from(
      `HTTP/1.1 ${own.status ?? 200} Status\r\n${lines.join('\r\n')}\r\n\r\n`,
    );
    const bytes = Buffer.concat([head, body]).subarray(0, shown(head.length, body.length));
    if (end === 'closed') socket?.end(bytes);
    else socket?.write(bytes);
  };
}

export const faults: readonly Fault[] = [
  { name: 'connection refused', reason: 'connection refused', ...unsent },
  {
    name: 'reset before the service has the request',
    send: (_, { socket }) => socket?.resetAndDestroy(),
    reason: 'the connection was closed',
    ...lost,
  },
  {
    name: 'reset after the service has carried the request out',
    isCarriedOut: true,
    send: (_, { socket }) => socket?.resetAndDestroy(),
    reason: 'the connection was closed',
    ...lostAfter,
  },
  {
    name: 'closed in the headers of the response',
    isCarriedOut: true,
    send: cut((head) => head / 2, 'closed'),
    reason: 'the connection was closed',
    ...lostAfter,
  },
  {
    name: 'closed in the body of the response',
    isCarriedOut: true,
    send: cut((head, body) => head + body / 2, 'closed'),
    reason: 'the connection was closed',
    ...lostAfter,
  },
  {
    name: 'headers that do not end',
    isSlow: true,
    send: cut((head) => head / 2, 'open'),
    reason: 'timed out',
    ...lost,
  },
  {
    name: 'a body that does not end',
    isCarriedOut: true,
    isSlow: true,
    send: cut((head, body) => head + body - 1, 'open'),
    reason: 'timed out',
    ...lostAfter,
  },
  {
    name: '200 with a web page',
    send: answers({ text: '<!doctype html><title>Log in to this network</title>', headers: web }),
    reason: 'is not JSON',
    ...unreadable,
  },
  {
    name: '200 without a body',
    isCarriedOut: true,
    send: answers({}),
    reason: 'contains no list of speakers',
    ...unreadableAfter,
  },
  {
    name: '201 without the record',
    isCarriedOut: true,
    send: answers({ status: 201, json: { message: 'Saved' } }),
    reason: 'contains no list of speakers',
    ...unreadableAfter,
  },
  {
    name: '202 with a job',
    send: answers({ status: 202, json: { id: 'job_1', status: 'queued' } }),
    reason: 'only accepts it for later (202)',
    ...promised,
  },
  {
    name: '207 with a failure',
    send: answers({ status: 207, json: { failed: [{ status: 422, title: 'no' }] } }),
    reason: 'contains several outcomes (207)',
    ...promised,
  },
  {
    name: '307 to another service',
    send: (_, response, __, elsewhere) =>
      sendJson({ status: 307, headers: { location: elsewhere } }, response),
    reason: 'the service redirects (307) to http://',
    ...refused(1),
  },
  ...(
    [
      [400, 'bad request', refused(3)],
      [401, 'Invalid token', refused(4, 4, 4), 'the service refused the token (401)'],
      [403, 'no', refused(4, 9, 4)],
      [404, 'no such event', refused(5), 'not found: no such event'],
      [409, 'exists', refused(6, 0, 6)],
      [413, 'too large', refused(3)],
      [
        422,
        [{ type: 'value_error', loc: ['body', 'last_name'], msg: 'is not allowed' }],
        refused(3),
      ],
    ] as const
  ).map(([status, detail, ends, reason = String(status)]): Fault => {
    return { name: String(status), send: refuses(status, detail), reason, ...ends };
  }),
  {
    name: '429 with Retry-After in seconds, then as a date',
    isBusy: true,
    send: (_, response, struck) =>
      sendJson(
        {
          status: 429,
          json: { detail: 'slow down' },
          headers: { 'retry-after': struck % 2 === 0 ? '1' : 'Sat, 02 May 2026 09:00:02 GMT' },
        },
        response,
      ),
    reason: 'the service asks to slow down (429)',
    ...unsent,
  },
  {
    name: '500 after the service has carried the request out',
    isCarriedOut: true,
    isBusy: true,
    send: refuses(500, 'out of order'),
    reason: 'the service failed (500)',
    ...lostAfter,
  },
  {
    name: '502 with a web page',
    isBusy: true,
    send: answers({ status: 502, text: '<h1>Bad Gateway</h1>', headers: web }),
    reason: 'the service failed (502)',
    ...lost,
  },
  {
    name: '503',
    isBusy: true,
    send: refuses(503, 'closed'),
    reason: 'the service failed (503)',
    ...lost,
  },
  {
    name: 'JSON that is cut off',
    isCarriedOut: true,
    send: (own, response) =>
      sendJson({ ...own, text: String(bytesOf(own).body.subarray(0, -9)) }, response),
    reason: 'is not JSON',
    ...unreadableAfter,
  },
  {
    name: 'gzip with a wrong byte',
    isCarriedOut: true,
    send(own, response) {
      const { headers, body } = bytesOf(own);
      const bytes = gzipSync(body);
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 0xff;
      response.writeHead(own.status ?? 200, { ...headers, 'content-encoding': 'gzip' }).end(bytes);
    },
    reason: 'cannot be decompressed',
    ...unreadableAfter,
  },
];
