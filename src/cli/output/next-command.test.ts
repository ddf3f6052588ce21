// Suggested commands repeat the flags of the service, for the commands that use them.
import { expect, it } from 'vitest';
import { nextCommand } from './next-command.ts';

const all = { profile: 'my work', baseUrl: 'https://conf.example', caCert: "a'b.pem", insecureHttp: true };

it.each([
  [
    'plenary runs resume R',
    "plenary runs resume R --profile 'my work' --base-url https://conf.example --ca-cert 'a'\\''b.pem' --insecure-http",
  ],
  [
    'plenary auth login --base-url=https://other.example --profile x',
    "plenary auth login --base-url=https://other.example --profile x --ca-cert 'a'\\''b.pem' --insecure-http",
  ],
  ['plenary config unset event', "plenary config unset event --profile 'my work'"],
  ['plenary runs show R', 'plenary runs show R'],
  ['plenary runs list', 'plenary runs list'],
  ['plenary service init --data x.db', 'plenary service init --data x.db'],
  ['plenary speakers add --help', 'plenary speakers add --help'],
])('%s', (command, expected) => expect(nextCommand(command, all)).toBe(expected));

it('repeats only what was typed, and no address with a password', () => {
  expect(nextCommand('plenary auth status', {})).toBe('plenary auth status');
  expect(nextCommand('plenary auth status', { baseUrl: 'https://u:secret@conf.example', insecureHttp: false })).toBe(
    'plenary auth status',
  );
});
