// Any request for an endpoint: the service answers as the specification and its own bounds say, and
// stores what was sent or nothing.
import * as fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { startLoopbackService } from '../../test/support/loopback-service.ts';
import * as specified from '../../test/support/specification.ts';

/** What the service makes of a value: 400 for what it refuses, 422 for what is invalid. */
type Verdict = 'valid' | 'refused' | 'invalid';

/** A value is undefined if it is left out. */
interface Field {
  readonly name: string;
  readonly value: unknown;
  readonly verdict: Verdict;
}

/**
 * Pydantic's lax mode: numeric text and whole floats are whole numbers, and in JSON booleans are 0
 * and 1.
 */
const numericTexts = {
  valid: ['1', '100', '01', ' 2 ', '+3', '1.0', '1_0'],
  refused: ['0', '-1', '1000', '9'.repeat(20)],
  invalid: ['1.5', 'x', '', '1e2'],
};
const numbers = {
  valid: [...numericTexts.valid, 1, 100, true],
  refused: [...numericTexts.refused, 0, 2 ** 31, false],
  invalid: [...numericTexts.invalid, 1.5, null, [], {}],
};

const anyText = fc
  .oneof(fc.string({ unit: 'binary' }), fc.constantFrom('%', '\\', '\u2028', '__proto__'))
  .filter((value) => !/\p{Cc}|\p{Cs}/u.test(value));
const filledText = anyText.map((value) => `x${value}`);

interface Values {
  readonly valid: fc.Arbitrary<unknown>;
  readonly refused?: readonly unknown[];
  readonly invalid: readonly unknown[];
  readonly isRequired?: boolean;
}

/** Most are valid, because a request with one fault is more telling than one with ten. */
function field(name: string, values: Values): fc.Arbitrary<Field> {
  const { valid, refused = [], invalid, isRequired = false } = values;
  const of = (verdict: Verdict) => (value: unknown) => ({ name, value, verdict });
  const left = of(isRequired ? 'invalid' : 'valid')(undefined);
  return fc.oneof(
    { weight: 12, arbitrary: valid.map(of('valid')) },
    { weight: 1, arbitrary: fc.constantFrom(...invalid).map(of('invalid')) },
    { weight: isRequired ? 1 : 12, arbitrary: fc.constant(left) },
    ...(refused.length === 0
      ? []
      : [{ weight: 1, arbitrary: fc.constantFrom(...refused).map(of('refused')) }]),
  );
}

/**
 * What is particular to some fields: which texts the service takes and refuses, and whether it
 * takes null.
 */
interface Own {
  readonly valid?: fc.Arbitrary<unknown>;
  readonly refused?: readonly unknown[];
  readonly isNullable?: boolean;
}

const address = { valid: fc.constant('x@example.org'), refused: ['abc', 'a@b', 'a@b.'] };
const submissionStatus = fc.constantFrom('draft', 'accepted', 'withdrawn');
const choice = { valid: filledText, refused: ['  '], isNullable: true };

const own: Readonly<Record<string, Own>> = {
  'createSpeaker email': address,
  'updateSpeaker email': { ...address, refused: [...address.refused, '', null] },
  'createSubmission submitter_email': address,
  'createSubmission title': { valid: filledText, refused: [' '] },
  'createSubmission track_id': choice,
  'createSubmission format_id': choice,
  'updateSubmission title': { valid: filledText, refused: ['', ' ', null] },
  'updateSubmission status': { valid: submissionStatus, refused: ['Accepted', '', null] },
  'updateSubmission abstract': { isNullable: true },
  'updateSubmission feedback': { isNullable: true },
  'placeSession room': { valid: filledText, refused: ['  '] },
  ...Object.fromEntries(
    ['photo_url', 'pronouns', 'linkedin_url', 'twitter_url', 'phone'].map((name) => [
      `updateSpeaker ${name}`,
      { isNullable: true },
    ]),
  ),
  ...Object.fromEntries(
    ['createSpeaker', 'updateSpeaker'].map((name) => [
      `${name} speaker_status`,
      {
        valid: fc.constantFrom('invited', ' CONFIRMED', '', null),
        refused: ['accepted', 'x'],
        isNullable: true,
      },
    ]),
  ),
};

/** Limits that the specification does not show. */
const ownLimits: Readonly<Record<string, number>> = {
  'updateSubmission title': 300,
  'updateSubmission abstract': 50_000,
  'updateSubmission feedback': 50_000,
  'placeSession room': 300,
};

function text(
  endpoint: string,
  name: string,
  { required, min = 0, max = ownLimits[`${endpoint} ${name}`] }: specified.SpecifiedLimits,
  orNull = false,
) {
  const { valid = anyText, refused = [], isNullable = orNull } = own[`${endpoint} ${name}`] ?? {};
  const fits = (value: unknown) =>
    typeof value !== 'string' || ([...value].length >= min && [...value].length <= (max ?? 100));
  const isAnyText = valid === anyText || valid === filledText;
  const longest = max === undefined || !isAnyText ? [] : ['\u{1f600}'.repeat(max)];
  const edges = [...longest, ...(isNullable ? [null] : [])];
  const tooLong = max === undefined ? [] : ['\u{1f600}'.repeat(max + 1)];
  const tooShort = min === 0 ? [] : ['', '\u{1f600}'.repeat(min - 1)];
  const takesNull = isNullable || refused.includes(null);
  return field(name, {
    valid:
      edges.length === 0
        ? valid.filter(fits)
        : fc.oneof(valid.filter(fits), fc.constantFrom(...edges)),
    refused,
    invalid: [
      'a\0bc',
      '\ud800bc',
      1,
      true,
      [],
      {},
      ...tooLong,
      ...tooShort,
      ...(takesNull ? [] : [null]),
    ],
    isRequired: required === true,
  });
}

const start = field('start', {
  valid: fc.constantFrom(
    '2027-05-20T09:30:00+02:00',
    '2027-05-20T07:30:00Z',
    '2027-05-20 09:30',
    '2200-12-31T23:59:59-23:59',
    '2027-05-20',
  ),
  refused: ['x', '2027-02-30T09:00:00Z', '2027-05-20T24:00:00Z', '9999-12-31T23:59Z'],
  invalid: ['', '2'.repeat(101), 1, null],
  isRequired: true,
});

function fieldsOf(endpoint: specified.SpecifiedEndpoint): fc.Arbitrary<readonly Field[]> {
  const { name, method } = endpoint;
  if (name === 'placeSession') {
    return fc.tuple(text(name, 'room', { required: true, min: 1 }), start);
  }
  const isCreation = name.startsWith('create');
  if (isCreation || name.startsWith('update')) {
    const isSpeaker = name.endsWith('Speaker');
    const fields = isSpeaker ? specified.speakerFields : specified.submissionFields;
    return fc.tuple(
      ...fields.flatMap((one) => {
        const limits = isCreation ? one.create : one.update;
        return limits === undefined ? [] : [text(name, one.name, limits, one.orNull)];
      }),
    );
  }
  const counts = method === 'GET' ? numericTexts : numbers;
  const pages = ['page', 'pageSize'].map((page) =>
    field(page, { ...counts, valid: fc.constantFrom(...counts.valid) }),
  );
  return fc.tuple(...filtersOf(name), ...pages);
}

function filtersOf(endpoint: string): readonly fc.Arbitrary<Field>[] {
  const invalid = ['a\0b'];
  const ignored = { valid: anyText, invalid };
  const isOfSubmissions = /Submissions|Sessions/.test(endpoint);
  const statuses: Readonly<Record<string, Values>> = {
    listSpeakers: { valid: fc.constantFrom('', ' Invited'), refused: ['accepted'], invalid },
    listContentItems: { valid: fc.constantFrom('', 'missing'), refused: ['todo'], invalid },
    searchContacts: ignored,
  };
  const ofSubmissions = { valid: submissionStatus, refused: ['Accepted', ''], invalid };
  const track = isOfSubmissions
    ? { valid: fc.constant(''), refused: ['no such track'], invalid }
    : ignored;
  return [field('status', statuses[endpoint] ?? ofSubmissions), field('track', track)];
}

/** Whose event or record the path names, and whether the body is cut off. */
const requests = fc.constantFrom(...specified.specification).chain((endpoint) =>
  fc.record({
    endpoint: fc.constant(endpoint),
    fields: fieldsOf(endpoint),
    whose: fc.constantFrom<'own' | 'theirs' | 'nobody'>('own', 'own', 'own', 'theirs', 'nobody'),
    isCut: fc
      .integer({ max: 9, min: 0 })
      .map((number) => number === 9 && endpoint.method !== 'GET'),
  }),
);

/** What a field may be shown as. */
function formsOf(value: unknown): readonly unknown[] {
  return typeof value === 'string' ? [value, strip(value), strip(value).toLowerCase()] : [value];
}

function strip(value: string): string {
  return value.replace(/^\p{White_Space}+|\p{White_Space}+$/gu, '');
}

it('is answered as the specification says', async () => {
  const service = await startLoopbackService();
  onTestFinished(() => service.stop());
  const { organization, token } = await service.administration.createOrganization('Others');
  await service.administration.addEvent({
    id: 'theirs',
    name: 'x',
    timezone: 'UTC',
    organizationId: organization.id,
  });
  const ours = await recordsOf('conf');
  const theirs = await recordsOf('theirs', { 'x-access-token': token });
  let count = 0;

  async function recordsOf(event: string, headers = {}) {
    const paths = ['speakers', 'submissions'].map((kind) => `/v1/events/${event}/${kind}`);
    const call = (path: string) => service.call('GET', `${path}?pageSize=1`, undefined, headers);
    const record = { email: 's@example.org', title: 'Talk', submitter_email: 's@example.org' };
    const created = await Promise.all(
      paths.map((path) => service.call('POST', path, record, headers)),
    );
    /** How many records there are, and the first ones. */
    const stored = async () => (await Promise.all(paths.map(call))).map(({ body }) => body);
    return { names: [event, ...created.map(({ body }) => String(body.data.id))], stored };
  }

  const property = fc.asyncProperty(requests, async ({ endpoint, fields, whose, isCut }) => {
    const { method, path, response, name } = endpoint;
    const named = { own: ours.names, theirs: theirs.names, nobody: [] }[whose];
    const [event = 'x', speaker = 'x', talk = 'x'] = named;
    const target = path
      .replace('{event_id}', event)
      .replace('{speaker_id}', speaker)
      .replace('{submission_id}', talk);
    // Two speakers cannot have one address.
    const values = fields.map((one): Field => {
      const isAddress = one.name === 'email' && one.verdict === 'valid' && one.value !== undefined;
      return isAddress ? { ...one, value: `${++count}@example.org` } : one;
    });
    const sent = values.filter(({ value }) => value !== undefined);
    const invalid = values.filter(({ verdict }) => verdict === 'invalid').map((one) => one.name);
    const isEmptyUpdate = method === 'PATCH' && sent.length === 0;
    const isRefused = isEmptyUpdate || values.some(({ verdict }) => verdict === 'refused');
    const before = [await ours.stored(), await theirs.stored()];
    const isQuery = method === 'GET';
    const pairs = sent.map(({ name, value }): [string, unknown] => [name, value]);
    const texts = pairs.map(([name, value]): [string, string] => [name, String(value)]);
    const query = isQuery ? `?${new URLSearchParams(texts)}` : '';
    const json = JSON.stringify(Object.fromEntries(pairs)).slice(0, isCut ? -1 : undefined);
    const { status, body } = await service.call(method, target + query, isQuery ? undefined : json);
    if (whose === 'own' && !isCut && invalid.length === 0 && !isRefused) {
      expect(status, JSON.stringify(body)).toBe(response.status);
      if (isQuery || path.endsWith('/search') || name === 'placeSession') return;
      for (const [name, value] of pairs) {
        if (name in body.data) expect(formsOf(value ?? '')).toContain(body.data[name] ?? '');
      }
      return;
    }
    expect([await ours.stored(), await theirs.stored()]).toEqual(before);
    if (whose !== 'own') return void expect([400, 404, 422]).toContain(status);
    if (isCut || invalid.length > 0) {
      expect([status, body]).toEqual([422, { detail: expect.any(Array) }]);
      if (isCut) return;
      const places = body.detail.map(({ loc }: { readonly loc: readonly unknown[] }) =>
        loc.join('.'),
      );
      const wanted = invalid.map((name) => `${isQuery ? 'query' : 'body'}.${name}`);
      expect(new Set(places)).toEqual(new Set(wanted));
      return;
    }
    expect([status, body]).toEqual([400, { detail: expect.any(String) }]);
  });
  await fc.assert(property, { numRuns: 80 });
});
