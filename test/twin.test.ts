// The service beside the double of the public server: the same requests get the same statuses and
// members, except for what docs/service.md lists.
import { describe, expect, it, onTestFinished } from 'vitest';
import { startTwins, type TwinRequest } from './support/twins.ts';

const post = (path: string, body?: unknown, names?: string): TwinRequest =>
  Object.assign({ method: 'POST', path, body }, names === undefined ? {} : { names });
const patch = (path: string, body: unknown): TwinRequest => ({ method: 'PATCH', path, body });
const put = (id: string, body: unknown): TwinRequest => ({
  method: 'PUT',
  path: `/v1/sessions/{${id}}/schedule`,
  body,
});
const get = (path: string): TwinRequest => ({ method: 'GET', path });
const remove = (id: string): TwinRequest => ({
  method: 'DELETE',
  path: `/v1/sessions/{${id}}/schedule`,
});

const ada = { email: ' Ada@Example.org ', first_name: ' Ada ', last_name: 'Lovelace' };
const talk = { title: ' Queues ', submitter_email: 'ada@example.org' };

const SITUATIONS: Readonly<Record<string, readonly TwinRequest[]>> = {
  'a request for nothing that exists': [
    get('/v1'),
    get('/v1/nothing'),
    get('/v1/events/nowhere/speakers'),
    post('/v1/events/nowhere/speakers', ada),
    patch('/v1/speakers/nobody', { title: 'x' }),
    patch('/v1/submissions/nothing', { title: 'x' }),
    put('nothing', { room: 'Lighthouse', start: '2027-05-20' }),
    { method: 'HEAD', path: '…/speakers' },
    { method: 'PUT', path: '…/speakers' },
    { method: 'DELETE', path: '/v1/speakers/nobody' },
    get('…/speakers/'),
  ],
  'a request without a good token': [
    { ...get('…/speakers'), headers: { 'x-access-token': '' } },
    { ...get('…/speakers'), headers: { 'x-access-token': 'plt_no' } },
    { ...post('…/speakers', 'no json'), headers: { 'x-access-token': '' } },
    { ...post('…/speakers', {}), headers: { 'x-access-token': '' } },
    { ...get('/v1/nothing'), headers: { 'x-access-token': '' } },
  ],
  'a body that is no object, or not called JSON': [
    post('…/speakers'),
    post('…/speakers', 'no json'),
    post('…/speakers', '[]'),
    post('…/speakers', '"text"'),
    post('…/speakers', 'null'),
    post('…/submissions/search'),
    post('…/submissions/search', 'null'),
    post('…/submissions/search', '[]'),
    { ...post('…/speakers', 'email=a@b.c'), headers: { 'content-type': 'text/plain' } },
    { ...post('…/speakers', '{}'), headers: { 'content-type': 'application/vnd.api+json' } },
  ],
  'values of a wrong type or length': [
    post('…/speakers', { email: 3, first_name: null, last_name: [], about: {}, unknown: 1 }),
    post('…/speakers', { email: 'ab', first_name: 'x'.repeat(201), title: 'x'.repeat(301) }),
    post('…/speakers', { email: 'a@b.c', speaker_status: 'x'.repeat(33) }),
    post('…/submissions', { title: '', submitter_email: null, track_id: 3 }),
    post('…/submissions', { submitter_email: 'x'.repeat(321), track_id: 'x'.repeat(65) }),
    post('…/speakers', ada, 'ada'),
    patch('/v1/speakers/{ada}', { email: 1, phone: 'x'.repeat(101), pronouns: [], about: 1 }),
    patch('/v1/speakers/{ada}', { first_name: 'x'.repeat(201), photo_url: 'x'.repeat(2001) }),
    post('…/submissions', talk, 'talk'),
    patch('/v1/submissions/{talk}', { title: 'x'.repeat(301), status: 1, feedback: [] }),
    put('talk', {}),
    put('talk', { room: '', start: null }),
    put('talk', { room: 'x'.repeat(301), start: 'x'.repeat(101) }),
  ],
  pages: [
    post('…/speakers', ada),
    post('…/speakers', { email: 'b@example.org' }),
    ...['page=1&pageSize=1', 'page=2&pageSize=1', 'page=3', 'page=999', 'pageSize=100'].flatMap(
      (query) => [get(`…/speakers?${query}`), get(`…/submissions?${query}`)],
    ),
    ...['page=0', 'page=1000', 'pageSize=0', 'pageSize=101', 'page=x', 'page=', 'pageSize=2.5'].map(
      (query) => get(`…/sessions?${query}`),
    ),
    ...[{ page: 0 }, { page: '2' }, { page: 2.0, pageSize: 1 }, { page: 1.5 }, { page: null }].map(
      (body) => post('…/contacts/search', body),
    ),
    post('…/contacts/search', { page: 2, pageSize: 1, status: 'nonsense', track: 'nonsense' }),
    post('…/contacts/search', { status: 1, track: [] }),
  ],
  speakers: [
    post('…/speakers', ada, 'ada'),
    post('…/speakers', { email: 'ADA@example.org' }),
    post('…/speakers', {
      email: 'bo@example.org',
      company_name: ' ACME ',
      title: '',
      about: ' long ',
      speaker_status: ' Confirmed ',
      logistics_notes: null,
    }),
    post('…/speakers', { email: 'cy@example.org', last_name: 'adams', speaker_status: '  ' }),
    ...['no address', '   ', 'a@b', 'a@b.', '@b.c', 'a@@b.c', 'a b@c.d'].map((email) =>
      post('…/speakers', { email }),
    ),
    post('…/speakers', { email: 'dee@example.org', speaker_status: 'maybe' }),
    patch('/v1/speakers/{ada}', { first_name: '', about: ' x ', photo_url: ' y ', phone: ' 1 ' }),
    patch('/v1/speakers/{ada}', { speaker_status: 'INVITED', pronouns: '', twitter_url: null }),
    patch('/v1/speakers/{ada}', { speaker_status: '', company_name: '  ', title: null }),
    patch('/v1/speakers/{ada}', { speaker_status: 'gone' }),
    patch('/v1/speakers/{ada}', { email: 'Bo@example.org' }),
    patch('/v1/speakers/{ada}', { email: ' ADA.king@example.org' }),
    patch('/v1/speakers/{ada}', { email: null }),
    patch('/v1/speakers/{ada}', { email: '' }),
    patch('/v1/speakers/{ada}', { last_name: null }),
    patch('/v1/speakers/{ada}', {}),
    patch('/v1/speakers/{ada}', { unknown: 1 }),
    get('…/speakers'),
    get('…/speakers?status=CONFIRMED%20'),
    get('…/speakers?status='),
    get('…/speakers?status=nonsense'),
    get('…/speakers?filter=LOVE'),
    get('…/speakers?filter=acme&track=nonsense'),
    get('…/speakers?filter=confirm'),
    post('…/contacts/search'),
  ],
  submissions: [
    post('…/speakers', { email: 'ada@example.org' }, 'ada'),
    post('…/submissions', { ...talk, submitter_first_name: 'Ignored' }, 'queues'),
    post('…/submissions', talk, 'again'),
    post(
      '…/submissions',
      {
        title: 'Clocks',
        submitter_email: 'New@example.org',
        submitter_first_name: ' Nia ',
        abstract: ' a ',
        track_id: '{Backend}',
        format_id: '{Workshop}',
      },
      'clocks',
    ),
    post('…/submissions', { ...talk, track_id: '', format_id: null }),
    post('…/submissions', { ...talk, title: '   ' }),
    post('…/submissions', { ...talk, submitter_email: 'no address' }),
    get('…/speakers'),
    patch('/v1/submissions/{clocks}', { status: 'accepted', feedback: ' good ' }),
    patch('/v1/submissions/{clocks}', { title: ' New ', abstract: null }),
    ...['Accepted', ' accepted', '', null, 'waitlist'].map((status) =>
      patch('/v1/submissions/{clocks}', { status }),
    ),
    ...[{ title: null }, { title: ' ' }, { feedback: null }, {}, { unknown: 1 }].map((body) =>
      patch('/v1/submissions/{clocks}', body),
    ),
    ...['submissions', 'sessions'].flatMap((list) => [
      get(`…/${list}`),
      get(`…/${list}?status=accepted`),
      get(`…/${list}?status=Accepted`),
      get(`…/${list}?status=`),
      get(`…/${list}?track=BACKEND`),
      get(`…/${list}?track={Backend}`),
      get(`…/${list}?track={Community}`),
      get(`…/${list}?track=`),
      get(`…/${list}?track=nonsense`),
    ]),
    post('…/submissions/search', { status: 'pending', track: null }),
    post('…/submissions/search', { track: 'backend', status: null }),
    post('…/submissions/search', { status: 'nonsense' }),
    post('…/submissions/search', { track: 'nonsense' }),
    post('…/submissions/search', { status: 1 }),
  ],
  placements: [
    post('…/submissions', talk, 'queues'),
    post('…/submissions', { ...talk, format_id: '{Talk}' }, 'clocks'),
    put('queues', { room: 'lighthouse', start: '2027-05-20T09:00:00+02:00' }),
    put('clocks', { room: '{Lighthouse}', start: '2027-05-20T07:10' }),
    put('queues', { room: ' Lighthouse', start: '2027-05-20' }),
    put('queues', { room: 'Nowhere', start: 'never' }),
    ...['2027-05-20', '20270520T091500Z', '2027-05-20 09:00:00.25', '2027-05-20T24:00', 'soon'].map(
      (start) => put('queues', { room: 'Main Hall', start }),
    ),
    patch('/v1/submissions/{queues}', { status: 'accepted' }),
    patch('/v1/submissions/{clocks}', { status: 'accept_queue' }),
    put('queues', { room: 'Lighthouse', start: '2027-05-20T07:49Z' }),
    put('queues', { room: 'Lighthouse', start: '2027-05-20T07:50Z' }),
    put('queues', { room: 'Lighthouse', start: '2027-05-20T06:40Z' }),
    put('queues', { room: 'Lighthouse', start: '2027-05-20T06:41Z' }),
    patch('/v1/submissions/{clocks}', { status: 'declined' }),
    put('queues', { room: 'Lighthouse', start: '2027-05-20T07:00Z' }),
    patch('/v1/submissions/{clocks}', { status: 'accepted' }),
    patch('/v1/submissions/{clocks}', { status: 'withdrawn', title: 'Gone' }),
    get('…/sessions'),
    remove('queues'),
    remove('queues'),
    patch('/v1/submissions/{clocks}', { status: 'accepted' }),
    remove('nothing'),
    get('…/submissions?status=accepted'),
  ],
  'the lists of an event': [
    get('/v1/events'),
    get('/v1/events?page=2'),
    get('/v1/events?page=0'),
    get('/v1/events/{event}'),
    get('/v1/events/nowhere'),
    ...['rooms', 'tracks', 'formats'].flatMap((list) => [
      get(`…/${list}`),
      get(`…/${list}?page=2&pageSize=1`),
      get(`…/${list}?pageSize=0`),
      get(`/v1/events/nowhere/${list}`),
    ]),
  ],
};

const NAMES_AS_IDS: readonly TwinRequest[] = [
  post('…/submissions', { ...talk, track_id: 'Backend' }),
  post('…/submissions', { ...talk, format_id: 'Talk' }),
  post('…/submissions', { ...talk, track_id: '{Talk}' }),
  get('…/speakers'),
  get('…/submissions'),
];

describe.each([
  { command: 'plenary serve', flags: [], more: {} },
  {
    command: 'plenary serve --strict',
    flags: ['--strict'],
    more: { 'names as ids': NAMES_AS_IDS },
  },
])('$command', ({ flags, more }) => {
  it.each(Object.entries({ ...SITUATIONS, ...more }))(
    'answers as the public server: %s',
    async (_, requests) => {
      const { ask, close } = await startTwins(...flags);
      onTestFinished(close);
      const answers = [];
      for (const request of requests) answers.push({ request, ...(await ask(request)) });
      const lines = answers.map(({ request, service }) => ({ request, answer: service }));
      expect(lines).toEqual(
        answers.map(({ request, publicServer }) => ({ request, answer: publicServer })),
      );
    },
  );
});

it('shows photos and biographies that speakers owe as the public server', async () => {
  const { ask, close, double } = await startTwins('--strict');
  onTestFinished(close);
  const first = [post('…/speakers', ada), post('…/speakers', { email: 'bo@example.org' })];
  for (const request of first) await ask(request);
  for (const { id } of double.state.speakers) {
    double.web.addTask({ name: 'Biography', speakerId: id });
    double.web.addTask({ name: 'Photo', speakerId: id });
  }
  const queries = ['', '?status=missing', '?status=received', '?type=bio', '?type=all'];
  const wrong = ['?status=nonsense', '?page=0', '?page=2&pageSize=3'];
  for (const query of [...queries, ...wrong]) {
    const { service, publicServer } = await ask(get(`…/content-items${query}`));
    expect({ query, answer: service }).toEqual({ query, answer: publicServer });
  }
});
