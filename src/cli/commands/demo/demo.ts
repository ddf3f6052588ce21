// Runs the demo: its commands in order, with an explanation before each.

import { readFileSync } from 'node:fs';
import { basename, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { shellWord } from '../../../contract/escape.ts';
import type { Context } from '../../context.ts';
import { type Io, say } from '../../io.ts';
import { commandFor, shellOf } from '../../output/shell.ts';
import { wrapToWidth } from '../../output/width.ts';
import { type Conference, type DemoService, startDemoService } from './service.ts';

const conference: Conference = {
  id: 'harbour-2027',
  name: 'Harbour Conf 2027',
  timezone: 'Europe/Lisbon',
  formats: ['talk=40', 'lightning=10', 'workshop=90'],
};

/** Runs the demo to its end. Its service and files are removed even if it is interrupted. */
export async function runDemo(context: Context): Promise<void> {
  const { io } = context;
  io.holdSignals();
  await explain(
    context,
    `${conference.name}: a service on this machine, with a database that is deleted afterward.`,
  );
  const examples = examplesFolder(io);
  const service = await startDemoService(io, conference, examples);
  try {
    await showCommands(context, service, examples);
  } finally {
    await service.stop();
  }
  await explain(
    context,
    `Those were real commands, and they work on any service. ${nextStepsProse}`,
  );
  const commands = commandFor(shellOf(io), nextCommands(programCommand(io), examples));
  await say(io, `\n${commands}\n`);
}

/**
 * How to start this program from the current folder: `plenary` if it is installed, `node
 * bin/plenary.js` in a clone.
 */
export function programCommand({ self, env }: Pick<Io, 'self' | 'env'>): string {
  const [, script] = self;
  if (env.npm_command === 'exec') return shellLine(['npx', npxPackage(script)]);
  const isInstalled = !basename(script).endsWith('.js') || /[\\/]node_modules[\\/]/.test(script);
  return isInstalled ? 'plenary' : shellLine(['node', relative('', script)]);
}

/**
 * What npx was asked to run: the name of an installed package or, for one run only, an archive,
 * which npx needs as a relative path.
 */
function npxPackage(script: string): string {
  const [folder] = /^.*[\\/]_npx[\\/][^\\/]+(?=[\\/])/.exec(script) ?? [];
  if (folder === undefined) return 'plenary';
  const { dependencies }: { dependencies?: { readonly plenary?: string } } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  const [, archive] = /^file:(.+)$/.exec(dependencies?.plenary ?? '') ?? [];
  if (archive === undefined) return 'plenary';
  const path = relative('', resolve(folder, archive));
  return path.startsWith('..') ? path : `./${path}`;
}

/**
 * The folder of the example files: relative if it is below the current folder, so that the commands
 * stay short.
 */
function examplesFolder({ packageDirectory }: Io): string {
  const folder = join(packageDirectory, 'examples');
  const path = relative('', folder);
  return isAbsolute(path) || path.split(sep)[0] === '..' ? folder : path;
}

async function showCommands(
  context: Context,
  service: DemoService,
  examples: string,
): Promise<void> {
  const show = (line: string, ...more: string[]) =>
    showCommand(context, service, [...line.split(' '), ...more]);
  const file = (name: string) => join(examples, name);

  await explain(context, 'Add one speaker by hand:');
  await show('speakers add --email ines.duarte@example.org --first-name Inês --last-name Duarte');

  await explain(
    context,
    'Import the others from a spreadsheet. Rows that break a limit are written to a separate ' +
      'file, so that you can fix them:',
  );
  const rejects = ['--skip-invalid', '--rejects'];
  await show('speakers import', file('speakers.csv'), ...rejects, 'speakers-rejects.csv');
  await explain(context, 'Import the proposed talks in the same way:');
  await show('submissions import', file('submissions.csv'), ...rejects, 'submissions-rejects.csv');

  await explain(context, 'Find the submissions for the backend track:');
  await show('submissions search --track backend --page-size 8');

  await explain(context, 'Accept one, with feedback from the committee to its submitter:');
  const id = await firstSubmission(service);
  const feedback = ['--feedback', 'The committee loved it.'];
  const titleAndStatus = ['--fields', 'title,status'];
  await show(`submissions update ${id} --status accepted`, ...feedback, ...titleAndStatus);

  await explain(context, `Give it a room and a time, in ${conference.timezone}:`);
  const start = ['--start', '2027-05-20 09:30'];
  const titleAndPlace = ['--fields', 'title,room,start'];
  await show(`sessions place ${id} --room Lighthouse`, ...start, ...titleAndPlace);
  await explain(
    context,
    'Place all others from a schedule file. If two of them clashed, nothing would be sent:',
  );
  await show('sessions apply', file('schedule.csv'));

  await explain(
    context,
    'Show the first day in three of the rooms. `timetable export` writes it as a web page or a ' +
      'calendar:',
  );
  const part = ['--day', '2027-05-20', '--rooms', 'Lighthouse,Boathouse,Pier 3'];
  await show('timetable show --schedule', file('schedule.csv'), ...part);
}

async function firstSubmission(service: DemoService): Promise<string> {
  const { stdout } = await service.run(
    ['submissions', 'list', '--limit', '1', '--json'],
    'captured',
  );
  const [{ id }]: [{ id: string }] = JSON.parse(stdout);
  return id;
}

/** Prints a command, then runs it with its output shown. */
async function showCommand(
  context: Context,
  service: DemoService,
  args: readonly string[],
): Promise<void> {
  const { io, style } = context;
  const command = commandFor(shellOf(io), `${programCommand(io)} ${shellLine(args)}`);
  await say(io, `\n${style.stderr.green('$')} ${style.stderr.bold(command)}\n`);
  await waitForReader(context, 300);
  const { exitCode } = await service.run(args, 'shown');
  // An import that leaves rows out ends with 9.
  const expected = args.includes('--skip-invalid') ? 9 : 0;
  if (exitCode !== 0 && exitCode !== expected)
    throw new Error(`${command} ended with exit code ${exitCode}`);
  await waitForReader(context, 600);
}

/**
 * Prints prose, wrapped to the terminal. Commands are not wrapped, because a wrapped command cannot
 * be pasted.
 */
async function explain({ io, style }: Context, text: string): Promise<void> {
  const lines = wrapToWidth(text, io.stderr.columns || 80);
  await say(io, `\n${lines.map(style.stderr.dim).join('\n')}\n`);
}

async function waitForReader({ io, interactive }: Context, milliseconds: number): Promise<void> {
  if (interactive) await pause(milliseconds, undefined, { signal: io.stopped });
}

const nextStepsProse =
  'To continue with a service of your own, run these commands. The first prints a token. Run ' +
  'the third in a separate terminal:';

function nextCommands(program: string, examples: string): string {
  const formats = conference.formats.map((format) => ` --format ${format}`).join('');
  const event = `--id devconf --name DevConf --timezone ${conference.timezone}${formats}`;
  const commands = [
    'service init --data plenary.db',
    `service event add --data plenary.db ${event}`,
    'serve --data plenary.db',
    'auth login --base-url http://127.0.0.1:8080 --event devconf',
    `speakers import ${shellWord(join(examples, 'speakers.csv'))} --dry-run`,
    '--help',
  ];
  return commands.map((command) => `  ${program} ${command}`).join('\n');
}

function shellLine(words: readonly string[]): string {
  return words.map(shellWord).join(' ');
}
