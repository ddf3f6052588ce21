// Any sequence of requests to the service and to the double of the public server: the same answers.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { startTwins, type TwinRequest } from './support/twins.ts';

/** How many sequences are tried. */
const sequences = Number(process.env.TWIN_SEQUENCES ?? 5);

const ADDRESSES = ['a@example.org', ' A@Example.ORG', 'b@example.org', 'ä@b.c', 'a@b', '@'];
const NAMES = ['', ' ', 'Ada', ' ada', 'Ödön', 'straße', 'İz', '李', '\u00a0Zoë', '\u001cBo'];
const STATUSES = ['accepted', 'accept_queue', 'accepted', 'pending', 'declined', 'Accepted', ''];
const SPEAKER_STATUSES = ['invited', ' Confirmed', 'DECLINED ', '', null];
const ROOMS = ['{Lighthouse}', 'lighthouse', 'LIGHTHOUSE', 'Lighthouse ', 'Main Hall'];
const STARTS = [
  '2027-05-20',
  '2027-05-20T00:20',
  '2027-05-20T02:00:00+02:00',
  '2027-05-19 23:30:00.5Z',
  '20270520T0040',
  '2027-05-20T00:29:30,250-00:00',
  '2027-05-20T25:00',
];
const TALKS = ['t1', 't2', 't3'];

const oneOf = <T>(values: readonly T[]) => fc.constantFrom(...values);
/** Any of the fields, or none. */
const someOf = <T>(fields: { readonly [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(fields, { requiredKeys: [] });

const name = oneOf(NAMES);
const profile = {
  first_name: name,
  last_name: name,
  company_name: fc.option(name),
  title: fc.option(name),
  about: fc.option(name),
  speaker_status: oneOf(SPEAKER_STATUSES),
};
const speaker = fc.tuple(oneOf(ADDRESSES), someOf(profile)).map(([email, fields]) => {
  return { ...fields, email };
});
const speakerChanges = someOf({
  ...profile,
  email: fc.option(oneOf(ADDRESSES)),
  photo_url: fc.option(name),
  phone: fc.option(name),
});
const talk = fc
  .tuple(
    oneOf(['Queues', ' Clocks ', '李', ' ']),
    oneOf(ADDRESSES),
    someOf({
      abstract: name,
      submitter_first_name: name,
      submitter_last_name: name,
      track_id: oneOf([null, '', '{Backend}', '{Community}', '{Talk}', 'Backend']),
      format_id: oneOf([null, '', '{Talk}', '{Workshop}', '{Backend}']),
    }),
  )
  .map(([title, submitter_email, fields]) => ({ ...fields, title, submitter_email }));
const talkChanges = someOf({
  title: fc.option(name),
  abstract: fc.option(name),
  feedback: fc.option(name),
  status: oneOf(STATUSES),
});
const placement = fc.record({ room: oneOf(ROOMS), start: oneOf(STARTS) });
const filters = someOf({
  status: oneOf([...STATUSES, 'confirmed']),
  track: oneOf(['backend', '{Community}', '', 'nonsense']),
  filter: name,
  page: oneOf(['1', '2']),
  pageSize: oneOf(['1', '2', '100']),
});

const request: fc.Arbitrary<TwinRequest> = fc.oneof(
  speaker.map((body) => ({ method: 'POST', path: '…/speakers', body })),
  fc.tuple(oneOf(ADDRESSES), speakerChanges).map(([address, body]) => ({
    method: 'PATCH',
    path: `/v1/speakers/{${address.trim().toLowerCase()}}`,
    body,
  })),
  talk.map((body) => ({ method: 'POST', path: '…/submissions', body })),
  fc.tuple(oneOf(TALKS), talkChanges).map(([id, body]) => {
    return { method: 'PATCH', path: `/v1/submissions/{${id}}`, body };
  }),
  fc.tuple(oneOf(TALKS), placement).map(([id, body]) => {
    return { method: 'PUT', path: `/v1/sessions/{${id}}/schedule`, body };
  }),
  oneOf(TALKS).map((id) => ({ method: 'DELETE', path: `/v1/sessions/{${id}}/schedule` })),
  fc.tuple(oneOf(['speakers', 'submissions', 'sessions']), filters).map(([list, query]) => {
    return { method: 'GET', path: `…/${list}?${queryOf(query)}` };
  }),
  filters.map(({ status, track }) => {
    const body = { status, track };
    return { method: 'POST', path: '…/submissions/search', body };
  }),
);

/** Braces stay, because they become ids. */
function queryOf(query: Readonly<Record<string, string>>): string {
  const parts = Object.entries(query).map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
  return parts.join('&').replaceAll('%7B', '{').replaceAll('%7D', '}');
}

/** Two of three talks take a room as soon as they are placed. */
const FIRST: readonly TwinRequest[] = [
  ...TALKS.map((title, at) => ({
    method: 'POST',
    path: '…/submissions',
    body: { title, submitter_email: ADDRESSES[at] },
    names: title,
  })),
  { method: 'PATCH', path: '/v1/submissions/{t1}', body: { status: 'accepted' } },
  { method: 'PATCH', path: '/v1/submissions/{t2}', body: { status: 'accept_queue' } },
];

const WHOLE_LISTS: readonly TwinRequest[] = [
  { method: 'GET', path: '…/speakers?pageSize=100' },
  { method: 'GET', path: '…/sessions?pageSize=100' },
  { method: 'POST', path: '…/contacts/search', body: {} },
];

it('answers any sequence of requests as the public server', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 10, maxLength: 40 }), async (requests) => {
      const { ask, nameAll, close } = await startTwins('--strict');
      try {
        for (const each of [...FIRST, ...requests, ...WHOLE_LISTS]) {
          const { service, publicServer } = await ask(each);
          expect({ each, answer: service }).toEqual({ each, answer: publicServer });
          // A creation of a talk may create its submitter as well.
          if (each.method === 'POST') await nameAll('speakers');
        }
      } finally {
        await close();
      }
    }),
    { numRuns: sequences },
  );
});
