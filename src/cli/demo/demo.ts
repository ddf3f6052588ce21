// The tour itself: which commands are run, in which order, with what said between them.
import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { say as toStderr } from '../io.ts';
import { shellWord } from '../output/text.ts';
import { type Conference, type Stage, setStage } from './stage.ts';

const conference: Conference = { id: 'harbour-2027', name: 'Harbour Conf 2027', timezone: 'Europe/Lisbon' };

/** Plays it to the end, and leaves nothing behind even where it is interrupted. */
export async function runDemo(context: Context): Promise<void> {
  const { io } = context;
  await say(context, `${conference.name}: a service on this machine, with a database that is thrown away afterwards.`);
  const stage = await setStage(io, conference);
  try {
    await play(context, stage);
  } finally {
    await stage.strike();
  }
  await say(context, closing);
}

async function play(context: Context, stage: Stage): Promise<void> {
  const show = (...args: string[]) => perform(context, stage, args);

  await say(context, 'One speaker by hand:');
  await show('speakers', 'add', '--email', 'ines.duarte@example.org', '--first-name', 'Inês', '--last-name', 'Duarte');

  await say(
    context,
    'The others from a spreadsheet. A row that breaks a limit ends in a file of its own, to be mended:',
  );
  await show('speakers', 'import', 'speakers.csv', '--skip-invalid', '--rejects', 'rejects.csv');
  await say(context, 'The talks that were proposed, likewise:');
  await show('submissions', 'import', 'submissions.csv', '--skip-invalid', '--rejects', 'rejects.csv');

  await say(context, 'What came in for the backend track?');
  await show('submissions', 'search', '--track', 'backend', '--page-size', '8');

  await say(context, 'Whoever is accepted is told so, with a word from the committee:');
  const id = await firstSubmission(stage);
  const word = ['--feedback', 'The committee loved it.'];
  await show('submissions', 'update', id, '--status', 'accepted', ...word, '--fields', 'title,status');

  await say(context, `It gets a room and a time, in ${conference.timezone}:`);
  const start = ['--start', '2027-05-20 09:30'];
  await show('sessions', 'place', id, '--room', 'Lighthouse', ...start, '--fields', 'title,room,start');
  await say(context, 'All the others from a schedule file; had any two of them clashed, nothing would be sent:');
  await show('sessions', 'apply', 'schedule.csv');

  await say(context, 'The first day in three of the rooms; `timetable export` makes a page of it, or a calendar:');
  const part = ['--day', '2027-05-20', '--rooms', 'Lighthouse,Boathouse,Pier 3'];
  await show('timetable', 'show', '--schedule', 'schedule.csv', ...part);
}

async function firstSubmission(stage: Stage): Promise<string> {
  const { stdout } = await stage.run(['submissions', 'list', '--limit', '1', '--json'], 'kept');
  const [{ id }]: [{ id: string }] = JSON.parse(stdout);
  return id;
}

/** Shows a command, then runs it before everybody's eyes. */
async function perform(context: Context, stage: Stage, args: readonly string[]): Promise<void> {
  const { io, style } = context;
  const shown = args.map(shellWord).join(' ');
  await toStderr(io, `\n${style.stderr.green('$')} ${style.stderr.bold(`plenary ${shown}`)}\n`);
  await breathe(context, 300);
  const { exitCode } = await stage.run(args, 'shown');
  if (![0, rejectsExitCode(args)].includes(exitCode)) throw new Error(`the demo's own command ended with ${exitCode}`);
  await breathe(context, 600);
}

/** An import that leaves rows out says so in its exit code. */
function rejectsExitCode(args: readonly string[]): number {
  return args.includes('--skip-invalid') ? 9 : 0;
}

async function say({ io, style }: Context, text: string): Promise<void> {
  await toStderr(io, `\n${style.stderr.dim(text)}\n`);
}

/** Time to read, where somebody is reading. */
async function breathe({ io, interactive }: Context, milliseconds: number): Promise<void> {
  if (interactive) await pause(milliseconds, undefined, { signal: io.stopped });
}

const closing = `That was real: the same commands work on your service. To go on:

  plenary service init --data plenary.db     a service of your own, and its token
  plenary service event add --data plenary.db --id devconf --name DevConf --timezone Europe/Berlin
  plenary serve --data plenary.db
  plenary auth login --base-url http://127.0.0.1:8080 --event devconf
  plenary speakers import examples/speakers.csv --dry-run
  plenary --help

In a clone, "plenary" is "node bin/plenary.js" until you say: npm link`;
