// How the reading of lists is shown: after two seconds, at a terminal, and never in the way of data or questions.
import { expect, it } from 'vitest';
import { testIo } from '../../test/support/program.ts';
import type { Client, Page } from '../client/client.ts';
import { endpoints } from '../contract/index.ts';
import { createContext } from './context.ts';
import { createReadingProgress } from './reading-progress.ts';

const terminal = { isTTY: true, columns: 80 };

/** @param wakes called when two seconds are over while a page is awaited */
function watch({ stdout = terminal, stderr = terminal, ...flags }: Readonly<Record<string, object | boolean>> = {}) {
  let now = 0;
  let wake = () => {};
  const clock = {
    now: () => now,
    random: () => 0,
    sleep: () =>
      new Promise<void>((resolve) => {
        wake = resolve;
      }),
  };
  const io = { ...testIo(), clock, env: { NO_COLOR: '1' } };
  Object.assign(io.stdout, stdout);
  Object.assign(io.stderr, stderr);
  let text = '';
  io.stderr.on('data', (chunk) => {
    text += chunk;
  });
  const progress = createReadingProgress(createContext(io, { color: false, input: true, ...flags }, {}));
  const pages: { readonly resolve: (page: Page) => void }[] = [];
  async function* read(): AsyncGenerator<Page> {
    for (;;) yield await new Promise<Page>((resolve) => pages.push({ resolve }));
  }
  const client = progress?.counted({ pages: read } as unknown as Client);
  const list = (resource: 'Speakers' | 'Submissions' = 'Speakers') =>
    client?.pages(endpoints[`list${resource}`], { path: { event_id: 'e' } });
  return {
    progress,
    list,
    /** Reads on: the next page has this many records. */
    async page(of: AsyncGenerator<Page> | undefined, ms: number, count: number, totalResults?: number) {
      now = ms;
      const next = of?.next();
      pages.shift()?.resolve({ records: Array.from({ length: count }, () => ({})), totalResults } as Page);
      await next;
    },
    async wakeAt(ms: number) {
      now = ms;
      wake();
      await Promise.resolve();
      await Promise.resolve();
    },
    said() {
      const said = text;
      text = '';
      return said;
    },
  };
}

it('shows what was read, the rate and the remaining time, and leaves no trace', async () => {
  const { list, page, said } = watch();
  const reading = list();
  await page(reading, 0, 100, 1000);
  await page(reading, 1900, 100, 1000);
  expect(said()).toBe('');
  await page(reading, 2000, 200, 1000);
  expect(said()).toBe(`\r\u001b[K${'█'.repeat(10)}${'░'.repeat(14)} 400/1000 speakers · 200/s · 3 s left`);
  await reading?.return(undefined);
  expect(said()).toBe('\r\u001b[K');
});

it('appears although the first page alone takes longer', async () => {
  const { list, wakeAt, said } = watch();
  void list('Submissions')?.next();
  await wakeAt(2000);
  expect(said()).toBe('\r\u001b[K0 submissions');
});

it('shows one of several lists that are read at the same time, then the next', async () => {
  const { list, page, said } = watch();
  const speakers = list();
  const submissions = list('Submissions');
  await page(speakers, 0, 1);
  await page(submissions, 3000, 7);
  expect(said()).toContain('1 speakers');
  await speakers?.return(undefined);
  expect(said()).toBe('\r\u001b[K');
  await page(submissions, 6000, 1);
  expect(said()).toContain('8 submissions');
});

it('waits while a question or data has the terminal', async () => {
  const { list, page, said, progress } = watch();
  const reading = list();
  await page(reading, 0, 100);
  const release = progress?.hold();
  await page(reading, 5000, 100);
  expect(said()).toBe('');
  release?.();
  await page(reading, 6000, 100);
  expect(said()).toContain('300 speakers');
  progress?.clear();
  expect(said()).toBe('\r\u001b[K');
});

it.each([
  ['in a log', { stderr: {} }],
  ['before a pipe, which may lead to a pager', { stdout: {} }],
  ['with --quiet', { quiet: true }],
  ['between the lines of --debug', { debug: true }],
])('is nothing %s', (_, options) => {
  expect(watch(options).progress).toBeUndefined();
});

it('is shown while data goes to a file', () => {
  expect(watch({ stdout: { isFile: true } }).progress).toBeDefined();
});
