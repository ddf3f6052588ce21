// The table of endpoints agrees with the specification, which is typed by hand in
// test/support/specification.ts.
import { describe, expect, it } from 'vitest';
import {
  type SpecifiedField,
  type SpecifiedLimits,
  speakerFields,
  specification,
  submissionFields,
} from '../../test/support/specification.ts';
import { type Endpoint, isRepeatable, pathParameters, successStatus } from './endpoint.ts';
import { fieldsOf } from './fields.ts';
import { type EndpointName, endpointList, endpoints } from './index.ts';
import { validate } from './validation-error.ts';

it('has the endpoints of the specification, in its order', () => {
  const specified = specification.map(
    ({ name, number, method, path, title, command, response }) => {
      return { name, number, method, path, title, command, status: response.status };
    },
  );
  const declared = endpointList.map(([name, row]) => {
    const { number, method, path, title, resource, verb } = row;
    return {
      name,
      number,
      method,
      path,
      title,
      command: `${resource} ${verb}`,
      status: successStatus(row),
    };
  });
  expect(declared).toEqual(specified);
});

describe('every row', () => {
  it.each(endpointList)('%s is complete', (_name, row) => {
    expect(row.summary).toMatch(/^[A-Z].*[^.]$/);
    expect(pathParameters(row.path).length).toBeGreaterThan(0);
    expect(new Set(pathParameters(row.path)).size).toBe(pathParameters(row.path).length);
    expect(row.method === 'GET' ? row.body : row.query).toBeUndefined();
  });

  it.each(endpointList)('%s has an example that it accepts itself', (_name, row) => {
    const schema = row.body ?? row.query;
    const names = fieldsOf(schema).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(Object.keys(row.example)));
    if (schema !== undefined)
      expect(validate(schema, row.example, 'body')).toMatchObject({ ok: true });
    expect(Object.keys(row.example).length > 0).toBe(schema !== undefined);
  });
});

it('may repeat every endpoint of the specification except the creations', () => {
  const unrepeatable = specification
    .filter(({ response }) => response.status === 201)
    .map(({ name }) => name);
  expect(unrepeatable.length).toBeGreaterThan(0);
  expect(endpointList.filter(([, row]) => !isRepeatable(row)).map(([name]) => name)).toEqual(
    unrepeatable,
  );
});

const bodies = [
  ['createSpeaker', 'create', speakerFields],
  ['updateSpeaker', 'update', speakerFields],
  ['createSubmission', 'create', submissionFields],
  ['updateSubmission', 'update', submissionFields],
] as const;

type Specified = readonly [SpecifiedField, SpecifiedLimits];

describe.each(bodies)('the fields of %s', (endpoint, operation, table) => {
  const { body }: Endpoint = endpoints[endpoint];
  const specified = table.flatMap((field): readonly Specified[] => {
    const limits = field[operation];
    return limits === undefined ? [] : [[field, limits]];
  });

  it('are those of the specification', () => {
    const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);
    const expected = specified.map(
      ([{ name, orNull = false }, { required = false, min, max, ...fallback }]) => ({
        name,
        type: 'string',
        required,
        nullable: orNull,
        ...fallback,
        ...(min === undefined ? {} : { minLength: min }),
        ...(max === undefined ? {} : { maxLength: max }),
      }),
    );
    const declared = fieldsOf(body).map(({ description: _, recommended: __, ...field }) => field);
    expect(declared.sort(byName)).toEqual(expected.sort(byName));
  });

  it('have the defaults of the specification, and no others', () => {
    const required = Object.fromEntries(
      specified.filter(([, limits]) => limits.required).map(([{ name }]) => [name, 'a@b']),
    );
    const defaults = specified.flatMap(([{ name }, limits]) =>
      limits.default === undefined ? [] : [[name, limits.default]],
    );
    expect(check(required)).toEqual({
      ok: true,
      value: { ...required, ...Object.fromEntries(defaults) },
    });
  });

  const limited = specified.flatMap(([{ name }, { min = 0, max }]) =>
    max === undefined ? [] : ([[name, min, max]] as const),
  );
  it.each(limited)('%s has %i to %i code points', (name, min, max) => {
    expect(faultOf(name, '🎤'.repeat(max))).toBeUndefined();
    expect(faultOf(name, '🎤'.repeat(max + 1))).toMatchObject({
      type: 'string_too_long',
      ctx: { max_length: max },
    });
    expect(faultOf(name, 'x'.repeat(min))).toBeUndefined();
    if (min === 0) return;
    expect(faultOf(name, '🎤'.repeat(min - 1))).toMatchObject({
      type: 'string_too_short',
      ctx: { min_length: min },
    });
  });

  function check(value: unknown) {
    if (body === undefined) throw new TypeError(endpoint);
    return validate(body, value, 'body');
  }

  function faultOf(name: string, value: unknown) {
    const checked = check({ [name]: value });
    return checked.ok ? undefined : checked.errors.find(({ loc }) => loc[1] === name);
  }
});

it('requires the room and the start of a placement, and refuses null for both', () => {
  const fields = fieldsOf(endpoints.placeSession.body).map(({ name, required, nullable }) => [
    name,
    required,
    nullable,
  ]);
  expect(fields).toEqual([
    ['room', true, false],
    ['start', true, false],
  ]);
});

const ofSubmissions = [
  'draft',
  'pending',
  'accept_queue',
  'accepted',
  'decline_queue',
  'declined',
  'withdrawn',
];
const ofSpeakers = ['invited', 'confirmed', 'declined'];

it.each<[EndpointName, string, readonly string[]]>([
  ['createSpeaker', 'speaker_status', ofSpeakers],
  ['updateSpeaker', 'speaker_status', ofSpeakers],
  ['updateSubmission', 'status', ofSubmissions],
  ['listSpeakers', 'status', ofSpeakers],
  ['searchContacts', 'status', ofSpeakers],
  ['listSubmissions', 'status', ofSubmissions],
  ['searchSubmissions', 'status', ofSubmissions],
  ['listSessions', 'status', ofSubmissions],
  ['listContentItems', 'status', ['received', 'missing', 'needs_changes']],
])('%s recommends the statuses of its records in %s', (name, field, statuses) => {
  const { body, query }: Endpoint = endpoints[name];
  const found = fieldsOf(body ?? query).find((each) => each.name === field);
  expect(found?.recommended).toEqual(statuses);
  expect(found?.description).toContain(statuses.join(', '));
});

it('asks for the first page of 25 records by default', () => {
  expect(validate(endpoints.searchContacts.body, {}, 'body')).toEqual({
    ok: true,
    value: { page: 1, pageSize: 25 },
  });
});
