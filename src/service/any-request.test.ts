// Any request for an endpoint: the service answers as the specification says, and stores what was sent or nothing.
import * as fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { startLoopbackService } from '../../test/support/loopback-service.ts';
import * as specified from '../../test/support/specification.ts';

/** A value is undefined if it is left out. */
type Field = readonly [name: string, value: unknown, isValid: boolean];

/** Pydantic's lax mode: numeric text and whole floats are whole numbers, and in JSON booleans are 0 and 1. */
const texts = { valid: ['1', '100', '01', ' 2 ', '+3', '1.0', '1_0'], invalid: ['0', '-1', '1.5', 'x', '', '1e2'] };
const numbers = { valid: [...texts.valid, 1, 100, true], invalid: [...texts.invalid, 0, 1.5, null, [], {}, 2 ** 31] };
const starts = {
  valid: ['2027-05-20T09:30:00+02:00', '2027-05-20T07:30:00Z', '2027-05-20 09:30', '2200-12-31T23:59:59-23:59'],
  invalid: ['', 'x', '2027-03-28 02:30', '2027-02-30T09:00:00Z', '2027-05-20', '2027-05-20T24:00:00Z', 1, null],
};

const anyText = fc
  .oneof(fc.string({ unit: 'binary' }), fc.constantFrom('%', '\\', '\u2028', '__proto__'))
  .filter((value) => !value.includes('\0') && !/\p{Cs}/u.test(value));

/** Most are valid, because a request with one fault is more telling than one with ten. */
function field(name: string, valid: fc.Arbitrary<unknown>, invalid: readonly unknown[], isRequired = false) {
  return fc.oneof(
    { weight: 12, arbitrary: valid.map((value): Field => [name, value, true]) },
    { weight: 1, arbitrary: fc.constantFrom(...invalid).map((value): Field => [name, value, false]) },
    { weight: isRequired ? 1 : 12, arbitrary: fc.constant<Field>([name, undefined, !isRequired]) },
  );
}

function text(name: string, { required, min = 0, max }: specified.SpecifiedLimits, orNull = false) {
  const edges = [...(max === undefined ? [] : ['\u{1f600}'.repeat(max)]), ...(orNull ? [null] : [])];
  const valid = anyText.filter((value) => [...value].length >= min && [...value].length <= (max ?? 100));
  const tooLong = max === undefined ? [] : ['\u{1f600}'.repeat(max + 1)];
  const tooShort = min === 0 ? [] : ['', '\u{1f600}'.repeat(min - 1)];
  const invalid = ['a\0bc', '\ud800bc', 1, true, [], {}, ...tooLong, ...tooShort, ...(orNull ? [] : [null])];
  return field(name, edges.length === 0 ? valid : fc.oneof(valid, fc.constantFrom(...edges)), invalid, required);
}

function fieldsOf({ name, method, response }: specified.SpecifiedEndpoint): fc.Arbitrary<readonly Field[]> {
  const start = field('start', fc.constantFrom(...starts.valid), starts.invalid, true);
  if (name === 'placeSession') return fc.tuple(text('room', { required: true, min: 1 }), start);
  const isCreation = name.startsWith('create');
  if (isCreation || name.startsWith('update')) {
    const fields = name.endsWith('Speaker') ? specified.speakerFields : specified.submissionFields;
    return fc.tuple(
      ...fields.flatMap(({ name, orNull, create, update }) => {
        const limits = isCreation ? create : update;
        // The service has a limit of its own where the specification shows none.
        return limits === undefined ? [] : [text(name, name === 'status' ? { max: 32 } : limits, orNull)];
      }),
    );
  }
  if (response.json === undefined || !('pagination' in response.json)) return fc.constant([]);
  const { valid, invalid } = method === 'GET' ? texts : numbers;
  const counts = ['page', 'pageSize'].map((each) => field(each, fc.constantFrom(...valid), invalid));
  return fc.tuple(...['status', 'track'].map((each) => field(each, anyText, ['a\0b'])), ...counts);
}

/** Whose event or record the path names, and whether the body is cut off. */
const requests = fc.constantFrom(...specified.specification).chain((endpoint) =>
  fc.record({
    endpoint: fc.constant(endpoint),
    fields: fieldsOf(endpoint),
    whose: fc.constantFrom<'own' | 'theirs' | 'nobody'>('own', 'own', 'own', 'theirs', 'nobody'),
    isCut: fc.integer({ max: 9, min: 0 }).map((number) => number === 9 && endpoint.method !== 'GET'),
  }),
);

it('is answered as the specification says', async () => {
  const service = await startLoopbackService();
  onTestFinished(() => service.stop());
  const { organization, token } = await service.administration.createOrganization('Others');
  await service.administration.addEvent({ id: 'theirs', name: 'x', timezone: 'UTC', organizationId: organization.id });
  const own = await recordsOf('conf');
  const theirs = await recordsOf('theirs', { 'x-access-token': token });
  let count = 0;
  async function recordsOf(event: string, headers = {}) {
    const paths = ['speakers', 'submissions'].map((kind) => `/v1/events/${event}/${kind}`);
    const call = (path: string) => service.call('GET', `${path}?pageSize=1`, undefined, headers);
    const record = { email: 's@example.org', title: 'Talk', submitter_email: 's@example.org' };
    const created = await Promise.all(paths.map((path) => service.call('POST', path, record, headers)));
    /** How many records there are, and the oldest ones, which are those that are changed. */
    const stored = async () => (await Promise.all(paths.map(call))).map(({ body }) => body);
    return { names: [event, ...created.map(({ body }) => String(body.id))], stored };
  }
  const property = fc.asyncProperty(requests, async ({ endpoint, fields, whose, isCut }) => {
    const { method, path, response } = endpoint;
    const [event = 'x', speaker = 'x', talk = 'x'] = { own: own.names, theirs: theirs.names, nobody: [] }[whose];
    const target = path.replace('{event_id}', event).replace('{speaker_id}', speaker).replace('{submission_id}', talk);
    // Two speakers cannot have one address.
    const values = fields.map(
      ([name, value, isValid]): Field =>
        name === 'email' && isValid ? [name, `${++count}@example.org`, true] : [name, value, isValid],
    );
    const sent = values.filter(([, value]) => value !== undefined);
    const invalid = values.filter(([, , isValid]) => !isValid).map(([name]) => name);
    const before = [await own.stored(), await theirs.stored()];
    const isQuery = method === 'GET';
    const query = isQuery
      ? `?${new URLSearchParams(Object.fromEntries(sent.map(([name, value]) => [name, String(value)])))}`
      : '';
    const json = JSON.stringify(Object.fromEntries(sent)).slice(0, isCut ? -1 : undefined);
    const { status, body } = await service.call(method, target + query, isQuery ? undefined : json);
    if (whose === 'own' && !isCut && invalid.length === 0) {
      expect(status, JSON.stringify(body)).toBe(response.status);
      const shown = Object.fromEntries(sent.filter(([name]) => name !== 'start'));
      if (!isQuery && !path.endsWith('/search')) expect(body).toMatchObject(shown);
      return;
    }
    expect([await own.stored(), await theirs.stored()]).toEqual(before);
    if (whose !== 'own') return void expect([404, 422]).toContain(status);
    expect([status, body]).toEqual([422, { detail: expect.any(Array) }]);
    if (isCut) return;
    const named = new Set(body.detail.map(({ loc }: { readonly loc: readonly unknown[] }) => loc.join('.')));
    // The start of a session is read only if everything else is valid.
    const wanted = invalid.filter((name) => name !== 'start' || invalid.length === 1 || named.has('body.start'));
    expect(named).toEqual(new Set(wanted.map((name) => `${isQuery ? 'query' : 'body'}.${name}`)));
  });
  await fc.assert(property, { numRuns: 100 });
});
