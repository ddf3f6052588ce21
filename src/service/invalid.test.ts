// Malformed requests: the bytes of the responses, compared with bytes written by hand.
import { describe, expect, it } from 'vitest';
import { sharedLoopbackService } from '../../test/support/loopback-service.ts';
import { createApp } from './app.ts';

const service = sharedLoopbackService();
const speakers = '/v1/events/conf/speakers';

async function refusalOf(body: string, headers?: Record<string, string>): Promise<string> {
  const { status, text } = await service.call('POST', speakers, body, headers);
  return `${status} ${text}`;
}

describe('the exact 422 response', () => {
  it.each([
    [
      '{"first_name": "Amina"}',
      '{"detail":[{"type":"missing","loc":["body","email"],"msg":"Field required",' +
        '"input":{"first_name":"Amina"}}]}',
    ],
    ['', '{"detail":[{"type":"missing","loc":["body"],"msg":"Field required","input":null}]}'],
    ['null', '{"detail":[{"type":"missing","loc":["body"],"msg":"Field required","input":null}]}'],
    [
      '{"email": oops}',
      '{"detail":[{"type":"json_invalid","loc":["body"],"msg":"JSON decode error","input":{},' +
        `"ctx":{"error":"Unexpected token 'o', \\"{\\"email\\": oops}\\" is not valid JSON"}}]}`,
    ],
    [
      '{"email":"a\\u0000b"}',
      '{"detail":[{"type":"value_error","loc":["body","email"],"msg":"Value error, ' +
        'NUL characters cannot be stored","input":"a\\u0000b","ctx":{"error":"NUL characters ' +
        'cannot be stored"}}]}',
    ],
    [
      '{"email":"a@b\\ud83c"}',
      '{"detail":[{"type":"string_unicode","loc":["body","email"],' +
        '"msg":"Input should be a valid string, unable to parse raw data as a unicode string",' +
        '"input":"a@b\\ud83c"}]}',
    ],
  ])('for %s', async (sent, answer) => {
    expect(await refusalOf(sent)).toBe(`422 ${answer}`);
  });

  it('lists text that cannot be stored beside other faults', async () => {
    const fields = {
      title: '',
      submitter_email: 'a\0b',
      abstract: 'a\ud83c',
      track_id: 't\0'.repeat(65),
      other: '\0',
    };
    const { body } = await service.call('POST', '/v1/events/conf/submissions', fields);
    expect(
      body.detail.map(({ type, loc }: { type: string; loc: unknown[] }) => [type, ...loc]),
    ).toEqual([
      ['string_too_short', 'body', 'title'],
      ['value_error', 'body', 'submitter_email'],
      ['string_unicode', 'body', 'abstract'],
      ['string_too_long', 'body', 'track_id'],
    ]);
  });

  it('refuses deep nesting at once', async () => {
    const brackets = 1_000_000;
    const { status, body } = await service.call(
      'POST',
      speakers,
      '['.repeat(brackets) + ']'.repeat(brackets),
    );
    const [{ type, loc, ctx }] = body.detail;
    expect([status, type, loc, ctx]).toEqual([
      422,
      'json_invalid',
      ['body'],
      { error: 'nested too deep' },
    ]);
  });
});

describe('the body as a whole', () => {
  it('may have 2 MiB', async () => {
    const padding = ' '.repeat(2 * 1024 * 1024 - 20);
    expect((await service.call('POST', speakers, `{"email":"a@b.c"}${padding}`)).status).toBe(201);
  });

  it('may not have 5 MB', async () => {
    const app = createApp(service.store);
    const headers = { 'content-type': 'application/json', 'x-access-token': service.token };
    const payload = `{"email":"${'x'.repeat(5_000_000)}"}`;
    const { statusCode, body } = await app.inject({
      method: 'POST',
      url: speakers,
      headers,
      payload,
    });
    expect([statusCode, body]).toEqual([413, '{"detail":"Request body is too large"}']);
    await app.close();
  });

  it('must have the content type of JSON', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
      const answer = await refusalOf('{"email":"a@b.c"}', { 'content-type': type });
      expect(answer).toBe(
        '422 {"detail":[{"type":"model_attributes_type","loc":["body"],' +
          '"msg":"Input should be a valid dictionary or object to extract fields from",' +
          '"input":"{\\"email\\":\\"a@b.c\\"}"}]}',
      );
    }
  });

  it('may begin with a byte order mark', async () => {
    expect((await service.call('POST', speakers, '\ufeff{"email":"mark@b.c"}')).status).toBe(201);
  });

  it('must be UTF-8', async () => {
    const headers = { 'content-type': 'application/json', 'x-access-token': service.token };
    const body = Buffer.from('{"email":"\xff\xfe@b.c"}', 'latin1');
    const answer = await fetch(service.url + speakers, { method: 'POST', headers, body });
    expect([answer.status, await answer.text()]).toEqual([
      422,
      expect.stringContaining('"type":"json_invalid"'),
    ]);
  });
});

describe('the address', () => {
  const detailOf = async (path: string, method = 'GET') => {
    const { status, body, headers } = await service.call(method, path);
    expect(headers.get('x-request-id')).toBeTruthy();
    return [status, body.detail];
  };

  it.each(['/v1', '/v1/speakers', '/v2/events/conf/speakers', '/v1/events/conf/speakers/x'])(
    '%s does not exist',
    async (path) => expect(await detailOf(path)).toEqual([404, 'Not Found']),
  );

  it('must be decodable', async () => {
    expect(await detailOf('/v1/%zz')).toEqual([400, expect.any(String)]);
  });

  it('has no other methods, with or without a token', async () => {
    const methods = ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'];
    for (const method of methods) {
      const response = await fetch(service.url + speakers, { method });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST, GET']);
    }
    expect(await detailOf(speakers, 'DELETE')).toEqual([405, 'Method Not Allowed']);
    const body = '{"room": "A"}';
    const post = await fetch(`${service.url}/v1/sessions/x/schedule`, { method: 'POST', body });
    expect(post.status).toBe(405);
  });

  it('with a slash at the end leads to the one without it', async () => {
    const address = `${service.url}${speakers}/?page=2&filter=a/`;
    const response = await fetch(address, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([
      307,
      `${speakers}?page=2&filter=a/`,
    ]);
  });

  it.each(['conf%00x', '%F0%9F%98%80', 'a%20b', '%2e%2e%2f'])(
    'has the id %s of nothing',
    async (id) => {
      expect(await detailOf(`/v1/events/${id}/speakers`)).toEqual([404, 'Event not found']);
      const changed = await service.call('PATCH', `/v1/submissions/${id}`, { title: 'x' });
      expect([changed.status, changed.body.detail]).toEqual([404, 'Submission not found']);
    },
  );

  it('has no filter that cannot be stored', async () => {
    for (const query of ['status=accepted%00x', 'filter=%00', 'track=%00']) {
      const { status, body } = await service.call('GET', `${speakers}?${query}`);
      const name = query.split('=')[0];
      expect([status, body.detail[0].loc]).toEqual([422, ['query', name]]);
    }
  });
});

describe('null', () => {
  it('where a text belongs is a fault, and the fault repeats the body as it was sent', async () => {
    const body = { title: null, track_id: null, submitter_first_name: null };
    const answer = await service.call('POST', '/v1/events/conf/submissions', body);
    expect([answer.status, answer.body.detail]).toEqual([
      422,
      [
        {
          type: 'string_type',
          loc: ['body', 'title'],
          msg: 'Input should be a valid string',
          input: null,
        },
        {
          type: 'missing',
          loc: ['body', 'submitter_email'],
          msg: 'Field required',
          input: body,
        },
        {
          type: 'string_type',
          loc: ['body', 'submitter_first_name'],
          msg: 'Input should be a valid string',
          input: null,
        },
      ],
    ]);
  });
});
