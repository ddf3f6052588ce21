// The timetable's page in a browser, and what happens there: requests, errors, messages.
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { LanguageCode } from '../../src/columns/vocabulary/languages.ts';
import { htmlOf } from '../../src/schedule/export/html.ts';
import type { Timetable } from '../../src/schedule/export/timetable.ts';
import { session, timetable } from './timetables.ts';

const executablePath = '/usr/bin/chromium';
/** Why pages cannot be shown here; empty if they can. */
export const notice = existsSync(executablePath) ? '' : `${executablePath} is missing: `;
const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];
const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync'];

const abstract = 'What we learned.\n\nBring a laptop.';
export const tracks = [
  'Community',
  'Data',
  'Languages',
  'Operations',
  'Security',
  'Web',
  'Ethics',
  'Hardware',
];
export const twoDays = timetable([
  session('2026-05-02T09:00:00+02:00', 60, { title: 'Opening', submissionId: 'opening', abstract }),
  ...tracks.map((track, index) =>
    session(`2026-05-02T${10 + index}:00:00+02:00`, 45, {
      title: `On ${track}`,
      track,
      room: 'Hörsaal 2',
    }),
  ),
  session('2026-05-03T09:00:00+02:00', 60, {
    title: 'Café culture',
    submissionId: 'cafe',
    people: [{ name: 'Věra Nováková' }],
    format: 'Workshop',
  }),
]);
export const manyRooms = timetable(
  Array.from({ length: 9 }, (_, index) =>
    session(`2026-05-02T${10 + (index % 3)}:00:00+02:00`, 90, {
      room: `Room ${index}`,
      track: tracks[index % 8],
      abstract,
    }),
  ),
);

/** One browser for the tests that follow; each page is closed after its test. */
export function timetableBrowser() {
  let browser: Browser;
  let asked: string[];
  let faults: string[];
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args: ['--headless', ...flags, ...quiet] });
  });
  afterAll(() => browser?.close());
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
  });

  return {
    /** @param now the reader's time */
    open: (
      shown: Timetable,
      options?: BrowserContextOptions,
      now?: string,
      language?: LanguageCode,
    ) => openHtml(htmlOf(shown, language), options, now),
    /** Any page. */
    openHtml,
    /** The addresses that the last page asked for. */
    asked: () => asked,
    /** The errors and messages of the last page. */
    faults: () => faults,
  };

  async function openHtml(
    html: string,
    options: BrowserContextOptions = {},
    now = '2026-04-01T12:00:00Z',
  ) {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      ...options,
    });
    const page = await context.newPage();
    [asked, faults] = [[], []];
    page.on('request', (request) => asked.push(request.url()));
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('console', (message) => faults.push(message.text()));
    page.on('dialog', (dialog) => faults.push(dialog.message()));
    await page.clock.setFixedTime(new Date(now));
    const address = 'http://timetable.test/';
    await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: html }));
    await page.goto(address);
    return page;
  }
}

const amina = {
  name: 'Amina Diallo',
  details: {
    name: 'Amina Diallo',
    jobTitle: '',
    company: '',
    biography: 'Builds queues.',
    photo: '',
  },
};
/** Two speakers with details, on two days. */
export const withSpeakers = timetable([
  session('2026-05-02T09:00:00+02:00', 60, {
    submissionId: 'opening',
    abstract,
    people: [
      {
        name: 'Věra Nováková',
        details: {
          name: 'Věra Nováková',
          jobTitle: 'Librarian',
          company: 'City Library',
          biography: 'Reads.\nWrites.',
          photo: 'https://photos.example/vera.jpg',
        },
      },
      amina,
    ],
  }),
  session('2026-05-03T09:00:00+02:00', 60, {
    submissionId: 'closing',
    title: 'Closing',
    people: [amina],
  }),
]);

/** The headings of the days that are shown. */
export const days = (page: Page) => page.locator('h2:visible').allTextContents();
