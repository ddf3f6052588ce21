// The pages of the service in a browser: they fit on every screen, and axe finds nothing, light and
// dark.
import axe from 'axe-core';
import { describe, expect, it } from 'vitest';
import { describe as describeApi } from '../../src/service/description.ts';
import { docsPage, homePage } from '../../src/service/pages.ts';
import { notice, timetableBrowser } from '../support/timetable-browser.ts';

describe.skipIf(notice !== '')(`${notice}a page of the service`, () => {
  const { openHtml, asked, faults } = timetableBrowser();

  it.each([
    ['at its root', homePage({ version: '1.2.3', isReady: true }, { host: 'localhost:8080' })],
    ['about its API', docsPage(describeApi({}))],
  ])('%s fits on every screen, and is accessible', async (_, html) => {
    const page = await openHtml(html, { bypassCSP: true });
    await page.addScriptTag({ content: axe.source });
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const violations = await page.evaluate(
          'axe.run().then(({ violations }) => violations.map((one) => [one.id, ' +
            'one.nodes.map((node) => node.html)]))',
        );
        expect({ width, colorScheme, violations }).toEqual({ width, colorScheme, violations: [] });
      }
    }
    expect([asked(), faults()]).toEqual([['http://timetable.test/'], []]);
  });
});
