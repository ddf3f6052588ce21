// A creation whose response is lost, by one command and by an import: one record, or exit code 10, and never another's record.
import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { plenary } from './support/program.ts';
import { type Reply, startScriptedServer } from './support/scripted-server.ts';
import { skippingClock } from './support/skipping-clock.ts';
import { type Mishap, type SmallWorld, smallWorld } from './support/small-world.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const talk = { title: 'Queues', submitter_email: 'kim@example.org', abstract: 'All the way down.' };
const person = { email: 'kim@example.org', first_name: 'Kim' };

const losses: readonly (readonly [string, Reply])[] = [
  ['a reset', { reset: 'after reading' }],
  ['a 504', { status: 504, text: 'gateway timeout' }],
  ['a cut 201', { status: 201, half: '{"id":"created-1",' }],
  ['a 201 nested 100,000 levels deep', { status: 201, text: '['.repeat(100_000) + ']'.repeat(100_000) }],
];

const commands = [
  ['speakers', 'add'],
  ['submissions', 'add'],
  ['speakers', 'import'],
  ['submissions', 'import'],
] as const;

const everyLoss = commands.flatMap((command) => losses.map(([name, reply]) => [...command, name, reply] as const));

it.concurrent.each(everyLoss)(
  '%s %s, %s, with the record created after the first lookup: one record',
  async (noun, verb, _, reply) => {
    const { world, run } = await start([{ reply, creates: 'after the next list' }]);
    const { exitCode, stdout } = await run(noun, verb);
    expect({ exitCode, created: world.created.length, sent: world.sent() }).toEqual({
      exitCode: 0,
      created: 1,
      sent: 1,
    });
    expect(JSON.parse(stdout)).toMatchObject(
      verb === 'add' ? { id: 'created-1' } : { counts: { created: 1, unknown: 0 } },
    );
  },
);

it.concurrent.each(commands)(
  '%s %s, with the record created after the timeout: the outcome is unknown',
  async (noun, verb) => {
    const { run } = await start([{ reply: { status: 504, text: '' }, creates: 'at the end' }]);
    expect(await run(noun, verb, '--retries', '0')).toMatchObject({
      exitCode: 10,
      stderr: expect.stringContaining('"code":"outcome_unknown"'),
    });
  },
);

it.concurrent.each(commands)(
  '%s %s, with a cut 201 and a record that no list shows: sent once, unknown',
  async (noun, verb) => {
    const reply = { status: 201, half: '{"id":"created-1",' };
    const { world, run } = await start([{ reply, creates: 'never' }]);
    expect(await run(noun, verb)).toMatchObject({ exitCode: 10 });
    expect(world.sent()).toBe(1);
  },
);

it.concurrent.each(commands)('%s %s, refused with a 503 and nothing created: sent again', async (noun, verb) => {
  const { world, run } = await start([{ reply: { status: 503, text: '' }, creates: 'never' }]);
  expect(await run(noun, verb)).toMatchObject({ exitCode: 0 });
  expect({ created: world.created.length, sent: world.sent() }).toEqual({ created: 1, sent: 2 });
});

it.concurrent.each(commands)('%s %s, always refused with a 503: try again later', async (noun, verb) => {
  const refused: Mishap = { reply: { status: 503, text: '' }, creates: 'never' };
  const { run } = await start([refused, refused]);
  expect(await run(noun, verb, '--retries', '1')).toMatchObject({ exitCode: 7 });
});

it.concurrent.each(commands)(
  '%s %s, with every record created after the timeout: the outcome is unknown',
  async (noun, verb) => {
    const late: Mishap = { reply: { status: 504, text: '' }, creates: 'with the next attempt' };
    const { run } = await start([late, late]);
    const { exitCode, stdout, stderr } = await run(noun, verb, '--retries', '1');
    expect(exitCode).toBe(10);
    expect(`${stdout}${stderr}`).toContain('created-1 is in the list, but one of the');
  },
);

it.concurrent.each(commands)(
  '%s %s, with a 504 and then a conflict with a record that no list shows: unknown',
  async (noun, verb) => {
    const conflict: Mishap = { reply: { status: 409, json: { detail: 'taken' } }, creates: 'never' };
    const { world, run } = await start([{ reply: { status: 504, text: '' }, creates: 'never' }, conflict]);
    expect(await run(noun, verb, '--retries', '2')).toMatchObject({ exitCode: 10 });
    expect(world.sent()).toBe(2);
  },
);

it.concurrent('an older talk of the same title and submitter is never taken for the new one', async () => {
  const { world, run } = await start([{ reply: { status: 503, text: '' }, creates: 'never' }]);
  world.add({ ...talk, abstract: 'Last year.' });
  const { exitCode, stdout } = await run('submissions', 'add');
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toEqual({ id: 'created-2', ...talk });
});

it.concurrent('a talk that may be older or the new one: the outcome is unknown, and nothing is sent again', async () => {
  const { world, run } = await start([{ reply: { status: 503, text: '' }, creates: 'never' }]);
  world.add({ title: talk.title, submitter_email: talk.submitter_email });
  const { exitCode, stderr } = await run('submissions', 'add');
  expect(exitCode).toBe(10);
  expect(JSON.parse(stderr.trim().split('\n').at(-1) ?? '')).toMatchObject({
    error: {
      message:
        'it is unknown whether the record was created: the service failed (503); created-1 has the same title and submitter_email, but it is unknown whether it existed before',
      fix: 'look for title "Queues" and submitter_email "kim@example.org" in the list before you send it again',
      next: [{ command: 'plenary submissions list --all --event e' }],
    },
  });
  expect(world.sent()).toBe(1);
});

/** A server with these mishaps, one for each creation sent, and a function that runs a command against it. */
async function start(mishaps: readonly Mishap[]): Promise<{ world: SmallWorld; run: typeof run }> {
  const world = smallWorld({ onCreate: (number) => mishaps[number - 1] });
  const server = await startScriptedServer(world.script);
  const folder = temporaryFolder();
  const env = {
    PLENARY_BASE_URL: server.url,
    PLENARY_TOKEN: 'token',
    PLENARY_EVENT: 'e',
    PLENARY_CONFIG_DIR: folder.file('config'),
    PLENARY_STATE_DIR: folder.file('state'),
  };

  async function run(noun: 'speakers' | 'submissions', verb: 'add' | 'import', ...flags: readonly string[]) {
    const record = noun === 'speakers' ? person : talk;
    const args = verb === 'add' ? addFlags(record) : [importFile(record)];
    const end = await plenary([noun, verb, ...args, '--json', ...flags], { env, clock: skippingClock() });
    await server.close();
    world.end();
    folder.remove();
    return end;
  }

  function importFile(record: Readonly<Record<string, string>>): string {
    const file = folder.file('records.csv');
    writeFileSync(file, `${Object.keys(record).join()}\n${Object.values(record).join()}\n`);
    return file;
  }

  return { world, run };
}

function addFlags(record: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(record).flatMap(([name, value]) => [`--${name.replaceAll('_', '-')}`, value]);
}
