// A command as a row: what its handler receives, and that whatever it says has no secret.
import { PassThrough } from 'node:stream';
import { Command } from 'commander';
import { expect, it } from 'vitest';
import { testIo } from '../../test/support/program.ts';
import { UsageError } from '../errors.ts';
import { defineCommand } from './command.ts';
import { addCommand, addGlobalFlags } from './declare.ts';
import { flag } from './flag.ts';
import { say, sayNow } from './io.ts';
import { run } from './run.ts';

const flags = {
  dryRun: flag.boolean('show what would be done'),
  mode: flag.choice('<how>', 'what an empty cell does', {
    choices: ['keep', 'clear'],
    default: 'keep',
  }),
  pause: flag.duration(0, 'how long to wait', { default: '2m' }),
  seats: flag.wholeNumber('<n>', 'how many seats', { from: 1, to: 9 }),
  room: flag.list('<name>', 'a room; repeatable', { excludes: ['seats', 'json'] }),
  floor: flag.text('<name>', 'the floor of the rooms', { needs: 'room' }),
  lights: flag.onOff('switch the lights on', 'switch them off'),
};

async function runRow(...words: readonly string[]): Promise<unknown> {
  let received: unknown;
  const row = defineCommand({
    words: 'reserve',
    description: 'Reserve rooms',
    sends: 'none',
    arguments: {
      day: { description: 'the day' },
      until: { description: 'the last day', isOptional: true },
    },
    flags,
    load: async () => async (context, args) => {
      received = { ...args, ...context.flags, typed: [...context.typed.keys()] };
    },
  });
  const program = new Command('plenary');
  addGlobalFlags(program);
  addCommand(program, row, testIo());
  await program.parseAsync(['reserve', ...words], { from: 'user' });
  return received;
}

it('receives what its flags mean, and its arguments by name', async () => {
  const typed = ['--dry-run', '--seats', '4', '--no-lights', '--mode', 'clear'];
  expect(await runRow('2027-05-02', ...typed)).toEqual({
    day: '2027-05-02',
    until: undefined,
    dryRun: true,
    mode: 'clear',
    pause: 120_000,
    seats: 4,
    room: [],
    floor: undefined,
    lights: false,
    typed: ['dryRun', 'mode', 'seats', 'lights'],
  });
  expect(await runRow('a', 'b', '--room', 'A', '--room', 'B', '--floor', '2')).toMatchObject({
    until: 'b',
    mode: 'keep',
    seats: undefined,
    room: ['A', 'B'],
    floor: '2',
    lights: undefined,
  });
});

it.each([
  [['--seats', '0'], '--seats 0: not a whole number from 1 to 9'],
  [['--pause', '5'], '--pause 5: the unit is missing'],
  [['--room', 'A', '--seats', '2'], '--seats and --room cannot be combined'],
  [['--floor', '2'], '--floor: used only with --room NAME'],
])('is refused with %j', async (words, message) => {
  await expect(runRow('2027-05-02', ...words)).rejects.toThrow(message);
});

it('cannot show the token, whatever a handler says', async () => {
  const token = 'plt_0123456789';
  const stderr = new PassThrough();
  const io = { ...testIo(), stderr, env: { PLENARY_TOKEN: token } };
  // The token is known from the start of any command line.
  await run([`--${token}`], io);
  const { run: runHandler } = defineCommand({
    words: 'careless',
    description: 'Say too much',
    sends: 'none',
    load: async () => async (context) => {
      await context.notice(`A notice with ${token}.`);
      await say(context.io, `A line with ${token}.\n`);
      sayNow(context.io, `Progress with ${token}, for postgres://ada:hunter22@db/plenary.\n`);
      throw new UsageError(`an error with ${token}`);
    },
  });
  const invocation = {
    io,
    global: { color: true, input: true },
    raw: {},
    typed: new Set<string>(),
    args: [],
  };
  await runHandler(invocation).catch((error: unknown) => expect(error).toBeInstanceOf(UsageError));
  expect(String(stderr.read()).split('\n')).toEqual([
    "Error: unknown option '--[token]'",
    'Fix: look up the usage',
    'Next: plenary --help',
    'A notice with [token].',
    'A line with [token].',
    'Progress with [token], for postgres://ada@db/plenary.',
    '',
  ]);
});
