// Imports speakers into a scripted service: the environment of tests of runs.
import { writeFileSync } from 'node:fs';
import { afterEach, beforeEach } from 'vitest';
import { anEvent } from './ids.ts';
import { type CommandResult, plenary } from './program.ts';
import {
  type Received,
  type Reply,
  type ScriptedServer,
  startScriptedServer,
  wholeList,
} from './scripted-server.ts';
import { skippingClock } from './skipping-clock.ts';
import { folderForEach } from './stage.ts';

interface Created {
  readonly id: string;
  readonly email: string;
  /** On the clock of the commands, on which waiting takes no time. */
  readonly at: number;
}

/** A folder and a service for each test of the file. */
export function importStage() {
  let server: ScriptedServer;
  const folder = folderForEach();
  let created: Created[];
  let clock: ReturnType<typeof skippingClock>;
  beforeEach(() => {
    created = [];
    clock = skippingClock();
  });
  afterEach(() => server.close());

  const environment = () => ({
    PLENARY_BASE_URL: server.url,
    PLENARY_TOKEN: 'secret-token',
    PLENARY_EVENT: anEvent,
    PLENARY_STATE_DIR: folder.file('state'),
  });
  const invocation = (stdin = '') => ({ env: environment(), cwd: folder.path, stdin, clock });

  function create({ body }: Received): Created {
    const speaker = {
      id: `spk_${created.length + 1}`,
      email: JSON.parse(body).email,
      at: clock.now(),
    };
    created.push(speaker);
    return speaker;
  }

  const run = (...args: readonly string[]): Promise<CommandResult> => plenary(args, invocation());

  return {
    server: () => server,
    file: (name: string) => folder.file(name),
    /** The records of the service. */
    created: (): readonly Created[] => created,
    create,
    run,
    /** Until a signal. */
    stopped: (stopped: AbortSignal, ...args: readonly string[]): Promise<CommandResult> =>
      plenary(args, { ...invocation(), stopped }),
    /** With standard input. */
    feed: (stdin: string, ...args: readonly string[]): Promise<CommandResult> =>
      plenary(args, invocation(stdin)),

    /** Starts a service of speakers; `odd` may replace its response to a request. */
    async serve(
      odd: (request: Received, number: number) => Reply | undefined = () => undefined,
    ): Promise<void> {
      server = await startScriptedServer((request, number) => {
        const reply = odd(request, number);
        if (reply !== undefined) return reply;
        return request.method === 'GET'
          ? wholeList(created)
          : { status: 201, json: create(request) };
      });
    },

    writeSpeakers: (count: number) =>
      writeFileSync(folder.file('people.csv'), `Email\n${emails(count).join('\n')}\n`),
    createdEmails: () => created.map(({ email }) => email).sort(),
    runs: async () => JSON.parse((await run('runs', 'list', '--json')).stdout),
  };
}

export const emails = (count: number) =>
  Array.from({ length: count }, (_, index) => `speaker-${index + 1}@example.org`);
export const importing = (...flags: readonly string[]) => [
  'speakers',
  'import',
  'people.csv',
  '--json',
  ...flags,
];
export const none = {
  created: 0,
  updated: 0,
  unchanged: 0,
  skipped: 0,
  differing: 0,
  placed: 0,
  moved: 0,
  unplaced: 0,
  rejected: 0,
  failed: 0,
  unknown: 0,
  pending: 0,
};
export const counts = ({ stdout }: Pick<CommandResult, 'stdout'>) => JSON.parse(stdout).counts;
/** The counts of a plan. */
export const planNone = {
  rows: 0,
  create: 0,
  update: 0,
  place: 0,
  move: 0,
  unplace: 0,
  unchanged: 0,
  skipped: 0,
  unknown: 0,
  conflict: 0,
  rejected: 0,
  differing: 0,
  clashes: 0,
};
