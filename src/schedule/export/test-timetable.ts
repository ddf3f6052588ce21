// Timetables for the tests of exports: sessions as short as they can be written.
import type { Session } from '../session.ts';
import type { Timetable } from './grid.ts';

/** @param start RFC 3339, or what `Date.parse` takes */
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

/** What tries to be more than text, in every place that a text can come from. */
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
