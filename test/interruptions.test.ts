// Imports that end early: what is left on disk, and how the next command resumes.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { counts } from './support/import-stage.ts';
import { errorOf } from './support/program.ts';
import {
  limitMs,
  type RequestStep,
  type StoppableOptions,
  startStoppableCommands,
  step,
} from './support/stoppable-commands.ts';

const email = 'ada@example.org';

function talks(count: number): string {
  const lines = Array.from({ length: count }, (_, at) => `Talk ${at + 1},${email}\n`);
  return `Title,Email\n${lines.join('')}`;
}

/** Commands with a file of three talks, and the one that imports it. */
async function start(
  script: StoppableOptions['script'],
  onWrite: StoppableOptions['onWrite'] = () => {},
) {
  const sent: unknown[] = [];
  const commands = await startStoppableCommands({
    script,
    onWrite(write) {
      sent.push(write.body.title);
      onWrite(write);
    },
  });
  onTestFinished(commands.close);
  const file = commands.file('talks.csv');
  const write = (text: string) => writeFileSync(file, text);
  write(talks(3));
  const pace = ['--timeout', `${limitMs}ms`, '--retries', '0', '--concurrency', '1'];
  return {
    ...commands,
    write,
    asked: ['submissions', 'import', file, ...pace],
    words: ['submissions', 'import', file, ...pace, '--yes', '--json'],
    /** The titles of all creations that have arrived. */
    sent: (): readonly unknown[] => sent,
    titles: () => commands.server.stored.submissions.map(({ fields }) => fields.title),
    /** The names of the runs that are saved. */
    saved(): readonly string[] {
      const folder = join(commands.state(), 'runs');
      const names = existsSync(folder) ? readdirSync(folder) : [];
      return names.filter((name) => !name.endsWith('.lock'));
    },
  };
}

it.each<[string, StoppableOptions['script'], object]>([
  ['that reads its file', {}, { isInterrupted: true }],
  ['that looks at the event', { lists: ['interrupted'] }, {}],
  ['that asks', {}, { columns: 100, typed: ['\u0003'] }],
])('an import %s leaves nothing behind when a signal stops it', async (_, script, options) => {
  const { run, asked, saved, server } = await start(script);
  expect(await run(asked, options)).toMatchObject({ exitCode: 130, stdout: '' });
  expect([saved(), server.writes]).toEqual([[], []]);
});

it('an import that is declined, or of an invalid file, leaves nothing behind', async () => {
  const { run, words, asked, write, saved, server } = await start({});
  const declined = await run(asked, { columns: 100, typed: ['n\r'] });
  expect(declined.stderr).toContain('Canceled; nothing was sent.');
  expect((await run([...words, '--dry-run'])).exitCode).toBe(0);
  write('Title,Email\n,x\n');
  const invalid = await run(words);
  expect([invalid.exitCode, errorOf(invalid).message]).toEqual([
    3,
    '1 of 1 row is invalid; nothing was sent',
  ]);
  write('Title,Email\n"A,x\n');
  expect((await run(words)).exitCode).toBe(3);
  expect([saved(), server.writes]).toEqual([[], []]);
});

it('an import that is done leaves its journal and no rows', async () => {
  const { run, words, saved, state } = await start({});
  const ended = await run(words);
  expect(counts(ended)).toMatchObject({ rows: 3, created: 3 });
  const { run: name } = JSON.parse(ended.stdout);
  expect(saved()).toEqual([name]);
  expect(readdirSync(join(state(), 'runs', name))).toEqual(['journal.ndjson']);
  const verified = await run(['runs', 'verify', name, '--json']);
  expect(counts(verified)).toMatchObject({ rows: 3, same: 3 });
});

it('an import that takes long still waits for a creation that it lost in the end', async () => {
  const long = step('done', 5 * limitMs);
  const { run, words, titles, advance } = await start({
    requests: [long, long, step('lost', limitMs / 2)],
  });
  expect(counts(await run(words))).toMatchObject({ created: 3, unknown: 0 });
  await advance(2 * limitMs);
  expect(titles()).toHaveLength(3);
});

it('a signal ends the wait for a creation that was lost', async () => {
  const { run, words, titles } = await start({
    requests: [step('lost', limitMs / 2)],
    sleeps: ['interrupted'],
  });
  const stopped = await run(words);
  expect([stopped.exitCode, counts(stopped)]).toMatchObject([
    130,
    { created: 0, pending: 2, unknown: 1 },
  ]);
  // It takes effect when somebody waits.
  expect(titles()).toEqual([]);
});

it('an import stops without space for its journal, and is resumed later', async () => {
  const { run, words, write, disk, titles, saved } = await start({});
  write(talks(60));
  disk.fill(() => titles().length > 5);
  const stopped = await run(words);
  const { code, message, fix } = errorOf(stopped);
  expect(code).toBe('journal');
  expect(message).toMatch(/^cannot write \S+journal\.ndjson: .*(full|space)/);
  expect(fix).toContain('then run the same command again; completed rows are skipped');
  const { created, pending, unknown } = counts(stopped);
  expect([titles().length, created + pending, unknown]).toEqual([created, 60, 0]);
  expect(pending).toBeGreaterThan(0);

  disk.fill(() => false);
  const ended = await run(words);
  expect([ended.exitCode, counts(ended)]).toMatchObject([0, { rows: 60, created: 60 }]);
  expect(new Set(titles()).size).toBe(60);
  expect(titles()).toHaveLength(60);
  expect(saved()).toEqual([JSON.parse(stopped.stdout).run]);
});

it('an import whose journal cannot be written to its end is resumed with its rows', async () => {
  const { run, words, disk, titles } = await start({});
  disk.fill(() => titles().length === 3);
  const stopped = await run(words);
  expect(errorOf(stopped).code).toBe('journal');
  const { run: name } = JSON.parse(stopped.stdout);
  disk.fill(() => false);
  const ended = await run(words);
  expect(ended.exitCode).toBe(0);
  expect(JSON.parse(ended.stdout)).toMatchObject({ run: name, counts: { created: 3 } });
  expect(titles()).toHaveLength(3);
});

it('an import whose results cannot be written is resumed, and writes them', async () => {
  const remove = () => rmSync(commands.file('out'), { recursive: true, force: true });
  const commands = await start({}, remove);
  const { run, words, file } = commands;
  const command = [...words, '--results', file('out/results.csv')];
  mkdirSync(file('out'));
  const stopped = await run(command);
  expect(stopped.exitCode).not.toBe(0);
  expect(errorOf(stopped).message).toContain('results.csv');
  const { run: name } = JSON.parse(stopped.stdout);
  mkdirSync(file('out'));
  const ended = await run(command);
  expect(ended.exitCode).toBe(0);
  expect(JSON.parse(ended.stdout).run).toBe(name);
  expect(readFileSync(file('out/results.csv'), 'utf8').match(/,created,/g)).toHaveLength(3);
});

it.each([
  ['into another service', (url: string) => ['--base-url', `${url}/other`], 'it sends to '],
  ['with other options', () => ['--submitter-email', 'bo@example.org'], 'it has different options'],
])('an import %s does not resume one that was stopped', async (_, flags, why) => {
  const { run, words, server } = await start({ requests: [step('forbidden')] });
  const stopped = await run(words);
  const { run: name } = JSON.parse(stopped.stdout);
  const { exitCode, stderr } = await run([...words, ...flags(server.url), '--dry-run']);
  expect(exitCode).toBe(0);
  expect(stderr).toContain(`Run ${name} of this file is unfinished and is not resumed: ${why}`);
});

it('an import stops after three rows that the service did not accept', async () => {
  const sent = new Set<unknown>();
  const requests = Array.from({ length: 200 }, () => step('unsent'));
  const { run, words, write } = await start({ requests }, ({ body }) => sent.add(body.title));
  write(talks(9));
  const stopped = await run(words);
  expect([stopped.exitCode, counts(stopped)]).toMatchObject([7, { rows: 9, pending: 9 }]);
  expect(errorOf(stopped)).toMatchObject({ status: 429 });
  // The first one was sent again.
  expect([...sent]).toEqual(['Talk 1', 'Talk 2']);
});

it.each([
  ['the same value', 'Web', 0, { updated: 2 }, 'Web'],
  ['the value from before', 'Draft', 0, { updated: 2 }, 'Web'],
  ['another value', 'Mine', 9, { updated: 1, failed: 1 }, 'Mine'],
])(
  'an update without a response is resumed if the record has %s then, and else a conflict',
  async (...given) => {
    const [, title, exitCode, counted, after] = given;
    const commands = await startStoppableCommands({
      script: { requests: [step('killed without effect')] },
      seed: {
        speakers: [
          { email, title: 'Draft' },
          { email: 'bo@example.org', title: 'Draft' },
        ],
      },
    });
    onTestFinished(commands.close);
    const file = commands.file('people.csv');
    writeFileSync(file, `email,title\n${email},Web\nbo@example.org,Web\n`);
    const words = ['speakers', 'apply', file, '--yes', '--json', '--concurrency', '1'];
    const { isKilled } = await commands.run(words);
    expect(isKilled).toBe(true);
    const [ada] = commands.server.stored.speakers;
    if (ada !== undefined) Object.assign(ada.fields, { title });
    const saved = readdirSync(join(commands.state(), 'runs'));
    const name = saved.find((each) => /^\d{8}-/.test(each)) ?? '';
    const resumed = await commands.run(['runs', 'resume', name, '--json']);
    expect(resumed.exitCode, resumed.stderr).toBe(exitCode);
    expect(counts(resumed)).toMatchObject(counted);
    const titles = commands.server.stored.speakers.map(({ fields }) => fields.title);
    expect(titles).toEqual([after, 'Web']);
  },
);

it('a creation in doubt that comes first is sent once when it is resumed, not twice', async () => {
  const lost = step('lost without effect');
  const { run, words, sent } = await start({
    requests: [step('killed without effect'), lost, lost, lost, lost],
  });
  expect((await run(words)).isKilled).toBe(true);
  const before = sent().length;
  await run(words);
  expect([
    before,
    sent()
      .slice(before)
      .filter((title) => title === 'Talk 1'),
  ]).toEqual([1, ['Talk 1']]);
});

const killed = 'killed without effect';
const done = ['done', 'done'] as const;

it.each<[string, readonly RequestStep['outcome'][], string, number, readonly string[]]>([
  ['in doubt', [killed], 'withdrawn', 6, ['withdrawn', 'pending']],
  ['in doubt, which is nothing', [killed], 'pending', 0, ['accepted', 'accepted']],
  ['confirmed', ['done', 'interrupted without effect'], 'withdrawn', 0, ['withdrawn', 'accepted']],
])('a new record keeps what somebody has set since its update was %s', async (...given) => {
  const [, updates, status, exitCode, statuses] = given;
  const commands = await startStoppableCommands({
    // Two creations, then their updates.
    script: { requests: [...done, ...updates].map((outcome) => step(outcome)) },
    seed: { submissions: [{ title: 'Maps', submitter_email: email }] },
  });
  onTestFinished(commands.close);
  const { run, server } = commands;
  const program = commands.file('program');
  await run(['program', 'pull', program, '--private-columns']);
  const file = join(program, 'submissions.csv');
  const [header = '', ...rows] = readFileSync(file, 'utf8').trimEnd().split('\n');
  const added = ['Clocks', 'Queues'].map((title) => {
    const values: Record<string, string> = { title, submitter_email: email, status: 'accepted' };
    return header.split(',').map((name) => values[name] ?? '');
  });
  writeFileSync(file, [header, ...rows, ...added.map((cells) => cells.join(',')), ''].join('\n'));
  const words = ['program', 'apply', program, '--create', '--yes', '--json', '--concurrency', '1'];
  expect((await run(words)).exitCode).not.toBe(0);
  const clocks = server.stored.submissions.find(({ fields }) => fields.title === 'Clocks');
  expect(clocks).toBeDefined();
  Object.assign(clocks?.fields ?? {}, { status });
  const saved = readdirSync(join(commands.state(), 'runs'));
  const name = saved.find((each) => /^\d{8}-/.test(each)) ?? '';
  const resumed = await run(['runs', 'resume', name, '--json']);
  expect(resumed.exitCode, resumed.stderr).toBe(exitCode);
  const now = server.stored.submissions.map(({ fields }) => fields.status);
  expect(now).toEqual(['pending', ...statuses]);
});
