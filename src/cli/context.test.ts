// The parts of a context that outlive one call: the client and the listeners for signals.
import { PassThrough } from 'node:stream';
import { afterEach, expect, it } from 'vitest';
import { testIo } from '../../test/support/program.ts';
import { type Context, createContext } from './context.ts';
import type { Io } from './io.ts';

let context: Context | undefined;
afterEach(() => context?.close());

function open(io: Partial<Io> = {}): Context {
  context = createContext(
    { ...testIo(), ...io },
    { global: { color: true, input: true }, flags: {} },
  );
  return context;
}

it('gives callers at the same time the same client', async () => {
  const { client } = open({
    env: { PLENARY_BASE_URL: 'http://127.0.0.1:9', PLENARY_TOKEN: 'plt_a' },
  });
  const [first, second] = await Promise.all([client(), client()]);
  expect(second).toBe(first);
});

it('closes although no client could be opened', async () => {
  const { client, close } = open();
  await expect(client()).rejects.toThrow('(base-url) is not set');
  await expect(close()).resolves.toBeUndefined();
});

it('names the command that saves a missing setting, for the profile in use', async () => {
  const env = { PLENARY_BASE_URL: 'http://127.0.0.1:9', PLENARY_TOKEN: 'plt_a' };
  context = createContext(
    { ...testIo(), env },
    { global: { color: true, input: true, profile: 'work' }, flags: {} },
  );
  await expect(context.required('event')).rejects.toMatchObject({
    fix:
      'pass --event, set PLENARY_EVENT, or save it with `plenary config set event VALUE ' +
      '--profile work`',
    next: [],
  });
});

it('names the login first if there is no token either', async () => {
  await expect(open().required('event')).rejects.toMatchObject({
    fix: expect.stringMatching(/^log in with --event EVENT; or pass --event, /),
    next: [{ command: 'plenary auth login --event EVENT' }],
  });
});

it.each([
  [true, 0],
  [false, 1],
])('listens for a signal until it is closed: %s', async (isClosed, expected) => {
  const stopped = new AbortController();
  const { onStop, close } = open({ stopped: stopped.signal });
  let calls = 0;
  onStop(() => calls++);
  if (isClosed) await close();
  stopped.abort('SIGINT');
  expect(calls).toBe(expected);
});

it.each([
  [true, true, true],
  [true, false, false],
  [false, true, false],
])('asks only if questions can be read and answered: %s, %s', (isInput, isShown, expected) => {
  const stream = (isTTY: boolean) => Object.assign(new PassThrough(), { isTTY });
  expect(open({ stdin: stream(isInput), stderr: stream(isShown) }).interactive).toBe(expected);
});

it.each([
  ['true', false],
  ['1', false],
  ['false', true],
  ['', true],
])('asks nobody at the terminal of a CI system: CI=%s', (CI, expected) => {
  const stream = () => Object.assign(new PassThrough(), { isTTY: true });
  expect(open({ stdin: stream(), stderr: stream(), env: { CI } }).interactive).toBe(expected);
});

const printed = async (columns: number | undefined, text: string) => {
  let shown = '';
  const stderr = Object.assign(
    new PassThrough().on('data', (chunk) => {
      shown += chunk;
    }),
    columns === undefined ? {} : { columns },
  );
  await open({ stderr }).notice(text);
  return shown;
};

it('wraps notices at words to the width of a terminal, and not in a pipe', async () => {
  const text = 'Left out: 2 talks, whose rooms are not known before the start of the next session.';
  expect(await printed(40, text)).toBe(
    'Left out: 2 talks, whose rooms are not\nknown before the start of the next\nsession.\n',
  );
  expect(await printed(undefined, text)).toBe(`${text}\n`);
});

it.each([
  [
    'After fixing them, run the same command: plenary speakers import fix.csv',
    'After fixing them, run the same command:\nplenary speakers import fix.csv',
  ],
  [
    'To serve it, run `node bin/plenary.js serve --data conference.db`.',
    'To serve it, run\n`node bin/plenary.js serve --data conference.db`.',
  ],
  [
    '  a line of a list, which is wider than the terminal',
    '  a line of a list, which is wider than\n  the terminal',
  ],
  [
    'Title                   Speaker                   Room',
    'Title                   Speaker                   Room',
  ],
])('leaves a command and a table whole: %s', async (text, shown) =>
  expect(await printed(40, text)).toBe(`${shown}\n`),
);
