// Runs imports, an apply, lists and single writes against one server, and checks after each what must hold whatever the server does.
import { writeFileSync } from 'node:fs';
import { expect } from 'vitest';
import { anEvent } from '../ids.ts';
import { type CommandResult, plenary } from '../program.ts';
import { skippingClock } from '../skipping-clock.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { type AnyServer, type Fields, type Kind, type Resource, startServer } from './server.ts';

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
  'schedule.csv': ['title,room,start,duration', ...numbers(before - 1).map((n) => `${title(n)},Lab,${hour(n)},30`)],
};

interface Trial {
  readonly server: AnyServer;
  file(name: string): string;
  run(...words: readonly string[]): Promise<CommandResult>;
}

/** Each of these runs commands, and checks those that end with exit code 0. */
const steps = {
  async import({ server, file, run }: Trial) {
    const speakers = await run('speakers', 'import', file('speakers.csv'));
    const submissions = await run('submissions', 'import', file('submissions.csv'));
    if (speakers.exitCode === 0) expectStored(server, 'speakers', 'email', numbers(rows).map(email));
    if (submissions.exitCode === 0) expectStored(server, 'submissions', 'title', numbers(rows).map(title));
    return [speakers, submissions];
  },

  /** A second apply of what was applied writes nothing. */
  async apply({ server, file, run }: Trial) {
    const applied = await run('sessions', 'apply', file('schedule.csv'));
    if (applied.exitCode !== 0) return [applied];
    const { counts, warnings } = JSON.parse(applied.stdout);
    const left = before - 1 - counts.placed - counts.unchanged;
    expect(warnings.length, 'warnings for the rows left out by an apply with exit code 0').toBeGreaterThanOrEqual(left);
    const inLab = server.stored.submissions.filter(({ fields }) => fields.room === 'Lab');
    expect(inLab.length, 'placed by an apply with exit code 0').toBe(before - 1 - left);
    const { length } = server.writes;
    const again = await run('sessions', 'apply', file('schedule.csv'));
    expect(server.writes.slice(length), 'writes of a second apply').toEqual([]);
    return [applied, again];
  },

  /** One list by GET and one by POST. */
  async list({ server, run }: Trial) {
    const results: CommandResult[] = [];
    for (const [verb, resource] of [['list', 'speakers'] as const, ['search', 'submissions'] as const]) {
      const all = keysIn(server.listed(resource));
      const result = await run(resource, verb, '--all');
      if (result.exitCode === 0) {
        expect(keysIn(JSON.parse(result.stdout)), `${resource} ${verb} with exit code 0`).toEqual(all);
      }
      results.push(result);
    }
    return results;
  },

  async single({ server, run }: Trial) {
    const speaker = await run('speakers', 'add', '--email', 'added@example.org', '--first-name', 'Added');
    const submission = await run(
      ...['submissions', 'add', '--title', 'Added', '--submitter-email', 'added@example.org'],
    );
    const change = await run('submissions', 'update', server.id(1), '--status', 'accepted');
    const place = await run('sessions', 'place', server.id(before), '--room', 'Attic', '--start', hour(9));
    if (speaker.exitCode === 0) expectStored(server, 'speakers', 'email', ['added@example.org']);
    if (submission.exitCode === 0) expectStored(server, 'submissions', 'title', ['Added']);
    if (change.exitCode === 0) expectStored(server, 'submissions', 'status', ['accepted']);
    if (place.exitCode === 0) expectStored(server, 'submissions', 'room', ['Attic']);
    return [speaker, submission, change, place];
  },
};

export const stepNames = ['import', 'apply', 'list', 'single'] as const;

/**
 * Runs these steps against a new server of this kind.
 * @returns the exit codes of each, each code once: `0`, or `0,7`
 * @throws if a list that is not complete, or a write that was not carried out ends with 0, or a record was created twice
 */
export async function tryOut(kind: Kind, taken: readonly (typeof stepNames)[number][]): Promise<readonly string[]> {
  const { mayCreateTwice = false, paging } = kind;
  const server = await startServer(kind, seed);
  const { file, remove } = temporaryFolder();
  const flags = ['--json', '--timeout', '10s', '--retries', '1', ...(paging ? ['--paging', paging] : [])];
  const env = {
    PLENARY_BASE_URL: server.url,
    PLENARY_TOKEN: 'token',
    PLENARY_EVENT: anEvent,
    PLENARY_TIMEZONE: 'UTC',
    PLENARY_CONFIG_DIR: file('config'),
    PLENARY_STATE_DIR: file('state'),
  };
  const run = (...words: readonly string[]) =>
    plenary([...words, ...flags], { env, clock: skippingClock() }).finally(server.endCommand);
  try {
    for (const [name, lines] of Object.entries(files)) writeFileSync(file(name), `${lines.join('\n')}\n`);
    const ends: string[] = [];
    for (const step of taken) {
      const results = await steps[step]({ server, file, run });
      ends.push([...new Set(results.map(({ exitCode }) => exitCode))].join());
      // A failure gives its reason.
      for (const { stderr } of results) expect(stderr).not.toMatch(/"unexpected"|\n\s+at |undefined|\[object/);
    }
    if (!mayCreateTwice) expect(repeated(server), 'records created twice').toEqual([]);
    return ends;
  } finally {
    await server.close();
    remove();
  }
}

function expectStored(server: AnyServer, resource: Resource, field: string, expected: readonly string[]): void {
  const found = server.stored[resource].map(({ fields }) => fields[field]);
  expect(found, `${field} of the ${resource} after exit code 0`).toEqual(expect.arrayContaining([...expected]));
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
