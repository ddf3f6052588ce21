// What TAB offers: the words that `plenary __complete` prints for a command line.
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { allCommands } from '../../src/cli/commands/all-commands.ts';
import { plenary } from '../support/program.ts';
import { sharedFolder, sharedService } from '../support/stage.ts';
import { wholeProgram } from '../support/whole-program.ts';

const service = sharedService();
const folder = sharedFolder();
const settings = {
  PLENARY_CONFIG_DIR: folder.file('config'),
  PLENARY_STATE_DIR: folder.file('state'),
};

const run = '20270412-081530-5f0c9a1e';
mkdirSync(folder.file(`state/runs/${run}`), { recursive: true });
mkdirSync(folder.file('config'));
const profiles = { work: { settings: { event: 'pycon' } }, 'two words': {}, 'with\nline': {} };
writeFileSync(folder.file('config/config.json'), JSON.stringify({ profiles }), { mode: 0o600 });
mkdirSync(folder.file('broken'));
writeFileSync(folder.file('broken/config.json'), '{', { mode: 0o600 });

async function linesAfter(
  words: readonly string[],
  env: Readonly<Record<string, string>> = settings,
) {
  const { exitCode, stdout, stderr } = await plenary(['__complete', '--', ...words], { env });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return stdout.split('\n').slice(0, -1);
}

async function offeredAfter(words: readonly string[], env?: Readonly<Record<string, string>>) {
  return (await linesAfter(words, env)).map((line) => line.split('\t')[0]);
}

it.each<readonly [typed: string, offered: readonly string[]]>([
  ['s', ['speakers', 'submissions', 'sessions', 'service', 'status', 'serve', 'schema']],
  ['--profile work speakers l', ['list']],
  ['--output=json -o csv speakers s', ['show']],
  ['service event ', ['add', 'set', 'list']],
  ['help e', ['events', 'exit-codes', 'environment']],
  ['help sessions a', ['apply', 'autoplace']],
  ['nonsense ', []],

  ['runs verify --de', ['--detailed-exitcode', '--debug']],
  ['speakers list --yes --event devconf --q', ['--query', '--quiet']],
  ['program pull --no-p', ['--no-private-columns']],
  ['timetable export --format html --for', []],
  ['sessions check --shared-room A --shared', ['--shared-room']],

  ['speakers apply --empty ', ['keep', 'clear']],
  ['speakers apply --empty=c', ['--empty=clear']],
  ['speakers apply --empty = c', ['--empty=clear']],
  ['-o ', ['table', 'json', 'ndjson', 'csv']],
  ['completion ', ['bash', 'zsh', 'fish', 'powershell']],
  ['schema ru', ['runs', 'run', 'run-verification']],
  ['api P', ['POST', 'PATCH', 'PUT']],
  ['config get ba', ['base-url']],
  ['submissions list --status acc', ['accept_queue', 'accepted']],
  ['speakers list --status ', ['invited', 'confirmed', 'declined']],
  ['speakers update a@b --speaker-status c', ['confirmed']],
  ['content-items list --status ', ['received', 'missing', 'needs_changes']],
  ['sessions autoplace --status d', ['draft', 'decline_queue', 'declined']],

  ['speakers import ', [':files']],
  ['sessions autoplace --rooms-file=r', [':files']],
  ['program pull ', [':folders']],
  ['serve -- n', [':files']],
  ['speakers add --title ', []],

  ['contacts search --fields email,n', ['email,name']],
  ['contacts search --fields --j', ['--json']],
  ['sessions list --sort room,-st', ['room,-start', 'room,-status']],
  ['speakers missing --where m', ['missing=']],
  ['runs list --fields und', ['undoable']],

  ['sessions check --timezone Europe/Be', ['Europe/Belgrade', 'Europe/Berlin']],
  ['--profile ', ['default', 'work', 'two words']],
  ['speakers list --event ', ['pycon']],
  ['runs resume ', [run]],
])('offers after %j', async (typed, offered) => {
  expect(await offeredAfter(typed.split(' '))).toEqual(offered);
});

it('offers each flag of each command', async () => {
  const program = wholeProgram();
  for (const { words } of allCommands()) {
    const path = words.split(' ');
    const command = path.reduce(
      (parent, word) => parent.commands.find((each) => each.name() === word) ?? parent,
      program,
    );
    const flags = [...command.options, ...program.options].flatMap(({ long }) => long ?? []);
    const offered = await offeredAfter([...path, '--']);
    expect(offered.toSorted()).toEqual(
      [...flags.filter((flag) => flag !== '--version'), '--help'].toSorted(),
    );
  }
});

it('offers the ids of an event with the names, and hides the token in them', async () => {
  const add = async (first: string, email: string) => {
    const { stdout } = await service.plenary([
      'speakers',
      'add',
      '--email',
      email,
      '--first-name',
      first,
      '--json',
    ]);
    return JSON.parse(stdout).id;
  };
  const amina = await add('Amina', 'amina@example.org');
  const leaked = await add(service.token, 'bo@example.org');
  expect(await linesAfter(['speakers', 'show', ''], service.env)).toEqual([
    `${amina}\tAmina`,
    `${leaked}\t[token]`,
  ]);
  expect(await offeredAfter(['speakers', 'update', '--event', 'other', ''], service.env)).toEqual(
    [],
  );
});

it('waits for a service for a moment only', async () => {
  const server = createServer(() => undefined).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...settings,
    PLENARY_BASE_URL: url,
    PLENARY_TOKEN: 'secret-token-1234',
    PLENARY_EVENT: 'devconf',
  };
  const started = Date.now();
  expect(await offeredAfter(['speakers', 'show', ''], env)).toEqual([]);
  expect(Date.now() - started).toBeLessThan(10_000);
  server.closeAllConnections();
  server.close();
});

it.each([
  ['--profile', ''],
  ['runs', 'show', ''],
  ['speakers', 'show', ''],
  ['__proto__', ''],
])('prints nothing if the words cannot be read: %j %j', async (...words) => {
  const broken = {
    PLENARY_CONFIG_DIR: folder.file('broken'),
    PLENARY_STATE_DIR: folder.file('broken/config.json'),
  };
  expect(await linesAfter(words, broken)).toEqual([]);
});

it('passes the words of PowerShell on, and inserts offers as they must be typed', async () => {
  const { stdout } = await plenary(['completion', 'powershell']);
  // Windows PowerShell reads it in the encoding of the system.
  expect(stdout).toMatch(/^[\x20-\x7e\n]+$/);
  for (const line of [
    'Register-ArgumentCompleter -Native -CommandName plenary -ScriptBlock {',
    "  $arguments = @('__complete', '--') + $words + $last",
    "  if ($lines[0] -in ':files', ':folders') { return }",
    "    $text, $about = $line -split '\\t', 2",
    "    if ($inserted -match '[^\\w.:+/=@-]') {",
    '      $inserted = "\'$($code::EscapeSingleQuotedStringContent($inserted))\'"',
  ])
    expect(stdout.split('\n')).toContain(line);
  // An empty word at the end, as `$last` passes it.
  expect(await linesAfter(['service', 'token', 'l'])).toEqual([
    expect.stringMatching(/^list\tList /),
  ]);
});
