// Folders applied by whole commands: each kind of records in its turn, whatever is lost, refused,
// killed and resumed.
import { readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { counts } from './support/import-stage.ts';
import { errorOf } from './support/program.ts';
import type { Write } from './support/servers/server.ts';
import {
  limitMs,
  type StoppableOptions,
  scripts,
  startStoppableCommands,
  step,
} from './support/stoppable-commands.ts';

const hall = (hour: number) => ({ room: 'Hall', start: `2026-05-02T${hour}:00:00+00:00` });
const [ada, bo, chen] = ['ada', 'bo', 'chen'].map((name) => `${name}@example.org`);

/**
 * An event with two speakers and two talks, one of them placed, and a folder that changes all of
 * them, and creates a speaker and two talks of one title.
 */
async function start(options: Partial<StoppableOptions> = {}) {
  const commands = await startStoppableCommands({
    script: {},
    ...options,
    seed: {
      speakers: [
        { email: ada, first_name: 'Ada' },
        { email: bo, first_name: 'Bo' },
      ],
      submissions: [
        { title: 'Types', submitter_email: ada },
        { title: 'Queues', submitter_email: bo, ...hall(19) },
      ],
    },
  });
  const { file, run, server } = commands;
  const quiet = { ...commands, flags: ['--timeout', `${limitMs}ms`, '--retries', '0'] };
  const folder = file('program');
  const edit = (name: string, change: (text: string) => string) =>
    writeFileSync(`${folder}/${name}`, change(readFileSync(`${folder}/${name}`, 'utf8')));
  /** Adds a row with these values. */
  const add = (name: string, values: Readonly<Record<string, string | undefined>>) =>
    edit(name, (text) => {
      const [header = ''] = text.split('\n');
      return `${text}${header.split(',').map((column) => values[column] ?? '')}\n`;
    });
  return {
    ...quiet,
    edit,
    /** The folder has changed since, but wants the same. */
    touch: () => edit('schedule.csv', (text) => `${text}\n`),
    /** Writes the folder. It is read once more, without faults. */
    async prepare(): Promise<void> {
      await run(['program', 'pull', folder, '--private-columns']);
      edit('speakers.csv', (text) => text.replace(',Ada,', ',Ida,').replace(',Bo,', ',Bob,'));
      add('speakers.csv', { email: chen, first_name: 'Chen' });
      edit('submissions.csv', (text) => text.replace(/(Types.*)pending/, '$1accepted'));
      add('submissions.csv', { title: 'Sets', submitter_email: chen, status: 'accepted' });
      add('submissions.csv', { title: 'Sets', submitter_email: ada });
      const places = [
        ['rec_1', 'Types', ada, 10],
        ['', 'Sets', ada, 11],
        ['rec_2', 'Queues', bo, 12],
        ['', 'Sets', chen, 13],
      ] as const;
      const rows = places.map(([id, title, email, hour]) =>
        [id, title, email, ...Object.values(hall(hour))].join(),
      );
      const header = 'submission_id,title,submitter_email,room,start';
      writeFileSync(`${folder}/schedule.csv`, `${[header, ...rows].join('\n')}\n`);
    },
    words: ['program', 'apply', folder, '--create', '--yes', '--json', ...quiet.flags],
    async runs(): Promise<readonly Readonly<Record<string, unknown>>[]> {
      return JSON.parse((await run(['runs', 'list', '--json'])).stdout);
    },
    speakers: () =>
      server.stored.speakers.map(({ fields }) => `${fields.email} ${fields.first_name}`),
    talks: () =>
      server.stored.submissions
        .map(({ fields: { title, submitter_email, status, room, start: at } }) =>
          [title, submitter_email, status, room, String(at).slice(11, 13)].join(' '),
        )
        .toSorted(),
  };
}

type Event = Awaited<ReturnType<typeof start>>;

async function startForTest(options?: Partial<StoppableOptions>): Promise<Event> {
  const event = await start(options);
  onTestFinished(event.close);
  await event.prepare();
  return event;
}

/** The event has what the files say, in one finished run that knows all of it. */
async function expectApplied({ speakers, talks, runs, run }: Event): Promise<void> {
  expect(speakers()).toEqual([`${ada} Ida`, `${bo} Bob`, `${chen} Chen`]);
  expect(talks()).toEqual([
    `Queues ${bo} pending Hall 12`,
    `Sets ${ada} pending Hall 11`,
    `Sets ${chen} accepted Hall 13`,
    `Types ${ada} accepted Hall 10`,
  ]);
  const all = await runs();
  expect(all).toMatchObject([{ state: 'finished', counts: { created: 3, placed: 3, moved: 1 } }]);
  const undo = await run(['runs', 'undo', String(all[0]?.run), '--dry-run', '--json']);
  expect(counts(undo)).toMatchObject({ update: 3, move: 1, unplace: 3 });
}

/**
 * Applies the folder until nothing is left of it: a run whose merge into the files has failed is
 * not finished, and the same command merges it.
 */
async function complete({ run, runs, words }: Event): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    expect(attempt).toBeLessThan(60);
    const cut = (attempt % 3) / 2;
    const { exitCode, isKilled, stderr } = await run(words, { cut });
    if (isKilled) continue;
    expect(stderr).not.toContain('"unexpected"');
    if (exitCode === 0 && (await runs()).every(({ state }) => state === 'finished')) return;
  }
}

it('is applied once, whatever happens to its requests', async () => {
  await fc.assert(
    fc.asyncProperty(scripts, async ({ requests, lists, sleeps }) => {
      // The folder is read without faults.
      const event = await start({ script: { requests, sleeps, lists: [...noFaults, ...lists] } });
      const live = async () => {
        await event.prepare();
        await complete(event);
        await event.advance(10 * limitMs);
        await expectApplied(event);
      };
      await live().finally(event.close);
    }),
    { numRuns: 6 },
  );
});

/** Of the lists that a pull reads. */
const noFaults = Array.from({ length: 3 }, () => 'done' as const);

const isPlaceOf =
  (hour: number) =>
  ({ body }: Write) =>
    body.start === hall(hour).start;

/** Of the records that a request writes. */
function kindOf(write: string): string {
  if (write.includes('/speakers')) return 'speakers';
  return write.includes('/session') ? 'sessions' : 'submissions';
}

const waits = ({ stderr }: { readonly stderr: string }) => stderr.match(/Waiting \d+ s/g) ?? [];

describe('a run of a folder', () => {
  it('locks each kind of its records until it ends, and none for a dry run', async () => {
    const codes: unknown[] = [];
    const event: Event = await startForTest({
      async decide() {
        if (codes.length > 0) return undefined;
        const { run, file, flags } = event;
        for (const [name, text] of Object.entries(others)) writeFileSync(file(name), text);
        for (const words of [
          ['speakers', 'import', file('people.csv')],
          ['submissions', 'import', file('talks.csv')],
          ['sessions', 'apply', file('places.csv')],
          ['speakers', 'import', file('people.csv'), '--dry-run'],
        ])
          codes.push((await run([...words, '--yes', ...flags])).exitCode);
        return undefined;
      },
    });
    const others = {
      'people.csv': 'Email\ndi@example.org\n',
      'talks.csv': 'Title,Email\nLogs,di@example.org\n',
      'places.csv': 'submission_id,room,start,duration\nrec_1,Lab,2026-05-03T10:00:00Z,45\n',
    };
    expect((await event.run(event.words)).exitCode).toBe(0);
    expect(codes).toEqual([7, 7, 7, 0]);
    await expectApplied(event);
    expect((await event.run(['speakers', 'import', event.file('people.csv')])).exitCode).toBe(0);
  });

  it('ends an unfinished run of the same files, also if nothing is left to send', async () => {
    const isLast = isPlaceOf(13);
    const event = await startForTest({
      decide: (write) => (isLast(write) ? step('killed') : undefined),
    });
    expect((await event.run(event.words)).isKilled).toBe(true);
    await event.advance(1);
    expect(await event.runs()).toMatchObject([{ state: 'interrupted' }]);
    event.touch();
    expect((await event.run(event.words)).exitCode).toBe(0);
    expect(await event.runs()).toMatchObject([{ state: 'finished' }]);
  });

  it('ends an unfinished run before it begins to replace it', async () => {
    const isLast = isPlaceOf(13);
    const event = await startForTest({
      decide: (write) => (isLast(write) ? step('killed without effect') : undefined),
    });
    await event.run(event.words);
    event.touch();
    let appends = 0;
    // The first one ends the old run, the second one would begin the new one.
    event.disk.fill(() => ++appends > 1);
    expect(errorOf(await event.run(event.words)).code).toBe('journal');
    event.disk.fill(() => false);
    expect((await event.runs()).filter(({ state }) => state !== 'finished')).toEqual([]);
  });

  it('that is resumed shows what somebody has changed since as a conflict', async () => {
    let isKilled = false;
    const event = await startForTest({
      decide() {
        if (isKilled) return undefined;
        isKilled = true;
        return step('killed without effect');
      },
    });
    const { run, words, server } = event;
    await run(words);
    server.edit('speakers', 'rec_2', { first_name: 'Rob' });
    const { length } = server.writes;
    const resumed = await run(words);
    expect(resumed.exitCode).toBe(6);
    expect(resumed.stderr).toContain('Rob');
    expect(server.writes).toHaveLength(length);
  });

  it('that is resumed changes the record that it has created, and no other', async () => {
    let updates = 0;
    const event = await startForTest({
      decide: ({ method, path }) =>
        method === 'PATCH' && path.includes('/submissions/') && ++updates === 2
          ? step('killed without effect')
          : undefined,
    });
    const { run, words, server } = event;
    expect((await run(words)).isKilled).toBe(true);
    server.add('submissions', { title: 'Sets', submitter_email: chen });
    await run(words);
    expect(server.stored.submissions.map(({ id, fields }) => `${id} ${fields.status}`)).toEqual([
      'rec_1 accepted',
      'rec_2 pending',
      'rec_3 accepted',
      'rec_4 pending',
      'rec_5 pending',
    ]);
  });

  it('does not move a session that somebody has created and placed meanwhile', async () => {
    const event = await startForTest({
      decide({ method, body, commit }) {
        if (method !== 'POST' || body.title !== 'Sets' || body.submitter_email !== chen)
          return undefined;
        commit({ ...hall(15), room: 'Lab' });
        return step('conflict');
      },
    });
    const { exitCode } = await event.run(event.words);
    expect(exitCode).toBe(9);
    const rooms = event.server.stored.submissions.map(({ fields }) => fields.room);
    expect(rooms.toSorted()).toEqual(['Hall', 'Hall', 'Hall', 'Lab']);
  });

  it('that has ended is not resumed', async () => {
    const event = await startForTest();
    await event.run(event.words);
    const { length } = event.server.writes;
    const [{ run: name } = {}] = await event.runs();
    const resumed = await event.run(['runs', 'resume', String(name), '--yes', '--json']);
    expect(resumed).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining(`${name} has ended`),
    });
    expect(event.server.writes).toHaveLength(length);
  });

  it.each([
    ['its own, which took effect', step('killed'), false, 0],
    ['its own, which is late', step('killed', limitMs - 1000), false, 1],
    ['that of an earlier folder', step('lost', limitMs - 1000), true, 1],
  ])(
    'waits for a creation in doubt that is not listed: %s',
    async (_, outcome, isChanged, times) => {
      let isOver = false;
      const event = await startForTest({
        decide({ method, path }) {
          if (isOver || method !== 'POST' || !path.endsWith('/submissions')) return undefined;
          isOver = true;
          return outcome;
        },
        script: { sleeps: isChanged ? ['interrupted'] : [] },
      });
      const { run, words, advance, touch, talks } = event;
      await run(words);
      await advance(1);
      if (isChanged) touch();
      const ended = await run(words);
      expect([ended.exitCode, waits(ended)]).toEqual([0, Array(times).fill(expect.any(String))]);
      await advance(limitMs);
      expect(talks()).toHaveLength(4);
    },
  );

  it.each(['unsent', 'refused', 'lost without effect'] as const)(
    'sends no further kind of records after one that is %s',
    async (outcome) => {
      let isOver = false;
      const event = await startForTest({
        decide: ({ body }) => (!isOver && body.first_name === 'Chen' ? step(outcome) : undefined),
      });
      expect((await event.run(event.words)).exitCode).not.toBe(0);
      isOver = true;
      expect(new Set(event.server.writes.map(kindOf))).toEqual(new Set(['speakers']));
      expect(event.server.writes.filter((write) => write.startsWith('PATCH'))).toHaveLength(2);
      await complete(event);
      await expectApplied(event);
    },
  );

  it('is undone from the last kind of records on', async () => {
    const event = await startForTest();
    const { run, words, server, runs } = event;
    await run(words);
    const { length } = server.writes;
    const [{ run: name } = {}] = await runs();
    expect((await run(['runs', 'undo', String(name), '--yes'])).exitCode).toBe(0);
    const kinds = server.writes.slice(length).map(kindOf);
    expect([...new Set(kinds)]).toEqual(['sessions', 'submissions', 'speakers']);
  });

  it.each([
    ['is reported as failed', '0', ['failed']],
    ['is lost, and refused when it is repeated', '1', ['lost', 'refused']],
  ] as const)(
    'knows the old values of an update that %s, and is carried out later',
    async (_, retries, outcomes) => {
      const left = [...outcomes];
      const event = await startForTest({
        decide({ body }) {
          const outcome = body.first_name === 'Bob' ? left.shift() : undefined;
          return outcome === undefined ? undefined : step(outcome, 5 * limitMs);
        },
      });
      const first = await event.run([...event.words, '--retries', retries]);
      expect(first.exitCode).not.toBe(0);
      await event.advance(5 * limitMs);
      await complete(event);
      await expectApplied(event);
    },
  );

  it('whose undo skips a row without its record is undone alike after a kill', async () => {
    let isGone = false;
    let isKilled = false;
    const event = await start({
      page: ({ all }) => ({
        json: { data: isGone ? all.filter((record) => !('pronouns' in record)) : all },
      }),
      decide({ path }) {
        if (!isGone || isKilled || !path.includes('/speakers/')) return undefined;
        isKilled = true;
        return step('killed');
      },
    });
    onTestFinished(event.close);
    const { server, prepare, edit, run, words, flags, runs, speakers, advance } = event;
    server.add('speakers', { email: 'gone@example.org', first_name: 'X', pronouns: 'she' });
    await prepare();
    edit('speakers.csv', (text) => text.replace(',X,', ',Y,'));
    await run(words);
    const [{ run: name } = {}] = await runs();
    isGone = true;
    const undo = ['runs', 'undo', String(name), '--allow-partial', '--yes', '--json', ...flags];
    expect((await run(undo)).isKilled).toBe(true);
    await advance(1);
    const undone = await run(undo);
    expect([undone.exitCode, counts(undone)]).toMatchObject([
      9,
      { updated: 3, moved: 1, unplaced: 3, rejected: 1 },
    ]);
    expect(speakers()).toEqual([`${ada} Ada`, `${bo} Bo`, 'gone@example.org Y', `${chen} Chen`]);
    expect(await runs()).toMatchObject([{ state: 'finished' }, { state: 'finished' }]);
  });
});
