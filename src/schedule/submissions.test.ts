// The program as services may return it: in two lists, with or without speakers.
import { describe, expect, it } from 'vitest';
import { submission } from '../../test/support/schedule-rows.ts';
import type { Client } from '../client/client.ts';
import { readRecord } from '../client/records.ts';
import { enrich } from './match/file-details.ts';
import { fetchSubmissions, toSession } from './submissions.ts';

type Lists = Readonly<
  Record<'submissions' | 'sessions', readonly Readonly<Record<string, unknown>>[]>
>;

function serving(lists: Lists): Pick<Client, 'pages'> {
  return {
    async *pages({ path }) {
      const records = path.endsWith('/sessions') ? lists.sessions : lists.submissions;
      // In two pages.
      const half = Math.ceil(records.length / 2);
      for (const part of [records.slice(0, half), records.slice(half)]) {
        yield { records: part.map((record) => readRecord('submissions', record)) };
      }
    },
  };
}

const target = { event: 'conf', timeZone: 'Europe/Berlin' };
const read = (lists: Partial<Lists>) =>
  fetchSubmissions(serving({ submissions: [], sessions: [], ...lists }), target);
const placement = { room: 'Lab', start: '2026-05-02T09:00:00+02:00' };

describe('the program', () => {
  it('is every submission once, with its placement if it has one', async () => {
    const submissions = [
      { id: 'a', title: 'Keynote', submitter_email: 'ada@example.org' },
      { id: 'b', title: 'Compilers' },
    ];
    const sessions = [{ ...submissions[1], ...placement }];
    expect(await read({ submissions, sessions })).toMatchObject([
      { id: 'a', title: 'Keynote', submitterEmail: 'ada@example.org', placement: undefined },
      { id: 'b', title: 'Compilers', placement },
    ]);
  });

  it('combines what only one of the two lists has', async () => {
    const submissions = [
      {
        id: 'a',
        title: 'Keynote',
        submitter_email: 'ada@example.org',
        submitter_first_name: 'Ada',
      },
    ];
    const sessions = [{ id: 'a', ...placement, duration: 30 }];
    expect(await read({ submissions, sessions })).toEqual([
      {
        id: 'a',
        title: 'Keynote',
        submitterEmail: 'ada@example.org',
        people: [{ name: 'Ada', email: 'ada@example.org' }],
        isSpeakerAssumed: true,
        track: undefined,
        format: undefined,
        abstract: undefined,
        placement,
        durationMs: 30 * 60_000,
        served: { ms: 30 * 60_000, by: 'session' },
      },
    ]);
  });

  it('prefers the speakers of either list to the submitter', async () => {
    const submitter = { submitter_first_name: 'Olu', submitter_email: 'olu@example.org' };
    const submissions = [{ id: 'a', ...submitter, speakers: [{ name: 'Ada' }] }];
    const sessions = [{ id: 'a', ...submitter, ...placement }];
    expect(await read({ submissions, sessions })).toMatchObject([
      { people: [{ name: 'Ada', email: undefined }], isSpeakerAssumed: false },
    ]);
  });

  it('does not read the list of sessions if submissions show places', async () => {
    const submissions = [{ id: 'a', room: null, start: null }];
    const sessions = [{ id: 'a', ...placement }];
    expect(await read({ submissions, sessions })).toMatchObject([{ placement: undefined }]);
  });

  it('refuses records without an id, and shows only the names of their fields', async () => {
    const submissions = [{ id: 'a' }, { title: 'Nobody’s', ref: 7 }];
    await expect(read({ submissions })).rejects.toThrow(
      'the service lists submissions without an id: one of them is an object with the fields ' +
        'title, ref',
    );
  });

  it('is refused beyond 20,000 records of a kind', async () => {
    const sessions = Array.from({ length: 20_001 }, (_, at) => ({ id: `s${at}` }));
    expect(await read({ sessions: sessions.slice(1) })).toHaveLength(20_000);
    await expect(read({ sessions })).rejects.toThrow('event conf has more than 20,000 sessions');
  });

  it('skips a placement without a start or a room', async () => {
    const submissions = [
      { id: 7, room: 'Lab' },
      { id: 'b', start: placement.start, room: ' ' },
    ];
    expect((await read({ submissions })).map(({ id, placement }) => [id, placement])).toEqual([
      ['7', undefined],
      ['b', undefined],
    ]);
  });

  it.each([
    ['2026-05-02T09:00:00', '2026-05-02T09:00:00+02:00'],
    ['2026-05-02T09:00:00+0200', '2026-05-02T09:00:00+0200'],
    ['2026-12-02 09:00', '2026-12-02T09:00:00+01:00'],
  ])(
    'reads a start of %s in the time zone of the conference, not of this machine',
    async (start, read) => {
      const sessions = [{ id: 'a', room: 'Lab', start }];
      expect(await fetchSubmissions(serving({ submissions: [], sessions }), target)).toMatchObject([
        { placement: { start: read } },
      ]);
    },
  );

  it.each([
    [
      { start: 1_779_699_600 },
      '1779699600 as the start of "Queues" (a), which is not a date and time',
    ],
    [{ start: '2026-10-25 02:30' }, '"2026-10-25 02:30" as the start of "Queues" (a)'],
    [{ room: { id: 4 } }, '{"id":4} as the room of "Queues" (a), which is not a name'],
    [{ room: 4 }, '4 as the room of "Queues" (a), which is not a name'],
  ])(
    'is an error that names the session whose placement cannot be read: %j',
    async (unusual, shown) => {
      const sessions = [{ id: 'a', title: 'Queues', ...placement, ...unusual }];
      await expect(read({ sessions })).rejects.toThrow(`the service shows ${shown}`);
    },
  );

  it('reads the name of a room that is an object', async () => {
    const sessions = [{ id: 'a', ...placement, room: { name: 'Lab', id: 4 } }];
    expect(await read({ sessions })).toMatchObject([{ placement: { room: 'Lab' } }]);
  });

  it.each<[string, Readonly<Record<string, unknown>>, unknown]>([
    [
      'by both names',
      { speakers: [{ first_name: 'Ada', last_name: 'Lovelace' }] },
      [{ name: 'Ada Lovelace' }],
    ],
    [
      'by one name',
      { speakers: [{ name: 'Ada', email: 'a@b.org' }] },
      [{ name: 'Ada', email: 'a@b.org' }],
    ],
    [
      'by a full name',
      { speakers: [{ id: 'p', full_name: 'Ada Lovelace', email: 'a@b.org' }] },
      [{ name: 'Ada Lovelace', email: 'a@b.org' }],
    ],
    ['by address alone', { speakers: [{ email: 'a@b.org' }] }, [{ name: '', email: 'a@b.org' }]],
    ['not at all', { speakers: 'many' }, []],
  ])('reads people %s', async (_, record, people) => {
    expect((await read({ submissions: [{ id: 'a', ...record }] }))[0]?.people).toEqual(people);
  });
});

it('takes the duration from the file first, then from the service', async () => {
  const [submission] = await read({
    sessions: [{ id: 'a', title: 'Keynote', ...placement, duration: 30 }],
  });
  if (submission === undefined) throw new Error('none was read');
  const startMs = Date.UTC(2026, 4, 2, 7);
  const minutes = (count: number) => startMs + count * 60_000;
  expect(toSession(submission, 45 * 60_000)).toMatchObject({
    startMs,
    endMs: minutes(30),
    isDurationAssumed: false,
  });
  const row = { room: 'Lab', startMs, durationMs: 20 * 60_000, people: [{ name: 'Ada' }] };
  const details = { ...row, track: 'Web', format: undefined };
  const session = toSession(enrich(submission, details), 0);
  expect(session).toMatchObject({
    endMs: minutes(20),
    people: [{ name: 'Ada' }],
    track: 'Web',
    format: undefined,
  });
  const untold = { ...submission, durationMs: undefined };
  expect(toSession(untold, 45 * 60_000)).toMatchObject({
    endMs: minutes(45),
    isDurationAssumed: true,
  });
  expect(toSession({ ...submission, placement: undefined }, 0)).toBeUndefined();
  expect(
    toSession({ ...submission, placement: { room: 'Lab', start: 'soon' } }, 0),
  ).toBeUndefined();
});

describe('the people of a file', () => {
  const ada = { name: 'Ada Lovelace', email: 'ada@example.org' };
  const bo = { name: 'Bo Li', email: 'bo@example.org' };
  const nameless = { name: '', email: 'cy@example.org' };
  const named = (...names: readonly string[]) => names.map((name) => ({ name }));

  it.each([
    [
      'keep the addresses of their names',
      [ada, bo],
      named('Bo Li', 'Dr. Ada LOVELACE'),
      [bo.email, ada.email],
    ],
    [
      'have their own',
      [ada],
      [{ name: 'Ada Lovelace', email: 'a@example.net' }],
      ['a@example.net'],
    ],
    ['have none if others are named', [ada], named('Bo Li'), [undefined]],
    [
      'are joined once each',
      [ada, { ...ada, email: 'b@example.org' }],
      named(ada.name, ada.name, ada.name),
      [ada.email, 'b@example.org', undefined],
    ],
    [
      'leave those without a name',
      [ada, nameless],
      named('Ada Lovelace'),
      [ada.email, nameless.email],
    ],
    ['replace those without a name if they differ', [ada, nameless], named('Bo Li'), [undefined]],
    ['are nobody new if there are none', [ada, nameless], [], [ada.email, nameless.email]],
  ])('%s', (_, people, given, addresses) => {
    const row = { room: '', startMs: undefined, durationMs: undefined, people: given };
    const details = { ...row, track: undefined, format: undefined };
    const enriched = enrich(submission('a', { people }), details);
    expect(enriched.people.map(({ email }) => email)).toEqual(addresses);
    expect(enriched.people.slice(0, given.length)).toMatchObject(
      given.map(({ name }) => ({ name })),
    );
  });
});
