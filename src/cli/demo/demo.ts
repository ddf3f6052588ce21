// The tour itself: which commands are run, in which order, with what said between them.
import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { say as toStderr } from '../io.ts';
import { shellWord } from '../shell-word.ts';
import { type Conference, type Stage, setStage } from './stage.ts';

const conference: Conference = { id: 'harbour-2027', name: 'Harbour Conf 2027', timezone: 'Europe/Lisbon' };
const rooms = ['Lighthouse', 'Pier 3'];
const times = ['2027-05-20 09:30', '2027-05-20 10:30', '2027-05-20 11:30', '2027-05-20 14:00'];

/** How many commands of a kind are shown; the others are run in silence. */
const performed = 2;

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

  const ids = await submissionIds(stage);
  await say(context, 'Some are accepted, with a word to their submitters:');
  const accept = (id: string) => ['submissions', 'update', id, '--status', 'accepted'];
  for (const id of ids.slice(0, performed)) {
    await show(...accept(id), '--feedback', 'The committee loved it.', '--fields', 'id,title,status');
  }
  await Promise.all(ids.slice(performed).map((id) => stage.run(accept(id), 'kept')));
  await say(context, `(and ${ids.length - performed} more)`);

  await say(context, `Now they get rooms and times, in ${conference.timezone}:`);
  const place = (id: string, index: number) => {
    const room = rooms[index % rooms.length] ?? '';
    const start = times[Math.floor(index / rooms.length)] ?? '';
    return ['sessions', 'place', id, '--room', room, '--start', start];
  };
  const placings = ids.map(place);
  for (const placing of placings.slice(0, performed)) await show(...placing, '--fields', 'title,room,start');
  await Promise.all(placings.slice(performed).map((placing) => stage.run(placing, 'kept')));
  await say(context, `(and ${ids.length - performed} more)\n\nThe program so far:`);
  await show('sessions', 'list', '--fields', 'start,room,title');
}

/** As many talks as there are rooms and times. */
async function submissionIds(stage: Stage): Promise<readonly string[]> {
  const limit = String(rooms.length * times.length);
  const { stdout } = await stage.run(['submissions', 'list', '--limit', limit, '--output', 'ndjson'], 'kept');
  return stdout
    .trim()
    .split('\n')
    .map((line) => String(JSON.parse(line).id));
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
