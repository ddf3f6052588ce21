// The table of endpoints against the specification, whose figures are typed out here by hand.
import { describe, expect, it } from 'vitest';
import { type Endpoint, isCreation, isRead, isRepeatable, pathParameters, successStatus } from './endpoint.ts';
import { fieldsOf } from './fields.ts';
import { endpointList, endpoints } from './index.ts';
import { validate } from './validation-error.ts';

const table: readonly (readonly [number, string, string, string])[] = [
  [1, 'POST', '/v1/events/{event_id}/speakers', 'Create Speaker'],
  [2, 'POST', '/v1/events/{event_id}/submissions', 'Create Submission'],
  [3, 'PATCH', '/v1/speakers/{speaker_id}', 'Update Speaker'],
  [4, 'PATCH', '/v1/submissions/{submission_id}', 'Update Submission'],
  [5, 'POST', '/v1/events/{event_id}/submissions/search', 'Search Submissions'],
  [6, 'POST', '/v1/events/{event_id}/contacts/search', 'Search Contacts'],
  [7, 'PUT', '/v1/sessions/{submission_id}/schedule', 'Place Session'],
  [8, 'GET', '/v1/events/{event_id}/submissions', 'List Submissions'],
  [9, 'GET', '/v1/events/{event_id}/content-items', 'List Content Items'],
  [10, 'GET', '/v1/events/{event_id}/sessions', 'List Submissions (sessions of an event)'],
  [11, 'GET', '/v1/events/{event_id}/speakers', 'List Speakers'],
];

it('holds the eleven endpoints of the specification, in its order', () => {
  expect(endpointList.map(([, row]) => [row.number, row.method, row.path, row.title])).toEqual(table);
});

describe('every row', () => {
  it.each(endpointList)('%s is whole', (_name, row) => {
    expect(row.summary).toMatch(/^[A-Z].*\.$/);
    expect(pathParameters(row.path).length).toBeGreaterThan(0);
    expect(new Set(pathParameters(row.path)).size).toBe(pathParameters(row.path).length);
    expect(row.method === 'GET' ? row.body : row.query).toBeUndefined();
  });

  it.each(endpointList)('%s has an example that it accepts itself', (_name, row) => {
    const schema = row.body ?? row.query;
    const names = fieldsOf(schema).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(Object.keys(row.example)));
    if (schema !== undefined) expect(validate(schema, row.example, 'body')).toMatchObject({ ok: true });
    expect(Object.keys(row.example).length > 0).toBe(schema !== undefined);
  });

  it('has a command of its own', () => {
    const commands = endpointList.map(([, row]) => `${row.resource} ${row.verb}`);
    expect(new Set(commands).size).toBe(commands.length);
  });
});

it('repeats only what may be repeated', () => {
  const repeatable = endpointList.filter(([, row]) => isRepeatable(row)).map(([, row]) => row.number);
  expect(repeatable).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11]);
});

it.each([
  // method, returns, status, creates, reads, may be repeated
  ['POST', 'created', 201, true, false, false],
  ['POST', 'record', 200, false, false, false],
  ['POST', 'nothing', 204, false, false, false],
  ['POST', 'page', 200, false, true, true],
  ['GET', 'page', 200, false, true, true],
  ['GET', 'record', 200, false, true, true],
  ['PATCH', 'record', 200, false, false, true],
  ['PUT', 'record', 200, false, false, true],
  ['PUT', 'nothing', 204, false, false, true],
  ['DELETE', 'nothing', 204, false, false, true],
] as const)('%s that returns %s', (method, returns, status, creates, reads, repeats) => {
  const row = { method, returns };
  expect([successStatus(row), isCreation(row), isRead(row), isRepeatable(row)]).toEqual([
    status,
    creates,
    reads,
    repeats,
  ]);
});

type Limit = readonly [
  endpoint: 'createSpeaker' | 'updateSpeaker' | 'createSubmission',
  field: string,
  min: number,
  max: number,
];

const limits: readonly Limit[] = [
  ['createSpeaker', 'email', 3, 320],
  ['updateSpeaker', 'email', 0, 320],
  ['createSpeaker', 'first_name', 0, 200],
  ['updateSpeaker', 'first_name', 0, 200],
  ['createSpeaker', 'last_name', 0, 200],
  ['updateSpeaker', 'last_name', 0, 200],
  ['createSpeaker', 'company_name', 0, 300],
  ['updateSpeaker', 'company_name', 0, 300],
  ['createSpeaker', 'title', 0, 300],
  ['updateSpeaker', 'title', 0, 300],
  ['createSpeaker', 'about', 0, 50000],
  ['updateSpeaker', 'about', 0, 50000],
  ['createSpeaker', 'logistics_notes', 0, 50000],
  ['updateSpeaker', 'logistics_notes', 0, 50000],
  ['createSpeaker', 'speaker_status', 0, 32],
  ['updateSpeaker', 'speaker_status', 0, 32],
  ['updateSpeaker', 'photo_url', 0, 2000],
  ['updateSpeaker', 'linkedin_url', 0, 2000],
  ['updateSpeaker', 'twitter_url', 0, 2000],
  ['updateSpeaker', 'pronouns', 0, 100],
  ['updateSpeaker', 'phone', 0, 100],
  ['createSubmission', 'title', 1, 300],
  ['createSubmission', 'submitter_email', 3, 320],
  ['createSubmission', 'abstract', 0, 50000],
  ['createSubmission', 'submitter_first_name', 0, 200],
  ['createSubmission', 'submitter_last_name', 0, 200],
  ['createSubmission', 'track_id', 0, 64],
  ['createSubmission', 'format_id', 0, 64],
];

const needed = {
  createSpeaker: { email: 'a@b.example' },
  updateSpeaker: {},
  createSubmission: { title: 'T', submitter_email: 'a@b.example' },
};

describe('the Limits table, in code points', () => {
  const accepts = (endpoint: Limit[0], field: string, value: unknown) => {
    const { body }: Endpoint = endpoints[endpoint];
    if (body === undefined) throw new TypeError(endpoint);
    return validate(body, { ...needed[endpoint], [field]: value }, 'body');
  };

  it.each(limits)('%s %s: %i to %i', (endpoint, field, min, max) => {
    expect(accepts(endpoint, field, '🎤'.repeat(max)).ok).toBe(true);
    expect(accepts(endpoint, field, '🎤'.repeat(max + 1))).toMatchObject({
      errors: [{ type: 'string_too_long', loc: ['body', field], ctx: { max_length: max } }],
    });
    expect(accepts(endpoint, field, 'x'.repeat(min)).ok).toBe(true);
    if (min === 0) return;
    expect(accepts(endpoint, field, '🎤'.repeat(min - 1))).toMatchObject({
      errors: [{ type: 'string_too_short', loc: ['body', field], ctx: { min_length: min } }],
    });
  });

  it('covers every bounded field of these endpoints', () => {
    const bounded = (['createSpeaker', 'updateSpeaker', 'createSubmission'] as const).flatMap((name) =>
      fieldsOf(endpoints[name].body).map((field) => `${name} ${field.name}`),
    );
    expect(limits.map(([name, field]) => `${name} ${field}`).sort()).toEqual(bounded.sort());
  });
});

describe('nullability, per field and operation', () => {
  const nullable = (name: keyof typeof needed | 'updateSubmission' | 'placeSession') =>
    fieldsOf(endpoints[name].body)
      .filter((field) => field.nullable)
      .map((field) => field.name);
  const ofSpeakers = ['company_name', 'title', 'about', 'speaker_status', 'logistics_notes'];

  it.each([
    ['createSpeaker', ofSpeakers],
    ['updateSpeaker', ofSpeakers],
    ['createSubmission', []],
    ['updateSubmission', []],
    ['placeSession', []],
  ] as const)('%s', (name, expected) => expect(nullable(name)).toEqual(expected));
});

it('accepts the profile addresses of a speaker on update only', () => {
  const names = (name: 'createSpeaker' | 'updateSpeaker') => fieldsOf(endpoints[name].body).map((field) => field.name);
  const added = names('updateSpeaker').filter((name) => !names('createSpeaker').includes(name));
  expect(added).toEqual(['photo_url', 'pronouns', 'linkedin_url', 'twitter_url', 'phone']);
});

it('fills in the defaults that the specification names', () => {
  expect(validate(endpoints.createSpeaker.body, { email: 'a@b' }, 'body')).toEqual({
    ok: true,
    value: { email: 'a@b', first_name: '', last_name: '' },
  });
  expect(validate(endpoints.createSubmission.body, { title: 'T', submitter_email: 'a@b' }, 'body')).toEqual({
    ok: true,
    value: { title: 'T', submitter_email: 'a@b', abstract: '', submitter_first_name: '', submitter_last_name: '' },
  });
  expect(validate(endpoints.searchContacts.body, {}, 'body')).toEqual({ ok: true, value: { page: 1, pageSize: 25 } });
});
