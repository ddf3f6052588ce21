// The filters, favorites, languages and speakers of the timetable's page, in a browser.
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { htmlOf } from '../../src/schedule/export/html.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { days, notice, timetableBrowser, withSpeakers } from '../support/timetable-browser.ts';
import { hostile, hostileTexts, session, timetable } from '../support/timetables.ts';

const talk = (day: number, hour: string, title: string, room: string, track?: string) =>
  session(`2026-05-0${day}T${hour}:00:00+02:00`, 45, { submissionId: title, title, room, track });

const program = timetable([
  talk(2, '09', 'Queues', 'Aula', 'Data'),
  talk(2, '09', 'Locks', 'Lab', 'Systems'),
  talk(2, '10', 'Graphs', 'Lab', 'Data'),
  talk(3, '09', 'Proofs', 'Aula', 'Systems'),
  session('2026-05-02T11:00:00+02:00', 60, {
    title: 'Lunch',
    room: '',
    isBreak: true,
    people: [],
    submissionId: undefined,
  }),
]);

/** The speakers' sessions are in the Aula and in the Lab. */
const withTwoRooms = {
  ...withSpeakers,
  sessions: withSpeakers.sessions.map((one, at) => ({ ...one, room: at === 0 ? 'Aula' : 'Lab' })),
};

describe.skipIf(notice !== '')(`${notice}the timetable's page`, () => {
  const { open, asked, faults } = timetableBrowser();
  const titles = (page: Page) => page.locator('article:visible h3').allTextContents();
  const choose = (page: Page, label: string, option: string) =>
    page.getByLabel(label, { exact: true }).selectOption({ label: option });
  const star = (page: Page, title: string) =>
    page.getByRole('button', { name: `Favorite: ${title}`, exact: true });
  const onlyFavorites = (page: Page) =>
    page.getByRole('button', { name: 'Favorites', exact: true });
  const results = (page: Page) => page.getByRole('status').textContent();

  it('filters the shown day by room and by track; a break in all rooms is in each', async () => {
    const page = await open(program);
    await choose(page, 'Room', 'Lab');
    expect([await titles(page), await results(page)]).toEqual([
      ['Locks', 'Graphs', 'Lunch'],
      '3 sessions',
    ]);
    await choose(page, 'Track', 'Data');
    expect([await titles(page), await results(page)]).toEqual([['Graphs'], '1 session']);
    await choose(page, 'Room', 'All rooms');
    expect(await titles(page)).toEqual(['Queues', 'Graphs']);
    await page.getByRole('link', { name: 'Sun 3 May' }).click();
    await expect.poll(() => results(page)).toBe('0 sessions');
    await choose(page, 'Track', 'All tracks');
    expect([await titles(page), await results(page)]).toEqual([['Proofs'], '']);
  });

  it('shows all days on request, also under a filter', async () => {
    const page = await open(program);
    await page.getByRole('link', { name: 'All days' }).click();
    await expect.poll(() => days(page)).toEqual(['Saturday 2 May 2026', 'Sunday 3 May 2026']);
    expect(await page.locator('nav [aria-current]').allTextContents()).toEqual(['All days']);
    await choose(page, 'Track', 'Systems');
    expect(await titles(page)).toEqual(['Locks', 'Proofs']);
    await choose(page, 'Track', 'Data');
    expect(await days(page)).toEqual(['Saturday 2 May 2026']);
  });

  it('offers no filter that has nothing to choose from', async () => {
    const page = await open(timetable([talk(2, '09', 'Queues', 'Aula')]));
    expect(await page.locator('select').count()).toBe(0);
  });

  it('remembers favorites of all days after it was closed', async () => {
    const page = await open(program);
    await star(page, 'Locks').click();
    await page.getByRole('link', { name: 'Sun 3 May' }).click();
    await star(page, 'Proofs').click();
    await page.reload();
    expect(await star(page, 'Proofs').getAttribute('aria-pressed')).toBe('true');
    await onlyFavorites(page).click();
    expect([await titles(page), await results(page)]).toEqual([['Locks', 'Proofs'], '2 sessions']);
    await star(page, 'Locks').click();
    expect(await titles(page)).toEqual(['Proofs']);
    await page.getByRole('link', { name: 'Sat 2 May' }).click();
    await expect.poll(() => titles(page)).toEqual(['Queues', 'Locks', 'Graphs', 'Lunch']);
    expect(await page.getByRole('button', { name: /Lunch/ }).count()).toBe(0);
  });

  it('shows a favorite of another tab at once', async () => {
    const page = await open(program);
    const other = await page.context().newPage();
    await other.route(page.url(), (route) =>
      route.fulfill({ contentType: 'text/html', body: htmlOf(program) }),
    );
    await other.goto(page.url());
    await star(page, 'Queues').click();
    await expect.poll(() => star(other, 'Queues').getAttribute('aria-pressed')).toBe('true');
  });

  it('works as a file', async () => {
    const folder = temporaryFolder();
    try {
      const page = await open(program);
      writeFileSync(folder.file('page.html'), htmlOf(program));
      await page.goto(pathToFileURL(folder.file('page.html')).href);
      await star(page, 'Locks').click();
      await page.reload();
      await onlyFavorites(page).click();
      expect(await titles(page)).toEqual(['Locks']);
      expect(faults()).toEqual([]);
    } finally {
      folder.remove();
    }
  });

  it.each([
    [
      'is not allowed',
      'Object.defineProperty(window, "localStorage", { get() { throw new Error("denied"); } })',
    ],
    ['has something else', 'localStorage.setItem("plenary: DevConf 2026: Timetable", "{nonsense")'],
    ['is full', 'Storage.prototype.setItem = () => { throw new Error("full"); }'],
  ])('has favorites for as long as it is open if the storage %s', async (_, script) => {
    const page = await open(program);
    await page.context().addInitScript(script);
    await page.reload();
    await star(page, 'Locks').click();
    await onlyFavorites(page).click();
    expect(await titles(page)).toEqual(['Locks']);
    expect(faults()).toEqual([]);
  });

  it('filters hostile names, which stay text', async () => {
    const page = await open(hostile);
    const [first = ''] = hostileTexts;
    await choose(page, 'Room', first);
    await choose(page, 'Track', first);
    expect(await titles(page)).toEqual([first]);
    await page.locator('.star:visible').first().click();
    expect(await page.locator('.star:visible').first().getAttribute('aria-label')).toBe(
      `Favorite: ${first}`,
    );
    expect([asked(), faults()]).toEqual([['http://timetable.test/'], []]);
  });

  it('has the inflections of Polish numbers', async () => {
    const page = await open(program, {}, undefined, 'pl');
    const found = async (text: string) => {
      await page.locator('#search').fill(text);
      return page.getByRole('status').textContent();
    };
    expect([await found('queues'), await found('aula'), await found('nothing')]).toEqual([
      '1 sesja',
      '2 sesje',
      '0 sesji',
    ]);
  });

  it('shows speakers with links to their sessions, and loads nothing for them', async () => {
    const page = await open(withSpeakers);
    await page.getByRole('link', { name: 'Věra Nováková', exact: true }).click();
    expect(await page.locator('article:target').innerText()).toMatch(
      /^Věra Nováková\s+Librarian, City Library\s+Reads\.\nWrites\.\s+Photo\s+Věra Nováková\s+Opening$/,
    );
    const photo = page.getByRole('link', { name: 'Photo Věra Nováková' });
    expect([await photo.getAttribute('href'), await photo.getAttribute('rel')]).toEqual([
      'https://photos.example/vera.jpg',
      'noreferrer external',
    ]);
    await page.locator('article:target').getByRole('link', { name: 'Opening' }).click();
    expect(await page.locator('article:target h3').innerText()).toBe('Opening');
    expect(asked()).toEqual(['http://timetable.test/']);
  });

  it('stays on its day when a speaker is chosen, and ends a search', async () => {
    const page = await open(withSpeakers);
    await page.getByRole('link', { name: 'Sun 3 May' }).click();
    await page.locator('.speakers a:visible', { hasText: 'Amina Diallo' }).click();
    expect(await page.locator('article:target h3').innerText()).toBe('Amina Diallo');
    expect(await days(page)).toEqual(['Sunday 3 May 2026', 'Speakers']);
    await page.getByLabel('Search').fill('opening');
    expect(await days(page)).toEqual(['Saturday 2 May 2026']);
    await page.getByRole('link', { name: 'Věra Nováková', exact: true }).click();
    expect(await page.locator('article:target h3').innerText()).toBe('Věra Nováková');
    expect(await page.locator('article:target').isVisible()).toBe(true);
  });

  it('shows a linked session or speaker that a filter or the search hides', async () => {
    const page = await open(program);
    const link = await page
      .locator('article', { hasText: 'Proofs' })
      .locator('h3 a')
      .getAttribute('href');
    const goTo = `location.assign(${JSON.stringify(link)})`;
    await choose(page, 'Track', 'Data');
    await page.evaluate(goTo);
    await expect.poll(() => titles(page)).toEqual(['Proofs']);
    expect([
      await page.getByLabel('Track', { exact: true }).inputValue(),
      await results(page),
    ]).toEqual(['', '']);
    await choose(page, 'Room', 'Aula');
    await page.getByRole('link', { name: 'Sat 2 May' }).click();
    await page.getByRole('link', { name: 'Sun 3 May' }).click();
    await page.evaluate(goTo);
    await expect.poll(() => page.locator('article:target').count()).toBe(1);
    expect([await titles(page), await results(page)]).toEqual([['Proofs'], '1 session']);

    const other = await open(withSpeakers);
    await other.getByLabel('Search').fill('closing');
    await other.evaluate('location.assign(document.querySelector(".speakers a").href)');
    await expect.poll(() => other.locator('article:target').isVisible()).toBe(true);
    expect(await results(other)).toBe('');
  });

  it('shows a session again if its link is followed twice around a filter', async () => {
    const page = await open(withTwoRooms);
    const toOpening = page
      .locator('.people')
      .getByRole('link', { name: 'Opening', exact: true })
      .first();
    await toOpening.click();
    await choose(page, 'Room', 'Lab');
    await expect.poll(() => page.locator('article:target').isVisible()).toBe(false);
    await toOpening.click();
    await expect.poll(() => page.locator('article:target').isVisible()).toBe(true);
  });

  it('stays in all days when a session of them is chosen', async () => {
    const page = await open(program);
    await page.getByRole('link', { name: 'All days' }).click();
    await page.getByRole('link', { name: 'Proofs', exact: true }).click();
    await expect.poll(() => page.locator('article:target h3').innerText()).toBe('Proofs');
    expect(await days(page)).toEqual(['Saturday 2 May 2026', 'Sunday 3 May 2026']);
    await page.getByRole('link', { name: 'Sun 3 May' }).click();
    await expect.poll(() => days(page)).toEqual(['Sunday 3 May 2026']);
  });
});
