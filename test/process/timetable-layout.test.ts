// The timetable's page in a browser, where the whole page is laid out or examined: widths, paper,
// accessibility.
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { gridOf } from '../../src/schedule/export/timetable.ts';
import {
  days,
  manyRooms,
  notice,
  timetableBrowser,
  twoDays,
  withSpeakers,
} from '../support/timetable-browser.ts';
import { hostile, session, timetable } from '../support/timetables.ts';

const long = (count: number) => 'Donaudampfschifffahrt'.repeat(8).slice(0, count);
const longWords = timetable(
  ['Aula', 'Lab', long(60)].map((room) =>
    session('2026-05-02T09:00:00+02:00', 60, {
      room,
      title: long(80),
      track: long(70),
      format: long(50),
      abstract: `https://conf.example/${long(120)}`,
      people: [
        { name: long(80) },
        {
          name: 'Bo Li',
          details: {
            name: 'Bo Li',
            jobTitle: long(60),
            company: '',
            biography: long(90),
            photo: '',
          },
        },
      ],
    }),
  ),
);

/** Three rooms and ten slots of 10 to 60 minutes, with long titles. */
const tenSlots = timetable(
  ['Aula', 'Lab', 'Studio'].flatMap((room) =>
    Array.from({ length: 10 }, (_, at) =>
      session(`2026-05-02T${String(9 + at).padStart(2, '0')}:00:00+02:00`, at < 7 ? 10 : 60, {
        room,
        title:
          'Platforms are products, even when nobody pays for them, ' +
          'and what ten teams learned from that',
        people: [{ name: 'Amina Diallo' }, { name: 'Věra Nováková' }, { name: 'Bo Li' }],
      }),
    ),
  ),
);

const openAbstracts = (page: Page) =>
  page.evaluate(
    'document.querySelectorAll("details").forEach((details) => { details.open = true; })',
  );

describe.skipIf(notice !== '')(`${notice}the timetable's page`, () => {
  const { open } = timetableBrowser();

  it.each([
    ['two days', twoDays],
    ['many rooms', manyRooms],
    ['hostile texts', hostile],
    ['speakers', withSpeakers],
    ['long words', longWords],
  ])('never scrolls sideways as a whole, with %s', async (_, shown) => {
    const page = await open(shown);
    await openAbstracts(page);
    for (const width of [1280, 768, 390, 375]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      const isWide = '({ scrollWidth, clientWidth }) => scrollWidth > clientWidth';
      expect(
        await page.evaluate(`[...document.querySelectorAll('article')].filter(${isWide}).length`),
      ).toBe(0);
    }
  });

  it('prints a page for each day, as a grid without controls', async () => {
    const page = await open(twoDays);
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => days(page)).toEqual(['Saturday 2 May 2026', 'Sunday 3 May 2026']);
    expect(await page.locator(':is(nav, search, details, button):visible').count()).toBe(0);
    for (const shown of [twoDays, manyRooms, tenSlots]) {
      const pdf = (await (await open(shown)).pdf({ preferCSSPageSize: true })).toString('latin1');
      expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(gridOf(shown).days.length);
    }
    const pdf = (await (await open(withSpeakers)).pdf({ preferCSSPageSize: true })).toString(
      'latin1',
    );
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(3);
  });

  it('prints a list with rooms if a filter is set, and for a day of very many rooms', async () => {
    const sessions = ['Aula', 'Lab'].map((room) =>
      session('2026-05-02T09:00:00+02:00', 60, { room, track: 'Web' }),
    );
    const page = await open(timetable(sessions));
    await page.emulateMedia({ media: 'print' });
    const rooms = page.locator('.room:visible');
    const headings = page.locator('thead th');
    const isInPlace = async () => ((await headings.last().boundingBox())?.width ?? 0) > 50;
    expect([await rooms.count(), await isInPlace()]).toEqual([0, true]);
    await page.emulateMedia({ media: 'screen' });
    await page.getByLabel('Room', { exact: true }).selectOption({ label: 'Lab' });
    await page.emulateMedia({ media: 'print' });
    expect([await rooms.allTextContents(), await isInPlace()]).toEqual([['Lab'], false]);

    const rooms40 = Array.from({ length: 40 }, (_, at) => `Room ${at}`);
    const large = await open(
      timetable(rooms40.map((room) => session('2026-05-02T09:00:00+02:00', 60, { room }))),
    );
    await large.emulateMedia({ media: 'print' });
    expect(await large.locator('.room:visible').count()).toBe(40);
    expect((await large.locator('article').first().boundingBox())?.width).toBeGreaterThan(600);
  });

  it('has no title under its star, also from right to left', async () => {
    const title = 'مقدمة في أمن المعلومات للمطورين المبتدئين '.repeat(4);
    const page = await open(timetable([session('2026-05-02T09:00:00+02:00', 60, { title })]));
    const text = await page.locator('h3 a').boundingBox();
    const star = await page.locator('.star').boundingBox();
    expect((text?.x ?? 0) + (text?.width ?? 0)).toBeLessThanOrEqual(star?.x ?? 0);
  });

  it.each([
    { name: 'two days', shown: twoDays, width: 1280 },
    { name: 'many rooms', shown: manyRooms, width: 1280 },
    { name: 'hostile texts', shown: hostile, width: 375 },
    { name: 'speakers', shown: withSpeakers, width: 390 },
    { name: 'nothing', shown: timetable([]), width: 375 },
  ])('is accessible with $name: axe finds nothing, light and dark', async ({ shown, width }) => {
    // The page's policy would refuse axe as well.
    const page = await open(shown, { bypassCSP: true, viewport: { width, height: 900 } });
    await page.addScriptTag({ content: axe.source });
    await openAbstracts(page);
    // Only its colors differ in the dark.
    for (const [colorScheme, rules] of [
      ['light', {}],
      ['dark', { runOnly: ['cat.color'] }],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      const violations = await page.evaluate(
        `axe.run(${JSON.stringify(rules)}).then(({ violations }) => violations.map((one) => ` +
          '[one.id, one.nodes.map((node) => node.html)]))',
      );
      expect({ colorScheme, violations }).toEqual({ colorScheme, violations: [] });
    }
  });
});
