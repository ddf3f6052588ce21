// A computer's clock that is set forward or back by an hour: what commands wait for lasts as long
// as the limit that it comes from.
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { anEvent } from './support/ids.ts';
import { firstDate, instantClock } from './support/instant-clock.ts';
import { plenary } from './support/program.ts';
import { type Answer, type ApiRequest, startServer, type Write } from './support/servers/server.ts';
import { folderForEach } from './support/stage.ts';

const folder = folderForEach();
const hourMs = 3_600_000;
/** The default of --timeout. */
const timeoutMs = 30_000;

/** A clock whose date can be set back as soon as something waits. */
function setBackClock(stepMs = 0) {
  const clock = instantClock();
  return {
    ...clock,
    waitedMs: () => clock.waits.reduce((sum, ms) => sum + ms, 0),
    async sleep(ms: number, signal?: AbortSignal) {
      if (clock.waits.length === 0) clock.step(-stepMs);
      await clock.sleep(ms, signal);
    },
  };
}

type Clock = ReturnType<typeof setBackClock>;

/** A server that answers the first creations with these, and commands. */
async function start(clock: Clock, answers: readonly Answer[], onWrite = () => {}) {
  const rest = answers.values();
  const write = ({ method, commit }: Write) => {
    onWrite();
    return (method === 'POST' ? rest.next().value : undefined) ?? commit();
  };
  let lists: Answer | undefined;
  let isWritten = false;
  const intercept = ({ method }: ApiRequest) => {
    isWritten ||= method !== 'GET';
    return isWritten && method === 'GET' ? lists : undefined;
  };
  const kind = { name: '', write, intercept };
  const server = await startServer(kind, { speakers: [], submissions: [] });
  onTestFinished(() => server.close());
  writeFileSync(folder.file('people.csv'), 'email\nada@example.org\n');
  const env = {
    PLENARY_BASE_URL: server.url,
    PLENARY_TOKEN: 'token',
    PLENARY_EVENT: anEvent,
    PLENARY_STATE_DIR: folder.path,
  };
  return {
    /** The answer to lists after the first creation. */
    setLists(answer: Answer | undefined) {
      lists = answer;
    },
    emails: () => server.stored.speakers.map(({ fields }) => fields.email),
    run: (...words: readonly string[]) =>
      plenary([...words, '--yes', '--json'], { env, clock, cwd: folder.path }),
  };
}

const importing = ['speakers', 'import', 'people.csv'];
const adding = ['speakers', 'add', '--email', 'ada@example.org'];
const busy = { status: 429, json: {} };

const cases: readonly (readonly [string, readonly string[], readonly Answer[], number])[] = [
  ['Retry-After', importing, [{ ...busy, headers: { 'retry-after': '7' } }], 7000],
  [
    'a rate limit that is used up',
    importing,
    [{ ...busy, headers: { 'ratelimit-remaining': '0', 'ratelimit-reset': '7' } }],
    7000,
  ],
  ['a service that fails', importing, [busy, busy, busy], 0],
  ['a lost response of an import', importing, [{ fault: 'reset' }], timeoutMs],
  ['a lost response of a single creation', adding, [{ fault: 'reset' }], timeoutMs],
];

describe.each([
  ['set back while something waits', hourMs, 0],
  ['set forward while something is sent', 0, hourMs],
])('a clock that is %s', (_, backMs, forwardMs) => {
  it.each(cases)('does not change how long %s is waited for', async (...given) => {
    const [, words, answers, ms] = given;
    const clock = setBackClock(backMs);
    const { emails, run } = await start(clock, answers, () => clock.step(forwardMs));
    const { exitCode } = await run(...words);
    expect(clock.waitedMs()).toBeGreaterThanOrEqual(ms);
    expect(clock.waitedMs()).toBeLessThan(ms + 5000);
    // A single command never sends a creation again.
    const expected = words === importing ? [0, ['ada@example.org']] : [7, []];
    expect([exitCode, emails()]).toEqual(expected);
  });
});

const serviceTime = firstDate - hourMs;
const at = (ms: number) => new Date(serviceTime + ms).toUTCString();

it('a date in Retry-After is one of the clock of the service, as its Date shows it', async () => {
  const clock = setBackClock();
  const headers = { 'retry-after': at(7000), date: at(0) };
  const { emails, run } = await start(clock, [{ ...busy, headers }]);
  expect(await run(...importing)).toMatchObject({ exitCode: 0 });
  expect(clock.waitedMs()).toBeGreaterThanOrEqual(7000);
  expect(clock.waitedMs()).toBeLessThan(12_000);
  expect(emails()).toEqual(['ada@example.org']);
});

it('a short pause of an import is reported by its progress alone', async () => {
  const { run } = await start(setBackClock(), [{ ...busy, headers: { 'retry-after': '7' } }]);
  const { exitCode, stderr } = await run(...importing);
  expect(exitCode).toBe(0);
  expect(stderr).not.toContain('Pausing');
});

it('a run in the future, because the clock was set back, counts as just now, once', async () => {
  const clock = setBackClock();
  const { run, setLists } = await start(clock, [{ fault: 'reset' }]);
  setLists({ status: 403, json: {} });
  expect(await run(...importing)).toMatchObject({ exitCode: 10 });
  setLists(undefined);
  const [name = ''] = readdirSync(folder.file('runs')).filter((file) => /^\d{8}-/.test(file));
  const journal = folder.file(`runs/${name}/journal.ndjson`);
  // It was written at the date of the disk, which is later.
  expect(statSync(journal).mtimeMs).toBeGreaterThan(clock.date());
  const before = clock.waitedMs();
  writeFileSync(folder.file('others.csv'), 'email\nbo@example.org\n');
  const other = await run('speakers', 'import', 'others.csv');
  expect(other).toMatchObject({ exitCode: 0 });
  expect(other.stderr).toContain('Waiting 30 s, because the last writes may still take effect');
  expect(clock.waitedMs() - before).toBe(timeoutMs);
  expect(statSync(journal).mtimeMs).toBeLessThanOrEqual(clock.date());
});
