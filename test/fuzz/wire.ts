// The ways in which a request can be sent: as usual, and as no client should. Must not know the service.

export interface HttpRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer | undefined;
}

export interface Wire {
  readonly name: string;
  /** Whether the service must treat it as usual, must refuse it, or may do either. */
  readonly means: 'the same' | 'a refusal' | 'anything';
  /** Of requests with a body only. */
  readonly needsBody?: true;
  readonly bytes: (request: HttpRequest) => Buffer;
}

/** A request as a client sends it. */
function plainBytes({ method, target, headers, body }: HttpRequest): Buffer {
  const length = body === undefined ? [] : [`content-length: ${body.length}`];
  return head(`${method} ${target} HTTP/1.1`, headers, length, body);
}

function head(
  first: string,
  headers: HttpRequest['headers'],
  more: readonly string[],
  body: Buffer = Buffer.alloc(0),
): Buffer {
  const lines = [first, ...headers.map(([name, value]) => `${name}: ${value}`), ...more];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body]);
}

export const wires: readonly Wire[] = [
  ...same('as usual', (request) => request),
  ...sameBody('with a byte order mark', (body) => Buffer.concat([Buffer.from('\ufeff'), body])),
  ...sameBody('with white space', (body) => Buffer.concat([Buffer.from(' \t\r\n'), body, Buffer.from('\n \n')])),
  ...sameBody('with other members', (body) =>
    withMember(body, '"toString":{"a":[1]},"__proto__":{"x":1},"id":"x","created_at":1'),
  ),
  ...sameBody('nested', (body) => withMember(body, `"zz":${'['.repeat(500)}${']'.repeat(500)}`)),
  ...sameBody('escaped', (body) => Buffer.from(body.toString('utf8').replace(/[^\0-\x7f]/g, escapedUnit))),
  ...same('with a character set', (request) => withHeader(request, 'content-type', 'Application/JSON ; charset=utf-8')),
  ...same('with many headers', (request) => ({
    ...request,
    headers: [...request.headers, ...Array.from({ length: 60 }, (_, at) => [`x-${at}`, 'y'.repeat(50)] as const)],
  })),
  ...same('with an odd request id', (request) => ({
    ...request,
    headers: [...request.headers, ['x-request-id', '"}{\xff@'] as const],
  })),
  ...same('with an address escaped', (request) => ({
    ...request,
    target: request.target.replace('/v1/', '/%761/').replace('events', '%65vents'),
  })),
  framed('in chunks', 'the same', (body) => chunks(body, 7)),
  framed('in one chunk', 'the same', (body) => chunks(body, body.length || 1)),
  framed('in chunks with extensions', 'the same', (body) => chunks(body, 1000, ';a="b"')),
  framed('in chunks with a trailer', 'the same', (body) =>
    Buffer.concat([chunks(body, 100).subarray(0, -2), Buffer.from('x-a: b\r\n\r\n')]),
  ),
  framed('in bad chunks', 'a refusal', () => Buffer.from('zz\r\n{}\r\n0\r\n\r\n')),
  framed('in a huge chunk', 'a refusal', () => Buffer.from('ffffffffffffffffff\r\n{}')),

  ...refusedBody('cut off', (body) => body.subarray(0, -1)),
  ...refusedBody('not UTF-8', (body) => Buffer.concat([body.subarray(0, -1), Buffer.from([0x22, 0xff, 0x22, 0x7d])])),
  ...refusedBody('nested deeper', (body) => withMember(body, `"zz":${'['.repeat(2000)}${']'.repeat(2000)}`)),
  ...refusedBody('a list', (body) => Buffer.concat([Buffer.from('['), body, Buffer.from(']')])),
  ...refusedBody('empty', () => Buffer.alloc(0)),
  ...refusedBody('null', () => Buffer.from('null')),
  ...refusedBody('two values', (body) => Buffer.concat([body, body])),
  ...refusedBody('not a number', (body) => withMember(body, '"zz":NaN')),
  ...refusedBody('UTF-16', (body) => Buffer.from(`\ufeff${body.toString('utf8')}`, 'utf16le')),
  ...refusedBody('larger than 2 MiB', (body) => withMember(body, `"zz":"${'x'.repeat(2 * 1024 * 1024)}"`)),
  ...refusedBody('of another type', (body) => body, ['content-type', 'text/plain']),
  ...refusedBody('of a form', (body) => body, ['content-type', 'multipart/form-data; boundary=x']),
  ...refusedBody('compressed', (body) => body, ['content-encoding', 'gzip']),
  ...refused('without a token', (request) => without(request, 'x-access-token')),
  ...refused('with a wrong token', (request) => withHeader(request, 'x-access-token', 'plt_x')),
  ...refused('with an odd token', (request) => withHeader(request, 'x-access-token', "' OR 1=1 --\xff")),
  ...refused('without a host', (request) => without(request, 'host')),
  ...refused('with another method', (request) => ({ ...request, method: 'DELETE' })),
  ...refused('with an unknown id', (request) => ({
    ...request,
    target: request.target.replace(/(events|speakers|submissions|sessions)\/[^/?]+/, '$1/x%2f..%2f%00'),
  })),
  ...refused('with an empty id', (request) => ({
    ...request,
    target: request.target.replace(/(events|speakers|submissions|sessions)\/[^/?]+/, '$1/'),
  })),
  ...refused('with an id of other characters', (request) => ({
    ...request,
    target: request.target.replace(/(events|speakers|submissions|sessions)\/[^/?]+/, '$1/%ed%a0%80'),
  })),
  ...refused('with an address that cannot be decoded', (request) => ({
    ...request,
    target: request.target.replace('/v1/', '/%zz/'),
  })),
  ...refused('with a long address', (request) => ({ ...request, target: `${request.target}?${'a'.repeat(9000)}` })),
  ...refused('with a way up', (request) => ({ ...request, target: request.target.replace('/v1/', '/v1/../') })),
  ...refused('with long headers', (request) => ({
    ...request,
    headers: [...request.headers, ['x-long', 'y'.repeat(100_000)] as const],
  })),
  raw('with two lengths', 'a refusal', (request) =>
    head(
      `${request.method} ${request.target} HTTP/1.1`,
      request.headers,
      ['content-length: 1', 'content-length: 2'],
      request.body,
    ),
  ),
  raw('with a length and chunks', 'a refusal', (request) =>
    head(
      `${request.method} ${request.target} HTTP/1.1`,
      request.headers,
      ['content-length: 5', 'transfer-encoding: chunked'],
      Buffer.from('0\r\n\r\n'),
    ),
  ),
  raw('with a length that is no number', 'a refusal', (request) =>
    head(`${request.method} ${request.target} HTTP/1.1`, request.headers, ['content-length: -1'], request.body),
  ),
  raw('with a header without a name', 'a refusal', (request) =>
    head(`${request.method} ${request.target} HTTP/1.1`, request.headers, [': x'], request.body),
  ),
  raw('with a NUL in a header', 'a refusal', (request) =>
    head(`${request.method} ${request.target} HTTP/1.1`, request.headers, ['x-a: \0'], request.body),
  ),
  raw('with a space in the address', 'a refusal', (request) =>
    plainBytes({ ...request, target: `${request.target} x` }),
  ),
  raw('with another version', 'a refusal', (request) =>
    head(`${request.method} ${request.target} HTTP/9.9`, request.headers, [], request.body),
  ),
  raw('that is no request', 'a refusal', () => Buffer.from('\x16\x03\x01\0\xa5\x01\0\0\xa1\r\n\r\n', 'latin1')),

  raw('with two tokens', 'anything', (request) =>
    plainBytes({ ...request, headers: [...request.headers, ['X-Access-Token', 'plt_x']] }),
  ),
  raw('with a proxy form', 'anything', (request) =>
    plainBytes({ ...request, target: `http://127.0.0.1${request.target}` }),
  ),
  raw('with a fragment', 'anything', (request) => plainBytes({ ...request, target: `${request.target}#x` })),
  raw('with a slash at the end', 'anything', (request) =>
    plainBytes({ ...request, target: `${request.target.split('?')[0]}/` }),
  ),
  raw('with two slashes', 'anything', (request) => plainBytes({ ...request, target: `/${request.target}` })),
  raw('with repeated parameters', 'anything', (request) =>
    plainBytes({
      ...request,
      target: `${request.target}${request.target.includes('?') ? '&' : '?'}page=1&page=x&page&=&status=%00&status=a;b`,
    }),
  ),
  raw('with an upgrade', 'anything', (request) =>
    plainBytes({ ...request, headers: [...request.headers, ['connection', 'upgrade'], ['upgrade', 'websocket']] }),
  ),
  raw('with an expectation', 'anything', (request) =>
    plainBytes({ ...request, headers: [...request.headers, ['expect', '100-continue']] }),
  ),
  raw('with an unknown expectation', 'anything', (request) =>
    plainBytes({ ...request, headers: [...request.headers, ['expect', 'x']] }),
  ),
  raw('with line feeds alone', 'anything', (request) =>
    Buffer.from(plainBytes(request).toString('latin1').replaceAll('\r\n', '\n'), 'latin1'),
  ),
  raw('followed by something else', 'anything', (request) =>
    Buffer.concat([plainBytes(request), Buffer.from('\0\xffGET')]),
  ),
  raw('of HTTP/1.0', 'anything', (request) =>
    Buffer.from(plainBytes(request).toString('latin1').replace('HTTP/1.1', 'HTTP/1.0'), 'latin1'),
  ),
  raw('with HEAD', 'anything', (request) => plainBytes({ ...request, method: 'HEAD', body: undefined })),
  raw('with OPTIONS', 'anything', (request) => plainBytes({ ...request, method: 'OPTIONS', body: undefined })),
  raw('with CONNECT', 'anything', (request) => plainBytes({ ...request, method: 'CONNECT', body: undefined })),
  raw('with PROPFIND', 'anything', (request) => plainBytes({ ...request, method: 'PROPFIND', body: undefined })),
];

function raw(name: string, means: Wire['means'], bytes: Wire['bytes']): Wire {
  return { name, means, bytes };
}

function same(name: string, change: (request: HttpRequest) => HttpRequest): readonly Wire[] {
  return [raw(name, 'the same', (request) => plainBytes(change(request)))];
}

function refused(name: string, change: (request: HttpRequest) => HttpRequest): readonly Wire[] {
  return [raw(name, 'a refusal', (request) => plainBytes(change(request)))];
}

function sameBody(name: string, change: (body: Buffer) => Buffer): readonly Wire[] {
  return [
    {
      ...raw(name, 'the same', (request) => plainBytes({ ...request, body: request.body && change(request.body) })),
      needsBody: true,
    },
  ];
}

function refusedBody(
  name: string,
  change: (body: Buffer) => Buffer,
  header?: readonly [string, string],
): readonly Wire[] {
  const changed = (request: HttpRequest) => ({ ...request, body: request.body && change(request.body) });
  const bytes = (request: HttpRequest) =>
    plainBytes(header === undefined ? changed(request) : withHeader(changed(request), ...header));
  return [{ ...raw(name, 'a refusal', bytes), needsBody: true }];
}

function framed(name: string, means: Wire['means'], frame: (body: Buffer) => Buffer): Wire {
  const bytes = ({ method, target, headers, body = Buffer.alloc(0) }: HttpRequest) =>
    head(`${method} ${target} HTTP/1.1`, headers, ['transfer-encoding: chunked'], frame(body));
  return { name, means, bytes, needsBody: true };
}

function chunks(body: Buffer, size: number, extension = ''): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; at < body.length; at += size) {
    const piece = body.subarray(at, at + size);
    pieces.push(Buffer.from(`${piece.length.toString(16)}${extension}\r\n`), piece, Buffer.from('\r\n'));
    // The service limits all extensions together.
    if (pieces.length > 300) return Buffer.concat([...pieces, ...lastChunks(body.subarray(at + size))]);
  }
  return Buffer.concat([...pieces, Buffer.from('0\r\n\r\n')]);
}

function lastChunks(rest: Buffer): readonly Buffer[] {
  const end = Buffer.from('0\r\n\r\n');
  return rest.length === 0 ? [end] : [Buffer.from(`${rest.length.toString(16)}\r\n`), rest, Buffer.from('\r\n'), end];
}

function withMember(body: Buffer, member: string): Buffer {
  const text = body.toString('utf8');
  return Buffer.from(`${text.slice(0, -1)}${text === '{}' ? '' : ','}${member}}`);
}

function withHeader(request: HttpRequest, name: string, value: string): HttpRequest {
  const { headers } = without(request, name);
  return { ...request, headers: [...headers, [name, value]] };
}

function without(request: HttpRequest, name: string): HttpRequest {
  return { ...request, headers: request.headers.filter(([each]) => each !== name) };
}

function escapedUnit(unit: string): string {
  return [...Array(unit.length).keys()].map((at) => `\\u${unit.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');
}
