// A schedule alone, applied by whole commands, while others move sessions and responses get lost.
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { counts } from './support/import-stage.ts';
import { errorOf } from './support/program.ts';
import {
  limitMs,
  type StoppableOptions,
  scripts,
  startStoppableCommands,
  step,
} from './support/stoppable-commands.ts';

interface Place {
  readonly room: string;
  readonly start: string;
}

const ids = Array.from({ length: 8 }, (_, at) => `rec_${at + 1}`);
const titleOf = (id: string) => `Talk ${id}`;
const nine: Place = { room: 'Hall', start: '2026-05-02T09:00:00+00:00' };
const attic: Place = { ...nine, room: 'Attic' };
const nowhere = { room: undefined, start: undefined };
const everywhere = (place: Place) => ids.map(() => place);

const somewhere = fc.record({
  room: fc.constantFrom('Hall', 'Lab', 'Attic'),
  start: fc.nat(5).map((hour) => `2026-05-02T0${hour}:00:00+00:00`),
});
const places = fc.array(somewhere, { minLength: ids.length, maxLength: ids.length });

const late = step('lost', limitMs - 1000);

/** An event with eight talks, and commands that apply schedules to it. */
async function start(
  script: StoppableOptions['script'] = {},
  options: Partial<StoppableOptions> = {},
) {
  const submissions = ids.map((id) => ({ title: titleOf(id), submitter_email: 's@example.org' }));
  const commands = await startStoppableCommands({ script, seed: { submissions }, ...options });
  const { file, server, run, state } = commands;
  const pace = ['--timeout', `${limitMs}ms`, '--retries', '0', '--concurrency', '4'];

  /** Writes a schedule. @returns the command that applies it, without a confirmation */
  function schedule(name: string, wanted: readonly Place[]): readonly string[] {
    const rows = wanted.map(({ room, start: at }, row) => `${ids[row]},${room},${at},45`);
    writeFileSync(file(name), `${['submission_id,room,start,duration', ...rows].join('\n')}\n`);
    return ['sessions', 'apply', file(name), ...pace, '--fail-on', 'never'];
  }

  const confirmed = ['--yes', '--json'];
  return {
    ...commands,
    pace,
    confirmed,
    schedule,
    apply: (name: string, wanted: readonly Place[], options?: Parameters<typeof run>[1]) =>
      run([...schedule(name, wanted), ...confirmed], options),
    /** Somebody else places these sessions. */
    move(moved: readonly string[], place: Place | typeof nowhere): void {
      for (const id of moved) server.edit('submissions', id, { ...place });
    },
    placed: () => server.stored.submissions.map(({ fields: { room, start: at } }) => [room, at]),
    async runs(): Promise<readonly { readonly run: string; readonly state: string }[]> {
      return JSON.parse((await run(['runs', 'list', '--json'])).stdout);
    },
    /** The runs that have saved rows. */
    withRows: () =>
      readdirSync(join(state(), 'runs')).filter((name) =>
        existsSync(join(state(), 'runs', name, 'rows.ndjson')),
      ),
  };
}

type Event = Awaited<ReturnType<typeof start>>;

async function startForTest(...options: Parameters<typeof start>): Promise<Event> {
  const event = await start(...options);
  onTestFinished(event.close);
  return event;
}

const shown = (wanted: readonly Place[]) => wanted.map(({ room, start: at }) => [room, at]);
const waits = ({ stderr }: { readonly stderr: string }) => stderr.match(/Waiting \d+ s/g) ?? [];

describe('for any schedule', () => {
  it('exactly the sessions moved by somebody else are stale; others can be applied', async () => {
    const story = [places, fc.subarray(ids, { minLength: 1 })] as const;
    await fc.assert(
      fc.asyncProperty(...story, async (wanted, moved) => {
        const event = await start();
        await expectStale(event, wanted, moved).finally(event.close);
      }),
      { numRuns: 5 },
    );
  });

  async function expectStale(event: Event, wanted: readonly Place[], moved: readonly string[]) {
    const { run, schedule, move, file, server, placed, pace, confirmed } = event;
    schedule('s.csv', wanted);
    const plan = ['sessions', 'plan', file('s.csv'), '--fail-on', 'never'];
    expect((await run([...plan, '--out', file('plan.json')])).exitCode).toBe(0);
    const elsewhere = { room: 'Elsewhere', start: '2026-05-03T09:00:00+00:00' };
    move(moved, elsewhere);
    const flags = [...pace, '--fail-on', 'never', ...confirmed];
    const apply = ['sessions', 'apply', file('plan.json'), ...flags];
    const refused = await run(apply);
    expect(refused.exitCode, refused.stderr).toBe(6);
    const details: readonly { readonly message: string }[] = errorOf(refused).details;
    expect(details.map(({ message }) => /Talk rec_\d/.exec(message)?.[0])).toEqual(
      moved.map(titleOf),
    );
    expect(server.writes).toEqual([]);
    const applied = await run([...apply, '--allow-partial']);
    const left = ids.length - moved.length;
    expect(counts(applied)).toMatchObject({ placed: left, failed: moved.length });
    expect(placed()).toEqual(
      shown(wanted.map((place, at) => (moved.includes(ids[at] ?? '') ? elsewhere : place))),
    );
  }

  it('the last of several schedules wins over late placements of earlier ones', async () => {
    const schedules = fc.array(places, { minLength: 2, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(schedules, scripts, async (wanted, script) => {
        const event = await start(script);
        await expectLast(event, wanted).finally(event.close);
      }),
      { numRuns: 8 },
    );
  });

  async function expectLast(
    { apply, advance, placed }: Event,
    schedules: readonly (readonly Place[])[],
  ) {
    for (const wanted of schedules) {
      for (let attempt = 1; ; attempt++) {
        expect(attempt).toBeLessThan(60);
        const cut = (attempt % 3) / 2;
        const { exitCode, isKilled, stderr } = await apply('s.csv', wanted, { cut });
        if (isKilled) continue;
        expect(stderr).not.toContain('"unexpected"');
        if (exitCode === 0) break;
      }
    }
    await advance(10 * limitMs);
    expect(placed()).toEqual(shown(schedules.at(-1) ?? []));
  }
});

describe('a run', () => {
  it('that is not confirmed, or has nothing to do, sends nothing and leaves no files', async () => {
    const { run, schedule, apply, move, server, runs } = await startForTest();
    const declined = await run(schedule('s.csv', everywhere(nine)), {
      columns: 99,
      typed: ['n\r'],
    });
    expect(declined.stderr).toContain('Canceled; nothing was sent.');
    move(ids, nine);
    const inBerlin = { ...nine, start: '2026-05-02T11:00:00+02:00' };
    expect(counts(await apply('s.csv', everywhere(inBerlin)))).toMatchObject({
      unchanged: ids.length,
      placed: 0,
    });
    expect([server.writes, await runs()]).toEqual([[], []]);
  });

  it('asks to confirm the remaining changes only', async () => {
    const { run, schedule, move, server } = await startForTest();
    move(['rec_1'], nine);
    const command = schedule('s.csv', everywhere(nine));
    const { stderr } = await run(command, { columns: 99, typed: ['y\r'] });
    expect(stderr).toContain('Place 7 sessions?');
    expect(server.writes).toHaveLength(7);
  });

  it('ends if a session is refused, but remains unfinished if a response is lost', async () => {
    const requests = [step('done'), step('refused'), ...ids.slice(2).map(() => step('done'))];
    const { apply, move, runs } = await startForTest({
      requests: [...requests, step('lost without effect')],
    });
    const refused = await apply('s.csv', everywhere(nine));
    expect([refused.exitCode, counts(refused)]).toMatchObject([9, { placed: 7, failed: 1 }]);
    move(ids, nowhere);
    const unclear = await apply('s.csv', everywhere(nine));
    expect([unclear.exitCode, counts(unclear)]).toMatchObject([10, { placed: 7, unknown: 1 }]);
    expect((await runs()).map(({ state }) => state).toSorted()).toEqual([
      'finished',
      'interrupted',
    ]);
  });

  it('waits for placements that the service accepts for later, and for no others', async () => {
    const { apply } = await startForTest({
      requests: [step('accepted', limitMs - 1000), late],
    });
    const applied = await apply('s.csv', everywhere(nine));
    expect([applied.exitCode, counts(applied)]).toMatchObject([0, { placed: 8 }]);
    expect(waits(applied)).toHaveLength(1);
  });

  it('replaces unfinished runs of a file with its content, and of no other file', async () => {
    const requests = ids.map((_, at) => step(at === 0 ? 'lost without effect' : 'done'));
    const { apply, move, runs, withRows } = await startForTest({
      requests: [...requests, ...requests, ...requests],
    });
    const rooms = ['A', 'B', 'C'];
    const names: string[] = [];
    for (const room of rooms) {
      move(ids, nowhere);
      const { stdout, exitCode } = await apply(`${room}.csv`, everywhere({ ...nine, room }));
      expect(exitCode).toBe(10);
      names.push(JSON.parse(stdout).run);
    }
    expect((await apply('D.csv', everywhere({ ...nine, room: 'B' }))).exitCode).toBe(0);
    const [a = '', b = '', c = ''] = names;
    const unfinished = (await runs()).filter(({ state }) => state !== 'finished');
    expect(unfinished.map(({ run }) => run).toSorted()).toEqual([a, c].toSorted());
    expect(await runs()).toHaveLength(4);
    expect(withRows().toSorted()).toEqual([a, c].toSorted());
    expect(withRows()).not.toContain(b);
  });

  it('waits for late placements that contradict it, and for no others', async () => {
    const { apply, advance, placed } = await startForTest({
      requests: [late],
      sleeps: ['interrupted'],
    });
    expect((await apply('s.csv', everywhere(nine))).exitCode).toBe(130);
    const again = await apply('s.csv', everywhere(nine));
    expect([again.exitCode, waits(again)]).toEqual([0, []]);
    const elsewhere = await apply('s.csv', everywhere(attic));
    expect([elsewhere.exitCode, waits(elsewhere)]).toEqual([0, [expect.any(String)]]);
    await advance(limitMs);
    expect(placed()).toEqual(shown(everywhere(attic)));
  });

  it('reads the program again if a late placement took effect meanwhile', async () => {
    let isSlow = false;
    const event = await startForTest(
      { requests: [late], sleeps: ['interrupted'] },
      {
        page({ all }) {
          if (isSlow) void event.advance(4 * limitMs);
          isSlow = false;
          return { json: { data: all } };
        },
      },
    );
    const { apply, move, placed } = event;
    move(['rec_1'], nine);
    expect((await apply('s.csv', [attic])).exitCode).toBe(130);
    isSlow = true;
    const back = await apply('s.csv', [nine]);
    expect([back.exitCode, counts(back), waits(back)]).toMatchObject([
      0,
      { placed: 0, moved: 1 },
      [],
    ]);
    expect(placed()[0]).toEqual([nine.room, nine.start]);
  });

  it('does not wait for placements sent long ago', async () => {
    const { apply, advance } = await startForTest({ requests: [late], sleeps: ['interrupted'] });
    expect((await apply('s.csv', everywhere(nine))).exitCode).toBe(130);
    await advance(2 * limitMs);
    const elsewhere = await apply('s.csv', everywhere(attic));
    expect([elsewhere.exitCode, waits(elsewhere)]).toEqual([0, []]);
  });
});
