// The clashes of an event, and of an event with a session in another place.
import { describe, expect, it } from 'vitest';
import {
  at,
  minutes,
  options,
  readSchedule,
  row,
  submission,
  submissions,
} from '../../../test/support/schedule-rows.ts';
import { foldKey } from '../../contract/key.ts';
import { planSchedule } from '../plan/plan.ts';
import type { Session } from '../session.ts';
import { checkSessions, clashesOfChanges } from './check.ts';
import { clashText } from './clash-report.ts';

it('checks the sessions of an event without a file', () => {
  const held = [
    submission('a', { placement: at('09:00'), durationMs: 60 * 60_000 }),
    submission('b', { placement: at('09:30', 'LAB '), durationMs: 60 * 60_000 }),
    submission('c'),
  ];
  const { sessions, clashes, warnings } = checkSessions(held, options);
  expect([sessions, clashes.length, warnings.map(({ code }) => code)]).toEqual([
    2,
    1,
    ['no_people'],
  ]);
  expect(checkSessions(held, { ...options, sharedRooms: ['lab'] }).clashes).toEqual([]);
});

it('does not count sessions that are called off', () => {
  const held = [
    submission('a', { placement: at('09:00'), status: 'declined' }),
    submission('b', { placement: at('10:00') }),
    submission('c'),
  ];
  expect(planSchedule([row(2, 'b', '09:00')], held, options).clashes).toEqual([]);
  const moved = { names: { id: 'b' }, fields: at('09:00') };
  expect(clashesOfChanges([moved], held, options).clashes).toEqual([]);
  const both = held.map((each) => ({ ...each, placement: at('09:00') }));
  expect(checkSessions(both, options)).toMatchObject({ sessions: 2, clashCounts: { total: 1 } });
});

describe('a session beside which nothing takes place', () => {
  const talk = (id: string, time: string, room: string, isExclusive?: true) =>
    submission(id, { placement: at(time, room), durationMs: minutes(60), isExclusive });

  it('clashes with each other session at its time, and with no break', () => {
    const held = [
      talk('a', '08:30', 'Hall'),
      talk('b', '09:00', 'Lab', true),
      talk('c', '09:30', 'Loft', true),
      talk('d', '10:00', 'Hall'),
      talk('e', '10:30', 'Lab'),
    ];
    const startMs = Date.parse(at('09:00').start);
    const pause: Session = {
      title: 'Coffee',
      room: 'Foyer',
      startMs,
      endMs: startMs + minutes(60),
      isDurationAssumed: false,
      people: [],
      isBreak: true,
    };
    const { clashes } = checkSessions(held, options, [pause]);
    expect(clashes.map((clash) => clashText(clash))).toEqual([
      'nothing may be beside "Talk b": "Talk a" 2026-05-02 08:30–09:30 and "Talk b" 2026-05-02 ' +
        '09:00–10:00',
      'nothing may be beside "Talk b": "Talk b" 2026-05-02 09:00–10:00 and "Talk c" 2026-05-02 ' +
        '09:30–10:30',
      'nothing may be beside "Talk c": "Talk c" 2026-05-02 09:30–10:30 and "Talk d" 2026-05-02 ' +
        '10:00–11:00',
    ]);
  });

  it('is one by a cell that says yes or no', async () => {
    const read = (cell: string) =>
      readSchedule(`title,room,start,exclusive\nA,Lab,2026-05-02 09:00,${cell}\n`);
    const cells = ['ja', 'no', ''];
    const rows = await Promise.all(cells.map(read));
    expect(rows.flat().map(({ isExclusive }) => isExclusive)).toEqual([true, undefined, undefined]);
    await expect(read('maybe')).rejects.toThrow();
  });

  it('is one by its row, of a plan as well', () => {
    const held = [talk('a', '09:00', 'Hall')];
    const rows = [row(2, 'b', '09:30', { isExclusive: true })];
    const { clashes } = planSchedule(rows, [...held, submission('b')], options);
    expect(clashes).toMatchObject([{ code: 'exclusive', what: 'Talk b' }]);
  });
});

it('finds a break of the schedule file in the way of a placement', () => {
  const startMs = Date.parse(at('12:00').start);
  const noon = {
    title: 'Lunch',
    room: '',
    startMs,
    endMs: startMs + 3_600_000,
    isDurationAssumed: false,
    people: [],
  };
  const breaks = [{ ...noon, isBreak: true as const, isEverywhere: true as const }];
  const found = clashesOfChanges([{ names: { id: 'a' }, fields: at('12:10') }], submissions, {
    ...options,
    inFile: breaks,
  });
  expect(found.clashes).toMatchObject([{ code: 'room', what: 'Lab' }]);
});

it('counts pairs that only the service refuses, beside more clashes than are listed', () => {
  const served = { ms: 60 * 60_000, by: 'session' as const };
  const crowd = Array.from({ length: 60 }, (_, index) => `crowd${index}`);
  const accepted = ['p', 'q', 'r', 's', 't', 'u'];
  const talks = [
    ...crowd.map((id) => submission(id, { served, status: 'pending' })),
    ...accepted.map((id) => submission(id, { served, status: 'accepted' })),
  ];
  const rows = [
    ...crowd.map((id, index) => row(index + 2, id, '09:00')),
    ...accepted.map((id, index) => {
      const time = `10:1${index}`;
      return row(100 + index, id, time, { room: 'Hall', durationMs: minutes(1) });
    }),
  ];
  const { clashCounts } = planSchedule(rows, talks, options);
  const onlyServed = (6 * 5) / 2;
  expect(clashCounts).toEqual({ total: (60 * 59) / 2 + onlyServed });
});

it('counts a talk that only the file calls off with the refused pairs alone', () => {
  const served = { ms: 60 * 60_000, by: 'session' as const };
  const crowd = Array.from({ length: 60 }, (_, index) => `crowd${index}`);
  const accepted = { served, status: 'accepted' } as const;
  const talks = [
    ...crowd.map((id) => submission(id, { served, status: 'pending' })),
    submission('off', { ...accepted, placement: at('09:00', 'Hall') }),
    submission('next', accepted),
  ];
  const rows = [
    ...crowd.map((id, index) => row(index + 2, id, '09:00')),
    row(100, 'off', '09:00', { room: 'Hall', isCalledOff: true }),
    row(101, 'next', '09:00', { room: 'Hall' }),
  ];
  const { clashCounts } = planSchedule(rows, talks, options);
  expect(clashCounts).toEqual({ total: (60 * 59) / 2 + 1 });
});

it('counts a pair once that is a clash of a room and is refused, however many there are', () => {
  const served = { ms: 10 * 60_000, by: 'session' as const };
  const ids = Array.from({ length: 60 }, (_, index) => `crowd${index}`);
  const talks = ids.map((id) => submission(id, { served, status: 'accepted' }));
  // The service ends the first half before the second half begins; the file does not.
  const rows = ids.map((id, index) => row(index + 2, id, index < 30 ? '09:00' : '09:15'));
  const { clashCounts } = planSchedule(rows, talks, options);
  expect(clashCounts).toEqual({ total: (60 * 59) / 2 });
});

describe('the file of rooms', () => {
  const hall = (start: string, end: string) => ({
    startMs: Date.parse(at(start).start),
    endMs: Date.parse(at(end).start),
  });
  const rules = {
    ...options,
    ofRooms: new Map([
      [
        'hall',
        {
          room: 'Hall',
          turnaroundMs: undefined,
          hours: [hall('09:00', '12:00'), hall('13:00', '18:00')],
        },
      ],
      ['lab', { room: 'Lab', turnaroundMs: 600_000, hours: [] }],
    ]),
  };
  const talk = (id: string, time: string, room: string, lasts: number | undefined = 30) => {
    const durationMs = lasts === 0 ? undefined : lasts * 60_000;
    return submission(id, { placement: at(time, room), durationMs });
  };
  const texts = (check: Pick<ReturnType<typeof checkSessions>, 'clashes'>) =>
    check.clashes.map((clash) => `${clash.code}: ${clashText(clash)}`);

  it('has the turnaround of a room', () => {
    const held = [talk('a', '09:00', 'Lab'), talk('b', '09:35', 'Lab'), talk('c', '09:59', 'Lab')];
    const inHall = [talk('d', '09:00', 'Hall'), talk('e', '09:30', 'Hall')];
    expect(texts(checkSessions([...held, ...inHall], rules))).toEqual([
      'turnaround: room Lab, only 5 minutes apart: "Talk a" 2026-05-02 09:00–09:30 and "Talk b" ' +
        '2026-05-02 09:35–10:05',
      'room: room Lab: "Talk b" 2026-05-02 09:35–10:05 and "Talk c" 2026-05-02 09:59–10:29',
    ]);
  });

  it('has the hours of a room, within which a session is as a whole', () => {
    const [early, noon, late] = ['08:45', '11:45', '17:45'];
    const held = [
      talk('a', early, 'Hall'),
      talk('b', '09:15', 'HALL'),
      talk('c', noon, 'Hall', 90),
      talk('d', late, 'Hall'),
      talk('e', early, 'Lab'),
      submission('f', {
        placement: { room: 'Hall', start: '2026-05-03T10:00:00+02:00' },
        durationMs: 60_000,
      }),
    ];
    const open = 'room Hall is open 2026-05-02 09:00–12:00 and 2026-05-02 13:00–18:00';
    const checked = checkSessions(held, rules);
    expect(texts(checked)).toEqual([
      `hours: ${open}: "Talk a" 2026-05-02 08:45–09:15`,
      `hours: ${open}: "Talk c" 2026-05-02 11:45–13:15`,
      `hours: ${open}: "Talk d" 2026-05-02 17:45–18:15`,
      'hours: room Hall is not open on 2026-05-03: "Talk f" 2026-05-03 10:00–10:01',
    ]);
    expect(checked.clashCounts.total).toBe(4);
    const [first] = checked.clashes;
    expect(first).toMatchObject({
      sessions: [{ id: 'a' }],
      open: [
        { start: '2026-05-02T09:00:00+02:00', end: '2026-05-02T12:00:00+02:00' },
        { start: '2026-05-02T13:00:00+02:00', end: '2026-05-02T18:00:00+02:00' },
      ],
    });
  });

  it('warns of an assumed end, and of what a plan leaves where it is', () => {
    const end = talk('a', '17:30', 'Hall', 0);
    const { clashes, warnings } = checkSessions([end], rules);
    const [assumed] = warnings.filter(({ code }) => code === 'assumed_end');
    expect([clashes, assumed?.message]).toEqual([
      [],
      'room Hall is open 2026-05-02 09:00–12:00 and 2026-05-02 13:00–18:00: "Talk a" ' +
        '2026-05-02 17:30–18:15 (end assumed); specify its duration',
    ]);
    expect(checkSessions([talk('a', '18:00', 'Hall', 0)], rules).clashes).toHaveLength(1);
    const held = [
      talk('a', '08:00', 'Hall'),
      talk('b', '07:00', 'Hall'),
      talk('c', '10:00', 'Hall'),
    ];
    const rows = [row(2, 'a', '08:00', { room: 'Hall' }), row(3, 'c', '06:00', { room: 'Hall' })];
    const plan = planSchedule(rows, held, rules);
    expect(texts(plan)).toEqual([expect.stringContaining('"Talk c" (line 3)')]);
    const existing = plan.warnings.filter(({ code }) => code === 'existing_clash');
    expect(existing).toMatchObject([{ message: expect.stringContaining('"Talk a" (line 2)') }]);
  });

  it('is not checked in a room that it writes in another way, which is a warning', () => {
    const ofRooms = new Map([['main-hall', { room: 'Main-Hall', turnaroundMs: 0, hours: [] }]]);
    const messages = (check: Pick<ReturnType<typeof checkSessions>, 'warnings'>) =>
      check.warnings.flatMap(({ code, message }) => (code === 'similar_rooms' ? [message] : []));
    const written = { ...options, ofRooms };
    const message =
      'no session is in "Main-Hall" of the file of rooms; if it is "Main Hall", write its name ' +
      'alike';
    const held = [talk('a', '09:00', 'Main Hall')];
    expect(messages(checkSessions(held, written))).toEqual([message]);
    const rows = [row(2, 'a', '09:30', { room: 'Main Hall' })];
    expect(messages(planSchedule(rows, held, written))).toEqual([message]);
    expect(messages(checkSessions([talk('a', '09:00', 'main-hall')], written))).toEqual([]);
    expect(messages(checkSessions([talk('a', '09:00', 'Loft')], written))).toEqual([]);
  });

  it('is not checked in a room whose name it misspells, which is a warning', () => {
    const terms = (room: string) => [foldKey(room), { room, turnaroundMs: 0, hours: [] }] as const;
    const check = (sessionRoom: string, ...rooms: readonly string[]) => {
      const ofRooms = new Map(rooms.map(terms));
      const { warnings } = checkSessions([talk('a', '09:00', sessionRoom)], {
        ...options,
        ofRooms,
      });
      return warnings.filter(({ code }) => code === 'similar_rooms').length;
    };
    expect(check('Lighthouse', 'Lighthose')).toBe(1);
    expect(check('Hall 1', 'Hall 1', 'Hall 2')).toBe(0);
    expect(check('Lighthouse', 'Annex')).toBe(0);
  });

  it('does not matter to breaks', () => {
    const startMs = Date.parse(at('12:00').start);
    const lunch: Session = {
      title: 'Lunch',
      room: 'Hall',
      startMs,
      endMs: startMs + 3_600_000,
      isDurationAssumed: false,
      people: [],
      isBreak: true,
    };
    expect(checkSessions([], rules, [lunch]).clashes).toEqual([]);
  });
});
