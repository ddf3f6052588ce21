// The table of faults: what each does, and which exit codes follow. Must not know commands.
import { gzipSync } from 'node:zlib';
import {
  type Codes,
  denied,
  failedBefore,
  harmless,
  lostAfter,
  lostBefore,
  redirected,
  unreadableAfter,
  unreadableBefore,
  unsent,
} from './codes.ts';
import type { Fault, Place, Reply, Strike } from './fault.ts';
import { type Answer, answer, bytesOf, headOf } from './wire.ts';

const nothing = Buffer.alloc(0);
const web = { 'content-type': 'text/html' };

/** Another response, before the service has the request. */
function instead(reply: (at: Place) => Reply | undefined): Strike {
  return { at: 'response', isCarriedOut: false, reply };
}

function afterwards(reply: (own: Answer, at: Place) => Reply): Strike {
  return { at: 'response', isCarriedOut: true, reply: (at, own) => reply(own, at) };
}

function replied(...reply: Parameters<typeof answer>): Reply {
  return { bytes: bytesOf(answer(...reply)) };
}

function failures(status: number, codes: readonly [before: Codes, after: Codes]): readonly Fault[] {
  const [type, body] = status === 500 ? [{}, '{"detail":"out of order"}'] : [web, `<h1>Error ${status}</h1>`];
  const reply = () => replied(status, body, type);
  return [
    {
      name: `${status} before`,
      sentence: `The response is ${status}, and the service does not carry the request out.`,
      strike: instead(reply),
      times: 2,
      reason: `the service failed (${status})`,
      codes: codes[0],
    },
    {
      name: `${status} after`,
      sentence: `The response is ${status}, although the service has carried the request out.`,
      strike: afterwards(reply),
      times: 2,
      reason: `the service failed (${status})`,
      codes: codes[1],
    },
  ];
}

function busy(name: string, headers: Answer['headers']): Fault {
  return {
    name,
    sentence: `The request is refused with 429, ${name.slice(4)}.`,
    strike: instead(() => replied(429, '{"detail":"slow down"}', headers)),
    times: 2,
    reason: 'the service asks to slow down (429)',
    codes: unsent,
  };
}

export const faults: readonly Fault[] = [
  {
    name: 'connection refused',
    sentence: 'Nothing listens at the address.',
    strike: { at: 'connection', is: 'refused' },
    reason: 'connection refused',
    codes: unsent,
  },
  {
    name: 'reset before',
    sentence: 'The connection is reset before the service has the request.',
    strike: { at: 'request', is: 'reset' },
    reason: 'the connection was closed',
    codes: lostBefore,
  },
  {
    name: 'closed within',
    sentence: 'The connection is closed in the middle of the request.',
    strike: { at: 'request', is: 'cut' },
    reason: 'the connection was closed',
    codes: lostBefore,
  },
  {
    name: 'reset after',
    sentence: 'The service carries the request out; the connection is reset instead of a response.',
    strike: afterwards(() => ({ bytes: nothing, end: 'reset' })),
    reason: 'the connection was closed',
    codes: lostAfter,
  },
  {
    name: 'silence before',
    sentence: 'There is no response, and the service does not have the request.',
    strike: instead(() => ({ bytes: nothing })),
    isSlow: true,
    reason: 'timed out after',
    codes: lostBefore,
  },
  {
    name: 'silence after',
    sentence: 'There is no response, although the service has carried the request out.',
    strike: afterwards(() => ({ bytes: nothing })),
    isSlow: true,
    reason: 'timed out after',
    codes: lostAfter,
  },
  {
    name: 'a trickle',
    sentence: 'The body of the response arrives at a byte a second.',
    strike: afterwards((own) => ({ bytes: headOf(own), trickle: own.body })),
    isSlow: true,
    reason: 'timed out after',
    codes: lostAfter,
  },
  {
    name: 'a trickling head',
    sentence: 'The response arrives at a byte a second from its first byte on.',
    strike: afterwards((own) => ({ bytes: nothing, trickle: bytesOf(own) })),
    isSlow: true,
    reason: 'timed out after',
    codes: lostAfter,
  },
  {
    name: 'half a response',
    sentence: 'The connection is closed in the middle of the response.',
    strike: afterwards((own) => ({
      bytes: Buffer.concat([headOf(own), own.body.subarray(0, own.body.length / 2)]),
      end: 'close',
    })),
    reason: 'the connection was closed',
    codes: lostAfter,
  },
  {
    name: 'a length too long',
    sentence: 'The response announces more bytes than it has; the connection stays open.',
    strike: afterwards((own) => ({ bytes: Buffer.concat([headOf(own, own.body.length + 10), own.body]) })),
    isSlow: true,
    reason: 'timed out after',
    codes: lostAfter,
  },
  {
    name: 'a length too short',
    sentence: 'The response announces fewer bytes than it has.',
    strike: afterwards((own) => ({ bytes: Buffer.concat([headOf(own, own.body.length - 10), own.body]) })),
    reason: 'is not JSON',
    codes: unreadableAfter,
  },
  {
    name: 'two responses',
    sentence: 'The response is followed by a second one, which nothing asked for.',
    strike: afterwards((own) => ({ bytes: Buffer.concat([bytesOf(own), bytesOf(answer(200, '{"data":[]}'))]) })),
    reason: '',
    codes: harmless,
  },
  busy('429 with Retry-After: 1', { 'retry-after': '1' }),
  busy('429 without Retry-After', {}),
  ...failures(500, [failedBefore, lostAfter]),
  ...failures(502, [lostBefore, lostAfter]),
  ...failures(503, [failedBefore, lostAfter]),
  ...failures(504, [lostBefore, lostAfter]),
  {
    name: 'a web page',
    sentence: 'A page to log in to the network responds with 200.',
    strike: instead(() => replied(200, '<!doctype html><title>Log in to this network</title>', web)),
    reason: 'is not JSON',
    codes: unreadableBefore,
  },
  {
    name: 'a redirect within',
    sentence: 'A 307 leads to another spelling of the same path.',
    strike: instead(({ path }) =>
      path.includes('moved=1')
        ? undefined
        : replied(307, '', { location: `${path}${path.includes('?') ? '&' : '?'}moved=1` }),
    ),
    reason: '',
    codes: harmless,
  },
  {
    name: 'a redirect elsewhere',
    sentence: 'A 307 leads to another service.',
    strike: instead(({ path, elsewhere }) => replied(307, '', { location: `${elsewhere}${path}` })),
    reason: 'the service redirects (307) to http://',
    codes: redirected,
  },
  {
    name: 'a redirect in a loop',
    sentence: 'A 307 leads to the requested path, every time.',
    strike: instead(({ path }) => replied(307, '', { location: path })),
    times: 2,
    reason: ', in a loop',
    codes: redirected,
  },
  {
    name: 'a redirect afterwards',
    sentence: 'The service carries the request out; a 303 leads to a page of another service.',
    strike: afterwards((_, { elsewhere }) => replied(303, '', { location: `${elsewhere}/thanks` })),
    reason: 'the service redirects (303) to http://',
    codes: unreadableAfter,
  },
  {
    name: 'huge headers',
    sentence: 'The response has 100 kB of headers.',
    strike: afterwards((own) => ({
      bytes: bytesOf({ ...own, headers: { ...own.headers, 'set-cookie': 'x'.repeat(100_000) } }),
    })),
    reason: 'its response has more than 64 KiB of headers',
    codes: lostAfter,
  },
  {
    name: 'https to a plain port',
    sentence: 'The address begins with https, and the port does not support TLS.',
    strike: { at: 'connection', is: 'plain' },
    times: 'permanent',
    reason: 'it does not support TLS',
    codes: unsent,
  },
  {
    name: 'an unknown certificate',
    sentence: 'The certificate is of an authority that the command does not trust.',
    strike: { at: 'connection', is: 'untrusted' },
    times: 'permanent',
    reason: 'its certificate is not trusted',
    codes: unsent,
  },
  {
    name: 'a slow name',
    sentence: 'The name of the service resolves after the time limit.',
    strike: { at: 'name', is: 'slow' },
    isSlow: true,
    reason: 'timed out',
    codes: unsent,
  },
  {
    name: 'an unknown name',
    sentence: 'The name of the service does not resolve.',
    strike: { at: 'name', is: 'unknown' },
    reason: 'unknown host name',
    codes: unsent,
  },
  {
    name: 'damaged gzip',
    sentence: 'The body is compressed with gzip, and a byte of it is wrong.',
    strike: afterwards((own) => {
      const body = gzipSync(own.body);
      body[body.length >> 1] = (body[body.length >> 1] ?? 0) ^ 0xff;
      return { bytes: bytesOf({ ...own, headers: { ...own.headers, 'content-encoding': 'gzip' }, body }) };
    }),
    reason: 'is damaged: it cannot be decompressed (gzip)',
    codes: unreadableAfter,
  },
  {
    name: 'Latin-1',
    sentence: 'The body is encoded in Latin-1, which JSON never is.',
    strike: afterwards((own) => ({ bytes: bytesOf({ ...own, body: Buffer.from(own.body.toString(), 'latin1') }) })),
    reason: 'is not text in UTF-8',
    codes: unreadableAfter,
  },
  {
    name: 'a byte order mark',
    sentence: 'The body begins with a byte order mark.',
    strike: afterwards((own) => ({ bytes: bytesOf({ ...own, body: Buffer.from(`\uFEFF${own.body}`) }) })),
    reason: '',
    codes: harmless,
  },
  {
    name: '401',
    sentence: 'The token is refused.',
    strike: instead(() => replied(401, '{"detail":"Invalid token"}')),
    reason: 'the service refused the token (401)',
    codes: denied,
  },
];
