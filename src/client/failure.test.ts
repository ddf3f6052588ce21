// Outcomes and their errors: readable, and without the token.
import { describe, expect, it } from 'vitest';
import { ApiError } from '../errors.ts';
import { readBaseUrl } from './base-url.ts';
import { type Failure, toOutcome } from './failure.ts';

const token = 'plt_1_very-secret';
const request = { method: 'GET', path: '/v1/events/demo/speakers', repeatable: true };

const base = readBaseUrl('https://program.example.org');

function outcomeOf(raw: Parameters<typeof toOutcome>[0], attempts = 1) {
  return toOutcome(raw, { base, token, request, attempts }, 0);
}

function errorOf(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
  attempts = 1,
) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const { error } = outcomeOf({ status, headers, text }, attempts) as Failure;
  if (!(error instanceof ApiError)) throw error;
  return error;
}

describe('the error for a response outside 2xx', () => {
  it.each<[number, unknown, number, string, string]>([
    [400, { detail: 'bad' }, 3, 'the service refused the request (400): bad', 'correct the values'],
    [
      401,
      { detail: 'Unknown token' },
      4,
      'the service refused the token (401): Unknown token',
      'log in with a token',
    ],
    [403, '', 4, 'the token does not allow this (403)', 'use a token of the organization'],
    [
      404,
      { detail: 'Not Found' },
      5,
      'not found: GET /v1/events/demo/speakers',
      'check the base URL, the event',
    ],
    [
      404,
      { detail: 'No such event' },
      5,
      'not found: No such event',
      'check the base URL, the event',
    ],
    [
      409,
      { detail: 'taken', id: 'spk_1' },
      6,
      'conflict (409): taken; the existing record is spk_1',
      'update spk_1',
    ],
    [409, { detail: 'taken' }, 6, 'conflict (409): taken', 'look for the record'],
    [
      413,
      { message: 'Too large' },
      3,
      'the service refused the request (413): Too large',
      'shorten the longest texts',
    ],
    [
      415,
      { error: { message: 'Send JSON' } },
      3,
      'the service refused the request (415): {"error":{"message":"Send JSON"}}',
      'check that the base URL',
    ],
    [
      418,
      { error: 'teapot' },
      1,
      'the service refused the request (418): teapot',
      'check that the base URL',
    ],
    [429, {}, 7, 'the service asks to slow down (429)', 'try again later'],
    [500, { trace: 7 }, 7, 'the service failed (500): {"trace":7}', 'try again later'],
    [
      502,
      '<html><head><title>Bad gateway</title><style>b{}</style></head>\n<b>nginx</b>',
      7,
      'the service failed (502): Bad gateway nginx',
      'try again later',
    ],
    [
      503,
      'down\u001b[2J\r\nfor\u0007 now',
      7,
      'the service failed (503): down [2J for now',
      'try again later',
    ],
  ])('%i %j', (status, body, exitCode, message, fix) => {
    expect(errorOf(status, body)).toMatchObject({
      exitCode,
      message,
      fix: expect.stringContaining(fix),
    });
  });

  it('lists each fault of a 422 with its field', () => {
    const detail = [
      { loc: ['body', 'email'], msg: 'Field required', type: 'missing' },
      { loc: ['body', 'links', 0], msg: 'Input should be a valid string', type: 'string_type' },
      { loc: ['body'], msg: 'JSON decode error', type: 'json_invalid' },
      'and more',
    ];
    const error = errorOf(422, { detail });
    expect(error).toMatchObject({
      exitCode: 3,
      message: 'the service refused the request (422)',
      body: { detail },
    });
    expect(error.details).toEqual([
      { field: 'email', message: 'Field required' },
      { field: 'links.0', message: 'Input should be a valid string' },
      { message: 'JSON decode error' },
      { message: 'and more' },
    ]);
  });

  it('reports the number of attempts and what to do', () => {
    const error = errorOf(503, '', { 'x-request-id': 'r-7' }, 4);
    expect(error).toMatchObject({
      message: 'the service failed (503) after 4 attempts',
      fix: 'try again later',
      requestId: 'r-7',
      retryable: true,
    });
    expect(errorOf(401, '')).toMatchObject({
      next: [{ command: 'plenary auth login' }],
      retryable: false,
    });
  });

  it('names the variable that the refused token comes from, which a login does not replace', () => {
    const raw = { status: 401, headers: {}, text: '' };
    const attempt = { base, token, tokenVariable: 'PLENARY_TOKEN', request, attempts: 1 };
    expect(toOutcome(raw, attempt, 0)).toMatchObject({
      error: { fix: expect.stringMatching(/^the token comes from PLENARY_TOKEN: /), next: [] },
    });
  });

  it.each([
    [{ location: 'https://elsewhere.example/' }, 'https://elsewhere.example/'],
    [{ location: 'https://ada:hunter2@elsewhere.example/v1' }, 'https://elsewhere.example/v1'],
    [{ location: '//ada:hunter2@elsewhere.example/v1' }, '//elsewhere.example/v1'],
    [{ location: 'https://elsewhere.example/@ada' }, 'https://elsewhere.example/@ada'],
    [{ location: 'http://[' }, 'http://['],
    [{ location: '' }, 'an unspecified address'],
    [{}, 'an unspecified address'],
  ])('names the target of a redirect, which does not get the token: %j', (headers, shown) => {
    expect(errorOf(302, '', headers)).toMatchObject({
      exitCode: 1,
      message: `the service redirects (302) to ${shown}; the token was not sent there`,
      fix: 'check that the base URL is the address of the API, including any path prefix',
    });
  });

  it('shortens a long text', () => {
    expect(errorOf(500, '😀'.repeat(300)).message).toBe(
      `the service failed (500): ${'😀'.repeat(199)}…`,
    );
  });

  it('never contains the token, wherever the service repeats it', () => {
    const detail = [{ loc: ['header', token], msg: `bad ${token}`, input: { [token]: [token] } }];
    const error = errorOf(
      422,
      { detail, [token]: token },
      { 'x-request-id': token, location: token },
    );
    const all = [error.message, error.details, error.body, error.requestId, error.fix, error.stack];
    expect(JSON.stringify(all)).not.toContain('secret');
    expect(errorOf(302, '', { location: `https://x.example/?t=${token}` }).message).not.toContain(
      'secret',
    );
    expect(errorOf(500, `<html>${token}`).message).toBe('the service failed (500): [token]');
  });
});

it('shows no part of a token that is where a text is cut off', () => {
  for (let before = 170; before < 200; before++) {
    const outcome = outcomeOf({ status: 200, headers: {}, text: `${'.'.repeat(before)}${token}` });
    expect(JSON.stringify(outcome)).not.toMatch(/plt|secret/);
  }
});

it('shows the beginning of an error that is nested too deep', () => {
  expect(errorOf(500, '['.repeat(100_000)).message).toBe(
    `the service failed (500): ${'['.repeat(199)}…`,
  );
  const closed = '['.repeat(100_000) + ']'.repeat(100_000);
  expect(errorOf(422, closed).message).toMatch(
    /^the service refused the request \(422\): \[{199}…$/,
  );
});

describe('no response', () => {
  it('has the message of the underlying error as its cause, without the token', () => {
    const cause = Object.assign(new Error(`Response is no HTTP: ${token}`), {
      name: 'HTTPParserError',
      data: token,
    });
    const outcome = outcomeOf({ sent: true, error: cause }) as Failure;
    expect([outcome.effect, outcome.error]).toMatchObject([
      'unknown',
      {
        message: 'no response from program.example.org:443: it does not support HTTP',
        retryable: false,
        fix: 'check whether the base URL needs http or https',
        cause: 'HTTPParserError: Response is no HTTP: [token]',
      },
    ]);
  });
});

describe('a response in 2xx', () => {
  const head = { status: 200, headers: {}, requestId: undefined };

  it.each(['', ' \n'])('is a success without a body: %j', (text) => {
    expect(outcomeOf({ status: 200, headers: {}, text })).toEqual({
      kind: 'success',
      response: { ...head, body: undefined },
    });
  });

  it('is left as served', () => {
    const outcome = outcomeOf({ status: 200, headers: {}, text: `{"about":"${token}"}` });
    expect(outcome).toEqual({ kind: 'success', response: { ...head, body: { about: token } } });
  });

  it('is malformed if it is not JSON', () => {
    const outcome = outcomeOf({
      status: 200,
      headers: {},
      text: `<!doctype html><p>Log in ${token}`,
    });
    expect(outcome).toMatchObject({
      effect: 'unknown',
      error: {
        message: 'the response to GET /v1/events/demo/speakers is not JSON: Log in [token]',
      },
      response: { ...head, body: undefined },
    });
  });

  it.each([
    ['array', '[', ']'],
    ['object', '{"a":', '}'],
  ])('is malformed if it is nested too deep: %s', (_, open, close) => {
    const nested = (depth: number) =>
      outcomeOf({ status: 200, headers: {}, text: `${open.repeat(depth)}1${close.repeat(depth)}` });
    expect(nested(500)).toMatchObject({ kind: 'success' });
    for (const depth of [501, 100_000])
      expect(nested(depth)).toMatchObject({
        effect: 'unknown',
        error: { message: expect.stringMatching(/is nested more than 500 levels deep$/) },
      });
  });
});
