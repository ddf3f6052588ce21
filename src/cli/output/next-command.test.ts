// Suggested commands repeat the flags of the service, for the commands that use them.
import { expect, it } from 'vitest';
import { testIo } from '../../../test/support/program.ts';
import { createProgram, groupNames } from '../command-tree.ts';
import { nextCommand, typedFlags } from './next-command.ts';

const all = {
  profile: 'my work',
  baseUrl: 'https://conf.example',
  caCert: "a'b.pem",
  insecureHttp: true,
};

it.each([
  [
    'plenary runs resume R',
    "plenary runs resume R --profile 'my work' --base-url https://conf.example --ca-cert " +
      "'a'\\''b.pem' --insecure-http",
  ],
  [
    'plenary auth login --base-url=https://other.example --profile x',
    "plenary auth login --base-url=https://other.example --profile x --ca-cert 'a'\\''b.pem' " +
      '--insecure-http',
  ],
  ['plenary config unset event', "plenary config unset event --profile 'my work'"],
  [
    'plenary runs undo R --base-url https://other.example --profile x',
    "plenary runs undo R --base-url https://other.example --profile x --ca-cert 'a'\\''b.pem' " +
      '--insecure-http',
  ],
  ['plenary runs show R', 'plenary runs show R'],
  ['plenary runs list', 'plenary runs list'],
  ['plenary service init --data x.db', 'plenary service init --data x.db'],
  ['plenary speakers add --help', 'plenary speakers add --help'],
])('%s', (command, expected) => expect(nextCommand(command, all)).toBe(expected));

it('repeats the event for each command that has one, and for no other', () => {
  const { commands } = createProgram(testIo(), groupNames);
  const all = commands.flatMap((group) => (group.name() === 'api' ? [group] : group.commands));
  const named = all.map((command) => {
    const path = [command.parent?.name(), command.name()]
      .filter((name) => name !== 'plenary')
      .join(' ');
    // Runs are found whatever event they are of.
    const hasEvent = path !== 'runs list' && command.options.some(({ long }) => long === '--event');
    return { path, hasEvent };
  });
  expect(named.length).toBeGreaterThan(40);
  for (const { path, hasEvent } of named) {
    const command = `plenary ${path}`;
    expect(nextCommand(command, { event: 'e 1' })).toBe(
      hasEvent ? `${command} --event 'e 1'` : command,
    );
  }
});

it('repeats flags of the command that were typed', () => {
  const typed = new Map<string, true | string | readonly string[]>([
    ['map', ['A b=title', 'c=']],
    ['create', true],
    ['layout', 'grid'],
  ]);
  expect(typedFlags({ typed }, ['empty', 'create', 'map', 'sheet'])).toBe(
    " --create --map 'A b=title' --map 'c='",
  );
});

it('repeats only what was typed, and no address with a password', () => {
  expect(nextCommand('plenary auth status', {})).toBe('plenary auth status');
  expect(
    nextCommand('plenary auth status', {
      baseUrl: 'https://u:secret@conf.example',
      insecureHttp: false,
    }),
  ).toBe('plenary auth status');
});
