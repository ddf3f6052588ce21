// Timetables for the tests of exports: sessions in a short notation.
import * as fc from 'fast-check';
import type { Timetable } from '../../src/schedule/export/timetable.ts';
import type { Session } from '../../src/schedule/session.ts';

/** @param start any text that `Date.parse` accepts */
export function session(start: string, minutes: number, other: Partial<Session> = {}): Session {
  const startMs = Date.parse(start);
  return {
    submissionId: `sub_${start}_${other.room ?? 'Aula'}`,
    title: 'Opening',
    room: 'Aula',
    startMs,
    endMs: startMs + minutes * 60_000,
    isDurationAssumed: false,
    people: [{ name: 'Amina Diallo', email: 'amina@example.org' }],
    ...other,
  };
}

export function timetable(sessions: readonly Session[], other: Partial<Timetable> = {}): Timetable {
  const generatedAt = Date.parse('2026-04-01T10:00:00Z');
  return { title: 'DevConf 2026', zone: 'Europe/Berlin', sessions, generatedAt, ...other };
}

/** Texts that could be mistaken for markup or commands. */
export const hostileTexts = [
  '</script><img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "' onmouseover='alert(1)",
  ']]><!-- <?x ?> &amp; &lt;',
  '\u202Egnp.exe\u2066 \u0000\u0007\u001B[31m \uD800 \uFFFE',
  'END:VEVENT\r\nBEGIN:VEVENT\nSUMMARY:two; three, four\\n',
  '=HYPERLINK("http://x")',
  '__proto__',
];

export const hostile = timetable(
  hostileTexts.map((text, index) =>
    session(`2026-05-02T${String(9 + index).padStart(2, '0')}:00:00+02:00`, 45, {
      submissionId: text,
      title: text,
      room: text,
      track: text,
      format: text,
      abstract: text,
      people: [{ name: text }],
    }),
  ),
  { title: hostileTexts.join(' ') },
);

const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
  .filter((text) => !/\p{Cc}/u.test(text));
const zones = [
  'Europe/Berlin',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'Asia/Kolkata',
  'UTC',
];

/** Random timetables within 2026, including the changes of daylight saving time, in any order. */
export const timetables = fc
  .record({
    zone: fc.constantFrom(...zones),
    rows: fc.array(
      fc.record({
        minute: fc.nat(365 * 24 * 60 - 1),
        minutes: fc.integer({ min: 1, max: 600 }),
        title: text,
        room: text,
      }),
      { maxLength: 12 },
    ),
  })
  .map(({ zone, rows }) => {
    const sessions = rows.map(({ minute, minutes, title, room }, index) => {
      const start = new Date(Date.UTC(2026, 0, 1) + minute * 60_000).toISOString();
      return session(start, minutes, { submissionId: `sub_${index}`, title, room });
    });
    return timetable(sessions, { zone });
  });

/** What every export must contain, sorted. */
export function factsOf(
  sessions: Iterable<Pick<Session, 'title' | 'room' | 'startMs' | 'endMs'>>,
): string[] {
  return Array.from(sessions, ({ title, room, startMs, endMs }) =>
    JSON.stringify([title, room, startMs, endMs]),
  ).sort();
}
