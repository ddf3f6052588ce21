// The timetable as a grid of text, compared as a whole.
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { sessionAt, styleOf, timetableOutput } from '../../../test/support/timetable-text.ts';

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

  it('aligns wide characters, and shortens long texts', () => {
    const title = '日本語で話すウェブアクセシビリティの現在と未来についての長い長い題名';
    const sessions = [
      sessionAt('09:00', '09:45', 'Room 2', 'Right'),
      sessionAt('09:00', '09:45', '本館', title, ['小林 花子'], '情報技術と社会のこれからについて'),
      sessionAt('09:45', '10:00', '本館', '🚀 Lift-off 👩‍🚀', ['Zoe\u0308']),
      sessionAt('09:45', '10:00', 'Room 2', 'Right'),
    ];
    expect(timetableOutput({ sessions }, 60)).toBe(`Saturday, 2 May 2026 (Europe/Berlin)

       Room 2                     本館
       ────────────────────────── ──────────────────────────
09:00  ┌ Right                    ┌ 日本語で話すウェブアクセ
       │                          │ シビリティの現在と未来に
       │                          │ ついての長い長い題名
       │                          │ 小林 花子
       └                          └ ● 情報技術と社会のこれ…
09:45  ┌ Right                    ┌ 🚀 Lift-off 👩‍🚀
       └                          └ Zoe\u0308
10:00
`);
  });

  it('marks times after midnight, and counts them to the day before', () => {
    const sessions = [
      sessionAt('23:00', '00:30', 'Bar', 'Party', [], undefined, '2026-05-02', '2026-05-03'),
      sessionAt('01:00', '01:30', 'Bar', 'Last orders', [], undefined, '2026-05-03'),
      sessionAt('09:00', '09:30', 'Hall', 'Coffee', [], undefined, '2026-05-03'),
    ];
    expect(timetableOutput({ sessions }, 60)).toBe(`Saturday, 2 May 2026 (Europe/Berlin)

          Bar
          ────────────────────────────────────────────
23:00     ╶ Party
00:30 +1
01:00 +1  ╶ Last orders
01:30 +1

Sunday, 3 May 2026 (Europe/Berlin)

       Hall
       ────────────────────────────────────────────
09:00  ╶ Coffee
09:30
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
