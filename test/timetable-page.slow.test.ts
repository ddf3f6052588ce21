// The timetable's page in a browser, where the whole page is laid out or examined: widths, paper, accessibility.
import axe from 'axe-core';
import { describe, expect, it } from 'vitest';
import { gridOf } from '../src/schedule/export/grid.ts';
import { days, manyRooms, notice, timetableBrowser, twoDays, withSpeakers } from './support/timetable-browser.ts';
import { hostile, timetable } from './support/timetables.ts';

describe.skipIf(notice !== '')(`${notice}the timetable's page`, () => {
  const { open } = timetableBrowser();

  it.each([
    ['two days', twoDays],
    ['many rooms', manyRooms],
    ['hostile texts', hostile],
    ['speakers', withSpeakers],
  ])('never scrolls sideways as a whole, with %s', async (_, shown) => {
    const page = await open(shown);
    for (const width of [1280, 768, 390, 375]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    }
  });

  it('prints a page for each day, as a grid without controls', async () => {
    const page = await open(twoDays);
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => days(page)).toEqual(['Saturday 2 May 2026', 'Sunday 3 May 2026']);
    expect(await page.locator(':is(nav, search, details, button):visible').count()).toBe(0);
    for (const shown of [twoDays, manyRooms]) {
      const pdf = (await (await open(shown)).pdf({ preferCSSPageSize: true })).toString('latin1');
      expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(gridOf(shown).days.length);
    }
    const pdf = (await (await open(withSpeakers)).pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(3);
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
    await page.evaluate('document.querySelectorAll("details").forEach((details) => { details.open = true; })');
    // Only its colors differ in the dark.
    for (const [colorScheme, rules] of [
      ['light', {}],
      ['dark', { runOnly: ['cat.color'] }],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      const violations = await page.evaluate(
        `axe.run(${JSON.stringify(rules)}).then(({ violations }) => violations.map((one) => [one.id, one.nodes.map((node) => node.html)]))`,
      );
      expect({ colorScheme, violations }).toEqual({ colorScheme, violations: [] });
    }
  });
});
