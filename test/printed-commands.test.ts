// The check that runs beside each command of the tests: a printed command must be one that the program accepts.
import { expect, it } from 'vitest';
import { checkPrinted } from './support/program.ts';

const check = (stderr: string, args: readonly string[] = ['speakers', 'list'], stdout = '') =>
  checkPrinted(args, {}, { stdout, stderr });

it.each([
  ['Next: plenary speakers lst', "unknown command 'lst'"],
  ['Next: plenary speakers list --evnt x', "unknown option '--evnt'"],
  ['To resume: plenary runs resume', "missing required argument 'run'"],
  ['  plenary service event add --data x.db --id devconf', "required option '--name <name>' not specified"],
  ['Fix: use `plenary speakers delete`', "unknown command 'delete'"],
  ['To apply it: plenary speakers apply it now', 'too many arguments'],
  ['Run plenary sessions check to list them.', 'has no clear end'],
  ['{"error":{"message":"x","next":[{"command":"plenary runs shw R"}]}}', "unknown command 'shw'"],
  ['{"error":{"message":"x","fix":"run `plenary runs shw`"}}', "unknown command 'shw'"],
])('refuses %s', (stderr, fault) => expect(() => check(stderr)).toThrow(fault));

it('refuses a command that lacks the event, the profile or the address that was typed', () => {
  const typed = ['speakers', 'list', '--event', 'e', '--base-url=http://x', '--profile', 'p'];
  const flags = '--event and --profile and --base-url';
  expect(() => check('Next: plenary speakers list', typed)).toThrow(`without ${flags}`);
  expect(() => check('', typed, '{"next":[{"command":"plenary auth login"}]}')).toThrow(`without ${flags}`);
  expect(() => check('Next: plenary runs list', typed)).not.toThrow();
});

it.each([
  'Next: plenary speakers list --all',
  "To apply it: plenary submissions apply 'a b.csv' --map 'A b=title'",
  'Fix: use `plenary sessions apply` with the file, or `plenary sessions plan FILE --out plan.json`',
  'Usage: plenary speakers list [options]',
  'Error: cannot read /tmp/plenary speakers.csv',
])('accepts %s', (stderr) => expect(() => check(stderr)).not.toThrow());
