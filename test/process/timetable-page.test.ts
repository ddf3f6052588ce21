// The timetable's page in a browser: what people see, with and without scripts.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { pageWords } from '../../src/schedule/export/page-words.ts';
import { days, notice, timetableBrowser, tracks, twoDays } from '../support/timetable-browser.ts';
import { hostile, hostileTexts, session, timetable } from '../support/timetables.ts';

describe.skipIf(notice !== '')(`${notice}the timetable's page`, () => {
  const { open, asked, faults } = timetableBrowser();
  const titles = (page: Page) => page.locator('article:visible h3').allTextContents();

  it('shows one day at a time if scripts run, and marks it', async () => {
    const page = await open(twoDays);
    await expect.poll(() => days(page)).toEqual(['Saturday 2 May 2026']);
    await page.getByRole('link', { name: 'Sun 3 May' }).click();
    await expect.poll(() => days(page)).toEqual(['Sunday 3 May 2026']);
    expect(await page.locator('nav [aria-current]').allTextContents()).toEqual(['Sun 3 May']);
    await page.goBack();
    await expect.poll(() => days(page)).toEqual(['Saturday 2 May 2026']);
  });

  it('shows all days with links to them, and no search, if scripts are disabled', async () => {
    const page = await open(twoDays, { javaScriptEnabled: false });
    expect(await page.locator('h2').allTextContents()).toEqual([
      'Saturday 2 May 2026',
      'Sunday 3 May 2026',
    ]);
    expect(await page.locator('article').last().isVisible()).toBe(true);
    expect(await page.locator('nav a').nth(1).getAttribute('href')).toBe('#day-2026-05-03');
    expect(await page.locator(':is(input, select, button):visible').count()).toBe(0);
  });

  it('opens on today, or on the day of a linked session', async () => {
    const page = await open(twoDays, {}, '2026-05-03T01:59:00Z');
    await expect.poll(() => days(page)).toEqual(['Saturday 2 May 2026']);
    await (await open(twoDays, {}, '2026-05-03T02:01:00Z')).waitForSelector(
      '#day-2026-05-03:not(.away)',
    );
    const link = await page
      .locator('article', { hasText: 'Café culture' })
      .locator('h3 a')
      .getAttribute('href');
    await page.evaluate(`location.assign(${JSON.stringify(link)})`);
    await expect.poll(() => days(page)).toEqual(['Sunday 3 May 2026']);
  });

  it('finds sessions by title, speaker, room or track, ignoring case and accents', async () => {
    const road = session('2026-05-03T12:00:00+02:00', 60, { title: 'Żółć', room: 'Straße' });
    const page = await open({ ...twoDays, sessions: [...twoDays.sessions, road] });
    const found = async (text: string) => {
      await page.getByLabel('Search').fill(text);
      return [await titles(page), await page.getByRole('status').textContent()];
    };
    expect(await found('CAFE')).toEqual([['Café culture'], '1 session']);
    expect(await found('novakova workshop')).toEqual([['Café culture'], '1 session']);
    expect(await found('horsaal security')).toEqual([['On Security'], '1 session']);
    expect(await found('laptop 10:00')).toEqual([['Opening'], '1 session']);
    expect(await found('nothing such')).toEqual([[], '0 sessions']);
    expect(await found('strasse zolc')).toEqual([['Żółć'], '1 session']);
    // The labels of the page are not in the program.
    expect(await found(pageWords.en.about)).toEqual([[], '0 sessions']);
    expect(await found('')).toEqual([['Opening', ...tracks.map((track) => `On ${track}`)], '']);
  });

  it('draws a line at the present time', async () => {
    const page = await open(twoDays, {}, '2026-05-02T07:30:00Z');
    const line = await page.locator('.now').boundingBox();
    const [nine, ten] = await Promise.all(
      [0, 1].map((row) => page.locator('tbody tr').nth(row).boundingBox()),
    );
    expect(line?.y).toBeCloseTo(((nine?.y ?? 0) + (ten?.y ?? 0)) / 2, 0);
    expect(await (await open(twoDays)).locator('.now').count()).toBe(0);
    const last = await open(twoDays, {}, '2026-05-03T07:45:00Z');
    const row = await last.locator('#day-2026-05-03 tbody tr').boundingBox();
    const late = await last.locator('.now').boundingBox();
    expect(((late?.y ?? 0) - (row?.y ?? 0)) / (row?.height ?? 0)).toBeCloseTo(0.75, 2);
    expect(await (await open(twoDays, {}, '2026-05-03T08:00:00Z')).locator('.now').count()).toBe(0);
  });

  it('has rows as high as they are long, and shows gaps', async () => {
    const at = (time: string, minutes: number, room: string) =>
      session(`2026-05-02T${time}:00+02:00`, minutes, { title: `${time} ${room}`, room });
    const page = await open(
      timetable([
        at('09:00', 90, 'Lab'),
        at('09:00', 45, 'Hall'),
        at('09:45', 45, 'Hall'),
        at('12:00', 30, 'Hall'),
      ]),
    );
    const heightOf = async (text: string) =>
      (await page.locator('td', { hasText: text }).boundingBox())?.height ?? 0;
    const half = await heightOf('12:00 Hall');
    expect((await heightOf('09:00 Lab')) / half).toBeCloseTo(3, 1);
    expect((await heightOf('09:45 Hall')) / half).toBeCloseTo(1.5, 1);
    // The gap of 90 minutes is as high as one of 30.
    expect(((await page.locator('.gap').boundingBox())?.height ?? 0) / half).toBeCloseTo(1, 1);
    expect(await page.locator('.gap').textContent()).toBe('10:30');
    expect(await page.locator('.gap').isVisible()).toBe(true);
    await page.setViewportSize({ width: 375, height: 812 });
    expect(await page.locator('.gap').isVisible()).toBe(false);
  });

  it('has rooms across on wide screens, and a list that fits on phones', async () => {
    const page = await open(twoDays);
    expect(await page.locator('thead').first().isVisible()).toBe(true);
    expect(await page.getByRole('columnheader').allTextContents()).toEqual(['Aula', 'Hörsaal 2']);
    await page.setViewportSize({ width: 375, height: 812 });
    const shown = await page.locator('article:visible').all();
    const left = await Promise.all(shown.map(async (one) => (await one.boundingBox())?.x));
    expect(new Set(left).size).toBe(1);
    expect(await page.locator('article', { hasText: 'On Data' }).locator('.room').isVisible()).toBe(
      true,
    );
  });

  it('runs nothing that a text contains, and loads nothing', async () => {
    const page = await open(hostile);
    expect(await page.locator('article').count()).toBe(hostileTexts.length);
    expect(await page.locator('main :is(img, svg, script)').count()).toBe(0);
    expect([asked(), faults()]).toEqual([['http://timetable.test/'], []]);
    // The policy would stop a script that was injected nevertheless.
    const stopped = await page.evaluate(`new Promise((resolve) => {
      const directives = new Set();
      addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
        directives.add(effectiveDirective);
        if (directives.size === 2) resolve([...directives].sort());
      });
      document.body.insertAdjacentHTML('beforeend', '<img src="http://elsewhere.test/x" onerror="window.ran = true">');
    })`);
    expect(stopped).toEqual(['img-src', 'script-src-attr']);
    expect(await page.evaluate('window.ran')).toBe(undefined);
  });
});
