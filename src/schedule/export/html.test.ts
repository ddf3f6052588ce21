// The timetable's page as text; how it behaves in a browser is tested with one.
import { createHash } from 'node:crypto';
import { HtmlValidate } from 'html-validate';
import { describe, expect, it } from 'vitest';
import { hostile, session, timetable } from '../../../test/support/timetables.ts';
import { htmlOf } from './html.ts';

const page = htmlOf(
  timetable([session('2026-05-02T09:00:00+02:00', 45, { submissionId: 'sub_1' })]),
);

const pause = { submissionId: undefined, people: [], isBreak: true, room: '' } as const;
const withBreaks = [
  session('2026-05-02T09:00:00+02:00', 45, { submissionId: 'sub_1' }),
  session('2026-05-02T09:00:00+02:00', 90, { submissionId: 'sub_2', room: 'Lab' }),
  session('2026-05-02T09:45:00+02:00', 15, { ...pause, title: 'Coffee' }),
  session('2026-05-02T10:30:00+02:00', 30, { ...pause, title: 'Coffee' }),
  session('2026-05-02T12:00:00+02:00', 60, {
    ...pause,
    title: 'Lunch',
    room: 'Lab',
    otherRooms: ['Aula'],
  }),
  session('2026-05-03T09:00:00+02:00', 60, { ...pause, title: 'Registration' }),
];

// The length of a title is the user's choice.
const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: { 'long-title': 'off' },
});

it.each([
  ['a session', page],
  ['no session', htmlOf(timetable([]))],
  ['hostile text, several days and rooms', htmlOf(hostile)],
  ['breaks', htmlOf(timetable(withBreaks))],
])('is valid HTML: %s', async (_, html) => {
  const { results } = await validator.validateString(html);
  expect(
    results.flatMap(({ messages }) =>
      messages.map(({ line, ruleId, message }) => ({ line, ruleId, message })),
    ),
  ).toEqual([]);
});

describe('the page', () => {
  it('loads nothing else, and its policy forbids it', () => {
    expect(page).not.toMatch(/\s(src|srcset|action)=|@import|url\(|<link/);
    const hashOf = (element: string) => {
      const [, text = ''] = new RegExp(`<${element}>(.*)</${element}>`, 's').exec(page) ?? [];
      return `sha256-${createHash('sha256').update(text).digest('base64')}`;
    };
    expect(page).toContain(
      `content="default-src 'none'; style-src '${hashOf('style')}'; ` +
        `script-src '${hashOf('script')}'; base-uri 'none'; form-action 'none'"`,
    );
    expect(page).not.toMatch(/\sstyle=/);
  });

  it('shows a session as an article with its time, people and a stable id', () => {
    expect(page).toContain(
      '<article id="session-c340c114-1c04-5318-96cc-4cce4a1a3c74" class="session" data-rooms="0">' +
        '<h3 dir="auto"><a href="#session-c340c114-1c04-5318-96cc-4cce4a1a3c74">Opening</a></h3>' +
        '<p class="speakers"><bdi>Amina Diallo</bdi></p>' +
        '<p class="facts"><span>09:00–09:45</span><span class="room"><bdi>Aula</bdi></span></p>' +
        '</article>',
    );
  });

  it.each([
    ['Europe/Berlin', 'Europe/Berlin (UTC+2)'],
    ['America/St_Johns', 'America/St Johns (UTC−2:30)'],
    ['UTC', 'UTC'],
    ['+02:00', 'UTC+2'],
  ])('names the time zone %s above the days', (zone, name) => {
    const text = htmlOf(timetable([session('2026-05-02T09:00:00+02:00', 45)], { zone }));
    expect(text).toContain(`<p class="zone">Times in ${name}</p>`);
  });

  it('shows a break across all rooms if nothing else takes place, else beside the rooms', () => {
    const text = htmlOf(timetable(withBreaks));
    expect(text).toMatch(
      /<td colspan="3"><article id="[^"]*" class="session break" data-rooms="1 0"><h3 dir="auto"><a [^>]*>Lunch</,
    );
    expect(text).toContain(
      '<span>12:00–13:00</span><span class="room"><bdi>Lab, Aula</bdi></span>',
    );
    expect(text).toContain('<th scope="col"><span dir="auto">All rooms</span></th>');
    expect(text).toMatch(/<tr class="m-30"><th scope="row"><time [^>]*>12:00</);
    expect(text.match(/<article/g)).toHaveLength(withBreaks.length);
  });

  it.each([
    [3, 'frame'],
    [4, 'frame broad'],
    [6, 'frame broad'],
    [7, 'frame wide'],
  ])('has a table of %i rooms in the frame "%s"', (rooms, frame) => {
    const sessions = Array.from({ length: rooms }, (_, at) =>
      session('2026-05-02T09:00:00+02:00', 45, { room: `Room ${at + 1}` }),
    );
    expect(htmlOf(timetable(sessions))).toContain(`<div class="${frame} lanes-${rooms}"`);
  });

  it('offers tracks in alphabetical order, with accents and numbers as people sort them', () => {
    const sessions = ['Web', 'Track 10', 'ökologie', 'Track 9', 'Éthique', 'Data'].map(
      (track, at) => session(`2026-05-02T1${at}:00:00+02:00`, 45, { track }),
    );
    const [, select = ''] =
      /<select id="track">(.*?)<\/select>/.exec(htmlOf(timetable(sessions))) ?? [];
    expect(Array.from(select.matchAll(/>([^<]+)</g), ([, name]) => name)).toEqual([
      'All tracks',
      'Data',
      'Éthique',
      'ökologie',
      'Track 9',
      'Track 10',
      'Web',
    ]);
  });

  it('shows no assumed end', () => {
    const assumed = session('2026-05-02T09:00:00+02:00', 45, { isDurationAssumed: true });
    expect(htmlOf(timetable([assumed]))).toContain('<span>09:00</span>');
  });

  it('escapes hostile text', () => {
    const text = htmlOf(hostile);
    expect(text).not.toMatch(
      /<img|<svg|<!--|[\u202A-\u202E\u2066-\u2069]|\p{Surrogate}|[^\P{Cc}\n\r]/u,
    );
    expect(text).not.toMatch(/\son\w+=["']/);
    expect(text.match(/<script/g)).toHaveLength(1);
    expect(text).toContain('&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;');
    expect(text).toContain('&quot;&gt;&lt;svg onload=alert(1)&gt;');
  });
});
