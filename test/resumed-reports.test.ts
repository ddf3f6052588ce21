// Runs of files with rows that cannot be applied, interrupted and resumed in both ways: their exit
// code, counts, rejects and results are those of a run that nothing has interrupted.
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { counts } from './support/import-stage.ts';
import { errorOf } from './support/program.ts';
import {
  limitMs,
  type RequestStep,
  startStoppableCommands,
  step,
} from './support/stoppable-commands.ts';

const [ada, bo] = ['ada@example.org', 'bo@example.org'];

type Event = Awaited<ReturnType<typeof start>>;

/** An event, at whose next write something may happen. */
async function start() {
  let atWrite: (() => RequestStep | Promise<undefined>) | undefined;
  const commands = await startStoppableCommands({
    script: {},
    decide() {
      const happens = atWrite;
      atWrite = undefined;
      return happens?.();
    },
    seed: {
      speakers: [
        { email: ada, first_name: 'Ada' },
        { email: bo, first_name: 'Bo' },
        { email: 'chen@example.org', first_name: 'Chen' },
      ],
      submissions: [
        { title: 'Types', submitter_email: ada },
        { title: 'Queues', submitter_email: bo },
        { title: 'Maps', submitter_email: bo },
      ],
    },
  });
  onTestFinished(commands.close);
  const { file } = commands;
  return {
    ...commands,
    /** The next write interrupts its command. */
    arm() {
      atWrite = () => step('interrupted');
    },
    onWrite(happens: () => unknown) {
      atWrite = async () => {
        await happens();
        return undefined;
      };
    },
    write: (name: string, ...lines: readonly string[]) =>
      writeFileSync(file(name), `${lines.join('\n')}\n`),
    read: (name: string) => (existsSync(file(name)) ? readFileSync(file(name), 'utf8') : undefined),
    /** What a run has saved, by the names of its files. */
    saved(name: string): Readonly<Record<string, string>> {
      const path = join(commands.state(), 'runs', name);
      const texts = readdirSync(path).map((file) => [file, readFileSync(join(path, file), 'utf8')]);
      return Object.fromEntries(texts);
    },
  };
}

/** How the files of a test are written, and applied. */
interface Subject {
  prepare(event: Event): Promise<void>;
  command(event: Event): readonly string[];
}

/** A folder with edits, also ones that cannot be applied, and rows that nobody has edited. */
const folder: Subject = {
  async prepare({ run, file, server, write, read }) {
    await run(['program', 'pull', file('program'), '--private-columns']);
    const speakers = read('program/speakers.csv') ?? '';
    const edited = speakers.replace(',Ada,', ',Ida,').replace(',Bo,', ',Bob,');
    writeFileSync(file('program/speakers.csv'), edited.replace(',Chen,', ',Chan,'));
    server.edit('speakers', 'rec_3', { first_name: 'Chang' });
    const [header = ''] = (read('program/submissions.csv') ?? '').split('\n');
    const row = (values: Readonly<Record<string, string>>) =>
      `${header.split(',').map((name) => values[name] ?? '')}\n`;
    appendFileSync(file('program/submissions.csv'), row({ title: 'Sets' }));
    const created = row({ title: 'Logs', submitter_email: ada });
    appendFileSync(file('program/submissions.csv'), created);
    write('program/schedule.csv', ...sessions, ',Logs,,,f');
  },
  command: ({ file }) => ['program', 'apply', file('program'), '--create', '--allow-partial'],
};

const sessions = [
  'submission_id,title,room,start,mine',
  'rec_1,Types,Hall,2026-05-02T10:00:00Z,a',
  ',None,Hall,2026-05-02T11:00:00Z,b',
  'rec_2,Queues,Hall,2026-05-02T12:00:00Z,c',
  'rec_3,Maps,Hall,tomorrow,d',
  ',Lunch,Hall,2026-05-02T13:00:00Z,e',
];

/** A list of sessions. */
const list: Subject = {
  async prepare({ write }) {
    write('sessions.csv', ...sessions);
  },
  command: ({ file }) => ['sessions', 'apply', file('sessions.csv'), '--allow-partial'],
};

/** A file of speakers, whose resume has always been complete. */
const people: Subject = {
  async prepare({ write }) {
    write('people.csv', 'Email,mine', 'di@example.org,a', 'nobody@,b', 'eve@example.org,c');
  },
  command: ({ file }) => ['speakers', 'import', file('people.csv'), '--skip-invalid'],
};

const pace = ['--json', '--concurrency', '1', '--timeout', `${limitMs}ms`];
const flagsOf = ({ file }: Event) => [
  '--rejects',
  file('r.csv'),
  '--results',
  file('o.csv'),
  ...pace,
];

/** What a command that has ended has reported, without the name of its run. */
function reported(event: Event, result: Awaited<ReturnType<Event['run']>>) {
  const { exitCode, stdout } = result;
  const { rejects, createdRecords } = JSON.parse(stdout);
  return {
    exitCode,
    counts: counts(result),
    rejects: JSON.parse(JSON.stringify(rejects).replaceAll(event.file(''), '')),
    createdRecords: createdRecords.length,
    rejected: event.read('r.csv'),
    results: event.read('o.csv'),
  };
}

/** What the run reports that nothing interrupts. */
async function uninterrupted({ prepare, command }: Subject) {
  const event = await start();
  await prepare(event);
  const ended = await event.run([...command(event), '--yes', ...flagsOf(event)]);
  return reported(event, ended);
}

/** Interrupts the run. @returns its name */
async function interrupt(event: Event, { prepare, command }: Subject): Promise<string> {
  await prepare(event);
  event.arm();
  const stopped = await event.run([...command(event), '--yes', ...flagsOf(event)]);
  expect(stopped.exitCode, stopped.stderr).toBe(130);
  for (const name of ['r.csv', 'o.csv']) rmSync(event.file(name), { force: true });
  return JSON.parse(stopped.stdout).run;
}

describe.each([
  ['a folder', folder, { created: 1, updated: 2, placed: 2, rejected: 3, failed: 1, skipped: 2 }],
  ['a list of sessions', list, { placed: 2, rejected: 2, skipped: 1 }],
  ['a file of speakers', people, { created: 2, rejected: 1 }],
] as const)('an interrupted run of %s', (_, subject, expected) => {
  it('is resumed by its name, with the rows that were left out', async () => {
    const event = await start();
    const name = await interrupt(event, subject);
    const resumed = await event.run(['runs', 'resume', name, ...flagsOf(event)]);
    const all = await uninterrupted(subject);
    expect(all).toMatchObject({ exitCode: 9, counts: expected });
    expect(all.results).not.toMatch(/,new \d/);
    expect(reported(event, resumed)).toEqual(all);
  });
});

it.each([
  ['a folder', folder],
  ['a file of speakers', people],
] as const)('an interrupted run of %s is resumed by its command', async (_, subject) => {
  const event = await start();
  const name = await interrupt(event, subject);
  const resumed = await event.run([...subject.command(event), '--yes', ...flagsOf(event)]);
  expect(JSON.parse(resumed.stdout).run).toBe(name);
  expect(reported(event, resumed)).toEqual(await uninterrupted(subject));
});

it('an interrupted run of a grid is resumed with the cells that were left out', async () => {
  const grid = ['2026-05-02,Hall,Lab', '09:00-09:30,Types,None', '10:00-10:30,Queues,Nothing'];
  const apply = async (event: Event) => {
    event.write('grid.csv', ...grid);
    const words = ['sessions', 'apply', event.file('grid.csv'), '--allow-partial', '--yes'];
    return event.run([...words, ...pace]);
  };
  const event = await start();
  event.arm();
  const stopped = await apply(event);
  expect(stopped.exitCode, stopped.stderr).toBe(130);
  const resumed = await event.run(['runs', 'resume', JSON.parse(stopped.stdout).run, ...pace]);
  const other = await start();
  const all = reported(other, await apply(other));
  expect(all).toMatchObject({ exitCode: 9, counts: { placed: 2, rejected: 2 } });
  expect(reported(event, resumed)).toEqual(all);
});

it('saves the cells of a file beside the rows, and removes them when the run ends', async () => {
  const event = await start();
  const name = await interrupt(event, list);
  const saved = event.saved(name);
  const cell = '"Hall","2026-05-02T11:00:00Z","b"';
  expect([saved['rows.ndjson'], saved['journal.ndjson']]).toEqual([
    expect.stringContaining(cell),
    expect.not.stringContaining('11:00'),
  ]);
  await event.run(['runs', 'resume', name, ...flagsOf(event)]);
  expect(Object.keys(event.saved(name))).toEqual(['journal.ndjson']);
});

it('a run whose results cannot be written is resumed, and writes them', async () => {
  const event = await start();
  const { run, file, read } = event;
  await list.prepare(event);
  const results = ['--results', file('out/o.csv')];
  mkdirSync(file('out'));
  event.onWrite(() => rmSync(file('out'), { recursive: true, force: true }));
  const stopped = await run([...list.command(event), '--yes', ...results, ...pace]);
  const { run: name } = JSON.parse(stopped.stdout);
  const command = `plenary runs resume ${name} --results results.csv`;
  expect(errorOf(stopped)).toMatchObject({
    message: expect.stringContaining('o.csv'),
    next: [{ command }, { command: `plenary runs show ${name}` }],
  });
  mkdirSync(file('out'));
  const resumed = await run(['runs', 'resume', name, ...results, ...pace]);
  expect([resumed.exitCode, counts(resumed)]).toMatchObject([9, { placed: 2, rejected: 2 }]);
  expect(read('out/o.csv')?.match(/,updated,|,reject,/g)).toHaveLength(4);
});

it('a resume overwrites no file that the run has read', async () => {
  const event = await start();
  const name = await interrupt(event, folder);
  const before = event.read('program/schedule.csv');
  const resume = ['runs', 'resume', name, '--results', event.file('program/schedule.csv')];
  const refused = await event.run([...resume, ...pace]);
  expect([refused.exitCode, errorOf(refused).message]).toEqual([
    2,
    '--results would overwrite the file that is read',
  ]);
  expect(event.read('program/schedule.csv')).toBe(before);
});

it.each([
  ['a swap', ['sessions', 'swap', 'rec_1', 'rec_2', '--yes']],
  ['a saved plan', ['sessions', 'apply', 'plan.json', '--yes']],
  ['a grid', ['sessions', 'apply', 'grid.csv', '--yes']],
])('an interrupted run of %s has no rows of a list to report on', async (_, words) => {
  const event = await start();
  const { run, file, write } = event;
  write('placed.csv', sessions[0] ?? '', sessions[1] ?? '', sessions[3] ?? '');
  write('moved.csv', sessions[0] ?? '', 'rec_1,Types,Lab,2026-05-02T10:00:00Z,');
  write('grid.csv', '2026-05-02,Lab,Attic', '09:00-09:30,Types,Queues');
  await run(['sessions', 'apply', file('placed.csv'), '--yes', ...pace]);
  await run(['sessions', 'plan', file('moved.csv'), '--out', file('plan.json'), '--json']);
  event.arm();
  const typed = words.map((word) => (/\.(csv|json)$/.test(word) ? file(word) : word));
  const stopped = await run([...typed, '--fail-on', 'never', ...pace]);
  expect(stopped.exitCode, stopped.stderr).toBe(130);
  const { run: name } = JSON.parse(stopped.stdout);
  const refused = await run(['runs', 'resume', name, ...flagsOf(event)]);
  expect([refused.exitCode, errorOf(refused).message]).toEqual([
    2,
    '--rejects and --results: used only by a run of a list or a folder',
  ]);
  expect((await run(['runs', 'resume', name, ...pace])).exitCode).toBe(0);
});

it('files that a folder does not change are reported on, and their records are not locked', async () => {
  const event = await start();
  const { run, file, write, read } = event;
  await folder.prepare(event);
  const [header = '', ...talks] = (read('program/submissions.csv') ?? '').trim().split('\n');
  write('program/submissions.csv', header, ...talks.slice(0, 3));
  write('talks.csv', 'Title,Email', `Logs,${ada}`);
  const codes: unknown[] = [];
  const importTalks = async () => {
    codes.push((await run(['submissions', 'import', file('talks.csv'), '--yes'])).exitCode);
  };
  event.onWrite(importTalks);
  const applied = await run([...folder.command(event), '--yes', ...flagsOf(event)]);
  expect([codes, applied.exitCode]).toEqual([[0], 9]);
  expect(read('o.csv')?.match(/^submissions.csv,.*,unchanged,rec_\d$/gm)).toHaveLength(3);
  const { run: name } = JSON.parse(applied.stdout);
  const undo = await run(['runs', 'undo', name, '--withdraw', '--dry-run', '--json']);
  expect(errorOf(undo).message).toContain('it is one of speakers and sessions');
});
