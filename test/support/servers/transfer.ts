// Kinds of servers by how a response travels: compression, redirects, versions of HTTP, encodings, pauses.
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { bytesOf, type Kind, sendJson } from './server.ts';

const gzip: Kind = {
  name: 'gzip, whatever was accepted',
  send(answer, response) {
    const { headers, body } = bytesOf(answer);
    response.writeHead(answer.status ?? 200, { ...headers, 'content-encoding': 'gzip' }).end(gzipSync(body));
  },
};

const brotli: Kind = {
  name: 'br, whatever was accepted',
  send(answer, response) {
    const { headers, body } = bytesOf(answer);
    response.writeHead(answer.status ?? 200, { ...headers, 'content-encoding': 'br' }).end(brotliCompressSync(body));
  },
};

const movedHere: Kind = {
  name: '307 to another path',
  intercept: ({ url }) =>
    url.pathname.startsWith('/moved/')
      ? undefined
      : { status: 307, headers: { location: `/moved${url.pathname}${url.search}` } },
};

const movedToHttps: Kind = {
  name: '301 to https',
  intercept: ({ url }) => ({ status: 301, headers: { location: `https://${url.host}${url.pathname}` } }),
};

const movedInCircles: Kind = {
  name: '307 to itself',
  intercept: ({ url }) => ({ status: 307, headers: { location: url.href } }),
};

const oldHttp: Kind = {
  name: 'HTTP/1.0',
  send(answer, response) {
    const { headers, body } = bytesOf(answer);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    response.socket?.write(`HTTP/1.0 ${answer.status ?? 200} OK\r\n${lines.join('')}\r\n`);
    response.socket?.end(body);
  },
};

const chunked: Kind = {
  name: 'chunks of a few bytes',
  send(answer, response) {
    const { headers, body } = bytesOf(answer);
    response.writeHead(answer.status ?? 200, headers);
    for (let at = 0; at < body.length; at += 50) response.write(body.subarray(at, at + 50));
    response.end();
  },
};

const byteOrderMark: Kind = {
  name: 'a byte order mark',
  send: (answer, response) => sendJson({ ...answer, text: `\uFEFF${bytesOf(answer).body}` }, response),
};

const plainText: Kind = {
  name: 'text/plain',
  send: (answer, response) =>
    sendJson({ ...answer, headers: { ...answer.headers, 'content-type': 'text/plain' } }, response),
};

const noType: Kind = {
  name: 'no content type',
  send: (answer, response) => void response.writeHead(answer.status ?? 200, answer.headers).end(bytesOf(answer).body),
};

const slow: Kind = {
  name: 'a slow first byte',
  async send(answer, response) {
    await sleep(30);
    sendJson(answer, response);
  },
};

const closing: Kind = {
  name: 'closes after every response',
  send: (answer, response) => sendJson({ ...answer, headers: { ...answer.headers, connection: 'close' } }, response),
};

/** Some requests are refused when they are sent for the first time. */
function busy(retryAfter: string, name = `429 with Retry-After: ${retryAfter}`): Kind {
  return {
    name,
    intercept: ({ attempt, number }) =>
      attempt === 1 && number % 4 === 1
        ? { status: 429, headers: { 'retry-after': retryAfter }, json: { detail: 'slow down' } }
        : undefined,
  };
}

/** Every response reports that the limit is used up. */
function usedUp(name: string, resetAt: () => number): Kind {
  return {
    name,
    send(answer, response) {
      const limit = { 'ratelimit-limit': '9', 'ratelimit-remaining': '0', 'ratelimit-reset': String(resetAt()) };
      sendJson({ ...answer, headers: { ...answer.headers, ...limit } }, response);
    },
  };
}

const webPage: Kind = {
  name: 'a page to log in',
  intercept: () => ({ text: '<!doctype html><title>Log in</title>', headers: { 'content-type': 'text/html' } }),
};

const doubleGzip: Kind = {
  name: 'gzip twice',
  send(answer, response) {
    const { headers, body } = bytesOf(answer);
    response.writeHead(answer.status ?? 200, { ...headers, 'content-encoding': 'gzip, gzip' });
    response.end(gzipSync(gzipSync(body)));
  },
};

const mislabeled: Kind = {
  name: 'gzip announced, and not used',
  send: (answer, response) =>
    sendJson({ ...answer, headers: { ...answer.headers, 'content-encoding': 'gzip' } }, response),
};

const earlyHints: Kind = {
  name: '103 before every response',
  send(answer, response) {
    response.writeEarlyHints({ link: '</style.css>; rel=preload' });
    sendJson(answer, response);
  },
};

/** As a server whose idle connections end at the moment in which a client reuses one. */
const abrupt: Kind = {
  name: 'closes after every response, unannounced',
  send(answer, response) {
    sendJson(answer, response);
    response.on('finish', () => response.socket?.end());
  },
};

const utf16: Kind = {
  name: 'UTF-16',
  send(answer, response) {
    const text = `\uFEFF${bytesOf(answer).body}`;
    const headers = { ...answer.headers, 'content-type': 'application/json; charset=utf-16le' };
    response.writeHead(answer.status ?? 200, headers).end(Buffer.from(text, 'utf16le'));
  },
};

const undeclared: Kind = {
  name: 'Latin-1 that nothing declares',
  send(answer, response) {
    const text = String(bytesOf(answer).body).replace(/^\{/, '{"note":"\u00e9",');
    response.writeHead(answer.status ?? 200, answer.headers).end(Buffer.from(text, 'latin1'));
  },
};

const largeHeaders: Kind = {
  name: '20 kB of headers',
  send: (answer, response) =>
    sendJson({ ...answer, headers: { ...answer.headers, 'set-cookie': `x=${'y'.repeat(20_000)}` } }, response),
};

const anySuccess: Kind = {
  name: '299 for everything',
  send: (answer, response) => sendJson({ ...answer, status: 299 }, response),
};

const badStatus: Kind = {
  name: 'status 000',
  send: (_, response) => void response.socket?.write('HTTP/1.1 000 ?\r\ncontent-length: 2\r\n\r\n{}'),
};

const movedOnce: Kind = {
  name: '308 to the same path with a slash',
  intercept: ({ url }) =>
    url.pathname.endsWith('/')
      ? undefined
      : { status: 308, headers: { location: `${url.href.replace(/(?=\?|$)/, '/')}` } },
};

const unavailable: Kind = {
  name: '503 for everything',
  intercept: () => ({ status: 503, json: { detail: 'closed' } }),
};
const forbidden: Kind = { name: '401 for everything', intercept: () => ({ status: 401, json: { message: 'no' } }) };

export const transferKinds: readonly Kind[] = [
  ...[gzip, brotli, movedHere, movedInCircles, movedToHttps, oldHttp, chunked, byteOrderMark, plainText, noType],
  ...[slow, closing, busy('0'), busy('0.01'), busy('-1'), busy('soon')],
  busy('Thu, 01 Jan 1970 00:00:00 GMT', '429 with Retry-After in 1970'),
  busy('999999999'),
  usedUp('RateLimit-Reset: 999999999', () => 999_999_999),
  usedUp('RateLimit-Reset in epoch milliseconds', () => Date.now() + 10),
  webPage,
  ...[
    doubleGzip,
    mislabeled,
    earlyHints,
    abrupt,
    utf16,
    undeclared,
    largeHeaders,
    anySuccess,
    badStatus,
    movedOnce,
    unavailable,
    forbidden,
  ],
];
