// Runs every bulk and single command against one server, and checks after each what must hold whatever the server does.
import { writeFileSync } from 'node:fs';
import { expect } from 'vitest';
import { type CommandResult, plenary } from '../program.ts';
import { skippingClock } from '../skipping-clock.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { type AnyServer, type Fields, type Kind, type Resource, startServer } from './server.ts';

/** The exit codes of each group of commands, without repetition: `0`, or `0,7` */
export type Ends = Readonly<Partial<Record<Step, string>>>;

export const steps = [
  'import',
  'again',
  'update',
  'plan',
  'apply',
  'reapply',
  'list',
  'lists',
  'add',
  'change',
  'place',
] as const;

type Step = (typeof steps)[number];

/** What the event has at first: more than two pages of three. */
const before = 7;
/** What the files of an import have: all of these, and new ones. */
const rows = 10;
const placed = 4;

const email = (number: number) => `speaker${number}@example.org`;
const title = (number: number) => `Talk ${number}`;
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
const hour = (number: number) => `2027-05-20T${String(8 + number).padStart(2, '0')}:00:00+00:00`;

const seed: Readonly<Record<Resource, readonly Fields[]>> = {
  speakers: numbers(before).map((n) => ({ email: email(n), first_name: `Name ${n}` })),
  submissions: numbers(before).map((n) => ({
    title: title(n),
    submitter_email: email(n),
    ...(n <= placed && { room: 'Hall', start: hour(n) }),
  })),
};

const files = {
  'speakers.csv': ['email,first_name', ...numbers(rows).map((n) => `${email(n)},Name ${n}`)],
  'submissions.csv': ['title,submitter_email', ...numbers(rows).map((n) => `${title(n)},${email(n)}`)],
  'new-speakers.csv': ['email,first_name', ...numbers(before).map((n) => `${email(n)},New name ${n}`)],
  'new-submissions.csv': [
    'title,submitter_email,abstract',
    ...numbers(before).map((n) => `${title(n)},${email(n)},Abstract ${n}`),
  ],
  'schedule.csv': ['title,room,start,duration', ...numbers(before - 1).map((n) => `${title(n)},Lab,${hour(n)},30`)],
};

/** Far more than any command takes, also on a busy machine. */
const deadlineMs = 55_000;

/**
 * Runs these steps against a new server of this kind.
 * @throws if a command hangs, a list that is not complete without a notice, or an import that lacks rows ends with 0, or a record was created twice
 */
export async function tryOut(kind: Kind, taken: readonly string[]): Promise<Ends> {
  const { mayCreateTwice = false, timeoutMs = 10_000 } = kind;
  const server = await startServer(kind, seed);
  const folder = temporaryFolder();
  try {
    for (const [name, lines] of Object.entries(files)) writeFileSync(folder.file(name), `${lines.join('\n')}\n`);
    const ends = await takeSteps(server, taken, folder.file, timeoutMs, kind.paging);
    if (!mayCreateTwice) expect(repeated(server), 'records created twice').toEqual([]);
    return ends;
  } finally {
    await server.close();
    folder.remove();
  }
}

async function takeSteps(
  server: AnyServer,
  taken: readonly string[],
  file: (name: string) => string,
  timeoutMs: number,
  paging?: string,
): Promise<Ends> {
  const flags = paging === undefined ? [] : ['--paging', paging];
  const common = ['--json', '--timeout', `${timeoutMs}ms`, '--retries', '1', ...flags];
  const env = {
    PLENARY_BASE_URL: server.url,
    PLENARY_TOKEN: 'token',
    PLENARY_EVENT: 'devconf',
    PLENARY_TIMEZONE: 'UTC',
    PLENARY_CONFIG_DIR: file('config'),
    PLENARY_STATE_DIR: file('state'),
  };
  const run = (words: Words) => {
    const result = plenary([...split(words), ...common], { env, clock: skippingClock() });
    return inTime(words, result).finally(server.endCommand);
  };
  const runAll = async (...commands: readonly Words[]) => {
    const results: CommandResult[] = [];
    for (const words of commands) results.push(await run(words));
    return results;
  };
  const importing = (prefix: string, flags = '') =>
    runAll(
      `speakers import ${file(`${prefix}speakers.csv`)} ${flags}`,
      `submissions import ${file(`${prefix}submissions.csv`)} ${flags}`,
    );
  const ends: Partial<Record<Step, string>> = {};
  const note = (step: Step, results: readonly CommandResult[]) => {
    ends[step] = [...new Set(results.map(({ exitCode }) => exitCode))].join(',');
    for (const { exitCode, stderr } of results) expectReason(step, exitCode, stderr);
  };

  for (const step of (['import', 'again'] as const).filter((each) => taken.includes(each))) {
    const [speakers, submissions] = await importing('');
    note(
      step,
      [speakers, submissions].filter((result) => result !== undefined),
    );
    if (speakers?.exitCode === 0) expectAll(server, 'speakers', 'email', numbers(rows).map(email));
    if (submissions?.exitCode === 0) expectAll(server, 'submissions', 'title', numbers(rows).map(title));
  }

  if (taken.includes('update')) {
    const updates = await importing('new-', '--on-conflict update');
    note('update', updates);
    if (updates[0]?.exitCode === 0) {
      expectAll(
        server,
        'speakers',
        'first_name',
        numbers(before).map((n) => `New name ${n}`),
      );
    }
    if (updates[1]?.exitCode === 0) {
      expectAll(
        server,
        'submissions',
        'abstract',
        numbers(before).map((n) => `Abstract ${n}`),
      );
    }
  }

  if (taken.includes('plan')) {
    const writes = server.writes.length;
    note('plan', await runAll(`sessions plan ${file('schedule.csv')}`));
    expect(server.writes.slice(writes), 'writes of a plan').toEqual([]);
  }
  const applied = taken.includes('apply') ? await runAll(`sessions apply ${file('schedule.csv')}`) : [];
  if (taken.includes('apply')) note('apply', applied);
  const inLab = () => server.stored.submissions.filter(({ fields }) => fields.room === 'Lab').length;
  if (applied[0]?.exitCode === 0) {
    const { counts, warnings } = JSON.parse(applied[0].stdout);
    const left = before - 1 - counts.applied - counts.unchanged;
    expect(warnings.length, 'warnings for the rows left out by an apply with exit code 0').toBeGreaterThanOrEqual(left);
    expect(inLab(), 'placed by an apply with exit code 0').toBe(before - 1 - left);
  }
  if (taken.includes('reapply')) {
    const placements = server.writes.length;
    note('reapply', await runAll(`sessions apply ${file('schedule.csv')}`));
    if (applied[0]?.exitCode === 0) expect(server.writes.slice(placements), 'writes of a second apply').toEqual([]);
  }

  for (const step of (['list', 'lists'] as const).filter((each) => taken.includes(each))) {
    const lists: CommandResult[] = [];
    for (const [words, resource] of listsOf[step]) {
      const all = server.listed(resource);
      const result = await run(`${words} --all`);
      const isAssumed = result.stderr.includes('count as all');
      if (result.exitCode === 0 && !isAssumed) expectComplete(words, result.stdout, all);
      lists.push(result);
    }
    note(step, lists);
  }

  if (taken.includes('add')) {
    const added = await runAll(
      'speakers add --email added@example.org --first-name Added',
      'submissions add --title Added --submitter-email added@example.org',
    );
    note('add', added);
    if (added[0]?.exitCode === 0) expectAll(server, 'speakers', 'email', ['added@example.org']);
    if (added[1]?.exitCode === 0) expectAll(server, 'submissions', 'title', ['Added']);
  }

  if (taken.includes('change')) {
    const changed = await runAll(
      ['speakers', 'update', server.id(1), '--last-name', 'Changed'],
      ['submissions', 'update', server.id(1), '--status', 'accepted'],
    );
    note('change', changed);
    if (changed[0]?.exitCode === 0) expectAll(server, 'speakers', 'last_name', ['Changed']);
    if (changed[1]?.exitCode === 0) expectAll(server, 'submissions', 'status', ['accepted']);
  }

  if (taken.includes('place')) {
    const place = await runAll(['sessions', 'place', server.id(before), '--room', 'Attic', '--start', hour(9)]);
    note('place', place);
    if (place[0]?.exitCode === 0) expectAll(server, 'submissions', 'room', ['Attic']);
  }
  return ends;
}

/** One list by GET and one by POST, and those of the other resources. */
const listsOf = {
  list: [
    ['speakers list', 'speakers'],
    ['submissions search', 'submissions'],
  ],
  lists: [
    ['submissions list', 'submissions'],
    ['sessions list', 'sessions'],
    ['content-items list', 'content-items'],
    ['contacts search', 'contacts'],
  ],
} as const;

/** Separated by spaces, or in a list if a word contains one. */
type Words = string | readonly string[];

function split(words: Words): readonly string[] {
  return typeof words === 'string' ? words.split(' ').filter((word) => word !== '') : words;
}

async function inTime(words: Words, result: Promise<CommandResult>): Promise<CommandResult> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${split(words).join(' ')} hangs`)), deadlineMs);
  });
  return Promise.race([result, late]).finally(() => clearTimeout(timer));
}

/** A failure gives its reason in one JSON object, or in the rows of a report; 1 is a fault of the program. */
function expectReason(step: string, exitCode: number | null, stderr: string): void {
  if (exitCode === 0) return;
  expect(stderr, `reason of ${step}`).not.toMatch(/"unexpected"|\n\s+at |undefined|\[object/);
}

function expectAll(server: AnyServer, resource: Resource, field: string, expected: readonly string[]): void {
  const found = server.stored[resource].map(({ fields }) => fields[field]);
  expect(found, `${field} of the ${resource} after exit code 0`).toEqual(expect.arrayContaining([...expected]));
}

function expectComplete(words: string, stdout: string, all: readonly object[]): void {
  const printed: readonly object[] = JSON.parse(stdout);
  expect(keysIn(printed), `${words} with exit code 0`).toEqual(keysIn(all));
}

/** What names each record, wherever a server puts it, sorted. */
function keysIn(records: readonly object[]): readonly string[] {
  const keys = records.map((record) => /"(?:title|email)":"([^"]*)"/.exec(JSON.stringify(record))?.[1] ?? '');
  return keys.toSorted();
}

function repeated({ stored }: AnyServer): readonly unknown[] {
  const keys = [
    ...stored.speakers.map(({ fields }) => `speaker ${fields.email}`),
    ...stored.submissions.map(({ fields }) => `submission ${fields.title}`),
  ];
  return keys.filter((key, at) => keys.indexOf(key) < at);
}
