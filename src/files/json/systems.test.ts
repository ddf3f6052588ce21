// JSON of conference systems, as their API and their pages give it: ids are replaced by what they
// stand for.
import { describe, expect, it } from 'vitest';
import { readLines as read } from '../../../test/support/tables.ts';

describe('Sessionize', () => {
  const all = JSON.stringify({
    sessions: [
      {
        id: '101',
        title: 'Opening',
        description: null,
        startsAt: '2026-05-02T09:00:00',
        endsAt: '2026-05-02T09:45:00',
        isServiceSession: false,
        speakers: ['s1', 's2'],
        categoryItems: [11, 21],
        roomId: 7,
        questionAnswers: [{ questionId: 5, answerValue: 'Beginners' }],
      },
      {
        id: 'b',
        title: 'Lunch',
        startsAt: '2026-05-02T12:00:00',
        endsAt: '2026-05-02T13:00:00',
        isServiceSession: true,
        speakers: [],
        categoryItems: [],
        questionAnswers: [],
        roomId: 7,
      },
    ],
    speakers: [
      {
        id: 's1',
        firstName: 'Ada',
        lastName: 'Lovelace',
        fullName: 'Ada Lovelace',
        bio: 'B',
        tagLine: 'T',
        links: [{ title: 'X', url: 'https://x.example/ada', linkType: 'Twitter' }],
        sessions: [101],
        categoryItems: [],
        questionAnswers: [{ questionId: 6, answerValue: 'ACME' }],
      },
      { id: 's2', firstName: 'Bo', lastName: 'Ek', fullName: 'Bo Ek', sessions: [101], links: [] },
    ],
    questions: [
      { id: 5, question: 'Audience', sort: 1 },
      { id: 6, question: 'Company', sort: 2 },
    ],
    categories: [
      { id: 1, title: 'Track', items: [{ id: 11, name: 'Data' }] },
      { id: 2, title: 'Session format', items: [{ id: 21, name: 'Talk' }] },
    ],
    rooms: [{ id: 7, name: 'Main Hall', sort: 0 }],
  });

  it('all data: sessions with what their ids stand for', async () => {
    for (const contents of ['sessions', 'submissions'] as const) {
      const { table, notices } = await read(all, { contents });
      expect(table).toEqual([
        'id | title | description | startsAt | endsAt | isServiceSession | speakers | Track | ' +
          'Session format | room | Audience',
        '101 | Opening |  | 2026-05-02T09:00:00 | 2026-05-02T09:45:00 | false | Ada Lovelace; ' +
          'Bo Ek | Data | Talk | Main Hall | Beginners',
        'b | Lunch |  | 2026-05-02T12:00:00 | 2026-05-02T13:00:00 | true |  |  |  | Main Hall | ',
      ]);
      expect(notices).toEqual([]);
    }
  });

  it('all data: speakers', async () => {
    expect((await read(all, { contents: 'speakers' })).table).toEqual([
      'id | firstName | lastName | fullName | bio | tagLine | Twitter | sessions | Company',
      's1 | Ada | Lovelace | Ada Lovelace | B | T | https://x.example/ada | Opening | ACME',
      's2 | Bo | Ek | Bo Ek |  |  |  | Opening | ',
    ]);
  });

  const session = {
    id: '101',
    title: 'Opening',
    startsAt: '2026-05-02T09:00:00',
    speakers: [{ id: 's1', name: 'Ada Lovelace' }],
    categories: [{ id: 1, name: 'Track', categoryItems: [{ id: 11, name: 'Data' }], sort: 0 }],
    roomId: 7,
  };

  it.each([
    [
      'sessions',
      [{ groupId: null, groupName: 'All', sessions: [{ ...session, room: 'Main Hall' }] }],
    ],
    [
      'grid',
      [
        {
          date: '2026-05-02T00:00:00',
          rooms: [{ id: 7, name: 'Main Hall', sessions: [session] }],
          timeSlots: [],
        },
      ],
    ],
  ])('the view "%s"', async (_, view) => {
    expect((await read(JSON.stringify(view), { contents: 'sessions' })).table).toEqual([
      'id | title | startsAt | speakers | Track | roomId | room',
      '101 | Opening | 2026-05-02T09:00:00 | Ada Lovelace | Data | 7 | Main Hall',
    ]);
  });
});

describe('pretalx', () => {
  const submission = {
    code: 'ABCDEF',
    title: 'On JSON',
    submission_type: { en: 'Talk' },
    track: { en: 'Data' },
    state: 'confirmed',
    speakers: [{ code: 'S1', name: 'Ada Lovelace', email: 'ada@x.org', biography: 'B' }],
  };
  const slot = {
    room: { en: 'Hall' },
    start: '2026-05-02T09:00:00+02:00',
    end: '2026-05-02T09:30:00+02:00',
  };
  const columns =
    'code | title | submission_type | track | state | speakers | speakers.email | room | ' +
    'start | end';
  const row =
    'ABCDEF | On JSON | Talk | Data | confirmed | Ada Lovelace <ada@x.org> | ada@x.org | ' +
    'Hall | 2026-05-02T09:00:00+02:00 | 2026-05-02T09:30:00+02:00';

  it.each([
    ['submissions with a slot', { results: [{ ...submission, slot }] }],
    ['submissions with slots', { results: [{ ...submission, slots: [{ id: 1, ...slot }] }] }],
    ['a schedule of slots', { id: 1, version: '1.0', slots: [{ id: 5, submission, ...slot }] }],
  ])('%s', async (_, value) => {
    const { table, notices } = await read(JSON.stringify(value), { contents: 'sessions' });
    expect([table, notices]).toEqual([[columns, row], []]);
  });

  it('breaks of a schedule', async () => {
    const slots = [
      { submission, ...slot },
      {
        submission: null,
        description: { en: 'Lunch' },
        room: null,
        start: '2026-05-02T12:00:00+02:00',
        end: null,
      },
    ];
    const { table } = await read(JSON.stringify({ slots }), { contents: 'sessions' });
    expect(table[2]).toBe(
      ' | Lunch | break |  |  |  |  |  | 2026-05-02T12:00:00+02:00 |  |  | Lunch',
    );
  });

  it('speakers', async () => {
    const text = JSON.stringify({
      count: 1,
      next: null,
      previous: null,
      results: [
        {
          code: 'S1',
          name: 'Ada',
          biography: null,
          email: 'ada@x.org',
          submissions: ['A', 'B'],
          answers: [],
        },
      ],
    });
    expect((await read(text, { contents: 'speakers' })).table).toEqual([
      'code | name | biography | email | submissions',
      'S1 | Ada |  | ada@x.org | A; B',
    ]);
  });

  it("the schedule's data for its page", async () => {
    const text = JSON.stringify({
      talks: [
        {
          code: 'A',
          title: 'On JSON',
          speakers: ['S1'],
          track: 3,
          room: 7,
          start: '2026-05-02T09:00:00+02:00',
        },
      ],
      rooms: [{ id: 7, name: { en: 'Hall' } }],
      tracks: [{ id: 3, name: { en: 'Data' }, color: '#00f' }],
      speakers: [{ code: 'S1', name: 'Ada', avatar: null }],
    });
    expect((await read(text, { contents: 'sessions' })).table).toEqual([
      'code | title | speakers | track | room | start',
      'A | On JSON | Ada | Data | Hall | 2026-05-02T09:00:00+02:00',
    ]);
  });
});
