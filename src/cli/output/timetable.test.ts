// The timetable as text, compared as a whole: as a grid, as a list, and which of them a width
// chooses.
import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import {
  instant,
  sessionAt,
  styleOf,
  timetableOutput,
} from '../../../test/support/timetable-text.ts';

describe('a grid', () => {
  it('shows rooms across, times down, and the end of a long session', () => {
    const sessions = [
      sessionAt('09:00', '09:30', 'Hall A', 'Opening', ['Ada King'], 'Web'),
      sessionAt('09:30', '10:00', 'Hall A', 'Sets'),
      sessionAt(
        '09:00',
        '10:00',
        'Room 2',
        'Hands on: build your first compiler in an hour',
        ['Bo Li', 'Zoë'],
        'Languages',
      ),
      sessionAt('14:00', '14:30', 'Hall A', 'Closing'),
    ];
    expect(timetableOutput({ sessions }, 60)).toBe(`Saturday, 2 May 2026 (Europe/Berlin)

       Hall A                     Room 2
       ────────────────────────── ──────────────────────────
09:00  ┌ Opening                  ┌ Hands on: build your
       │ Ada King                 │ first compiler in an
       └ ● Web                    │ hour
09:30  ┌ Sets                     │ Bo Li, Zoë
       └                          └ ● Languages
10:00
14:00  ╶ Closing
14:30
`);
  });

  it('shows clashing sessions of a room side by side, with a mark', () => {
    const sessions = [
      sessionAt('09:00', '10:00', 'Hall A', 'Long'),
      sessionAt('09:30', '10:30', 'Hall A', 'Late', ['Bo Li']),
      sessionAt('10:00', '11:00', 'Hall A', 'Later'),
      sessionAt('10:30', '11:00', 'Room 2', 'Alone'),
    ];
    expect(timetableOutput({ sessions }, 60)).toBe(`Saturday, 2 May 2026 (Europe/Berlin)

       Hall A                              Room 2
       ─────────────────────────────────── ─────────────────
09:00  ┌ ! Long
09:30  └                 ┌ ! Late
10:00  ┌ ! Later         └ Bo Li
10:30  └                                   ╶ Alone
11:00

! clashes with another session
`);
  });

  it('uses the height of a long session for its title and speakers', () => {
    const title = 'A title that takes a few more lines than the usual three do, being long';
    const sessions = [
      sessionAt('09:00', '11:30', 'A', title, ['Ada King']),
      ...['09:00', '09:30', '10:00', '10:30', '11:00'].map((at) =>
        sessionAt(at, at, 'B', `At ${at}`),
      ),
    ];
    const lines = timetableOutput({ sessions }, 60).split('\n');
    expect(lines.slice(4, 9)).toEqual([
      '09:00  ┌ A title that takes a few ╶ At 09:00',
      '09:30  │ more lines than the      ╶ At 09:30',
      '10:00  │ usual three do, being    ╶ At 10:00',
      '10:30  │ long                     ╶ At 10:30',
      '11:00  └ Ada King                 ╶ At 11:00',
    ]);
  });

  it('marks times after midnight, and counts them to the day before', () => {
    const sessions = [
      sessionAt('23:00', '00:30', 'Bar', 'Party', [], undefined, '2026-05-02', '2026-05-03'),
      sessionAt('01:00', '01:30', 'Bar', 'Last orders', [], undefined, '2026-05-03'),
    ];
    expect(timetableOutput({ sessions }, 60)).toBe(`Saturday, 2 May 2026 (Europe/Berlin)

          Bar
          ────────────────────────────────────────────
23:00     ╶ Party
00:30 +1
01:00 +1  ╶ Last orders
01:30 +1
`);
  });

  it('has the colors of the tracks, and red for clashes', () => {
    const style = styleOf(true);
    const sessions = [
      sessionAt('09:00', '10:00', 'A', 'Talk', [], 'Web'),
      sessionAt('09:00', '10:00', 'B', 'One', [], 'Web'),
      sessionAt('09:00', '10:00', 'B', 'Other', [], 'Web'),
    ];
    const shown = timetableOutput({ sessions }, 80, style);
    expect(shown).toContain(`${style.hue('Web')('┌')} ${style.bold('Talk')}`);
    expect(shown).toContain(style.hue('Web')('● Web'));
    expect(shown).toContain(`${style.red('┌')} ${style.bold('! One')}`);
    expect(stripVTControlCharacters(shown)).toBe(timetableOutput({ sessions }, 80));
  });
});

describe('a list', () => {
  const sessions = [
    sessionAt(
      '09:00',
      '09:45',
      'Main Hall',
      'Opening keynote: where we come from',
      ['Ada King', 'Bo Li'],
      'Community',
    ),
    sessionAt(
      '09:00',
      '10:00',
      'The workshop room upstairs',
      '日本語で話すウェブアクセシビリティ',
      ['小林 花子'],
    ),
    sessionAt('09:30', '10:00', 'Main Hall', 'Late', [], 'Web'),
  ];

  it('replaces the grid in a narrow terminal, broken between words', () => {
    expect(timetableOutput({ sessions }, 59)).toBe(`Saturday, 2 May 2026 (Europe/Berlin)

TIME         ROOM      SESSION                    TRACK
09:00–09:45  Main      ! Opening keynote: where   ●
             Hall      we come from — Ada King,   Community
                       Bo Li
09:00–10:00  The       日本語で話すウェブアクセ
             workshop  シビリティ — 小林 花子
             room up…
09:30–10:00  Main      ! Late                     ● Web
             Hall

! clashes with another session
`);
  });

  it.each([
    ['more than twelve rooms', 13, 400],
    ['rooms that would be too narrow', 6, 80],
  ])('replaces a grid of %s', (_, count, width) => {
    const rooms = Array.from(
      { length: count },
      (_, index) => `Room ${String(index + 1).padStart(2, '0')}`,
    );
    const shown = timetableOutput(
      { sessions: rooms.map((room) => sessionAt('09:00', '09:30', room, `In ${room}`)) },
      width,
    );
    const lines = rooms.map((room) => `09:00–09:30  ${room}  In ${room}`);
    const heading = 'TIME         ROOM     SESSION';
    expect(shown).toBe(
      ['Saturday, 2 May 2026 (Europe/Berlin)', '', heading, ...lines, ''].join('\n'),
    );
  });
});

it.each([1, 13])('has a readable width if the width is unlimited, in %i rooms', (count) => {
  const rooms = Array.from({ length: count }, (_, index) => `Room ${index}`);
  const shown = timetableOutput(
    { sessions: rooms.map((room) => sessionAt('09:00', '09:30', room, 'Talk')) },
    Infinity,
  );
  for (const line of shown.split('\n')) expect(stringWidth(line)).toBeLessThan(60);
});

const words = fc.string({
  unit: fc.constantFrom(...'a b é ñ 日 本 か 한 🎤 👩‍🚀 e\u0301 -'.split(' '), ' '),
  maxLength: 80,
});
const anySession = fc
  .record({
    start: fc.nat(60),
    length: fc.nat(30),
    room: words,
    title: words,
    track: words,
    names: fc.array(words),
  })
  .map(({ start, length, room, title, track, names }) => ({
    ...sessionAt('09:00', '09:00', room, title, names, track),
    startMs: instant('2026-05-02', '09:00') + start * 300_000,
    endMs: instant('2026-05-02', '09:00') + (start + length) * 300_000,
  }));

it('never exceeds the width', () => {
  fc.assert(
    fc.property(
      fc.array(anySession, { maxLength: 12 }),
      fc.integer({ min: 40, max: 250 }),
      (sessions, width) => {
        for (const line of timetableOutput({ sessions }, width).split('\n'))
          expect(stringWidth(line)).toBeLessThanOrEqual(width);
      },
    ),
    // Each measures thousands of characters with string-width.
    { numRuns: 10 },
  );
});

it.each([59, 120])('removes terminal control sequences, at %i columns', (width) => {
  const hostile = '\u001b[2J\u001b]0;x\u0007a\r\n\u009bb\u202ec\u0000';
  const shown = timetableOutput(
    { sessions: [sessionAt('09:00', '10:00', hostile, hostile, [hostile], hostile)] },
    width,
  );
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the output must not contain these
  expect(shown).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  expect(shown.match(/a bc/g)).toHaveLength(4);
});
