// Runs a command against a service that fails as a row of the table of faults specifies. Collects
// what happened; judges nothing.
import { writeFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { vi } from 'vitest';
import type { CommandName, Fault, Lasting } from './fault-table.ts';
import { anEvent } from './ids.ts';
import { instantClock } from './instant-clock.ts';
import { type CommandResult, plenary } from './program.ts';
import { type AnyServer, type Kind, sendJson, startServer } from './servers/server.ts';
import { temporaryFolder } from './temporary-folder.ts';

export const token = 'plt_secret_0123456789';
export const retries = 2;
export const timeoutMs = 30_000;

/** What one command did. */
export interface Run extends CommandResult {
  /** The speakers that the service has afterwards, in the order of creation. */
  readonly held: readonly string[];
}

export interface Evidence {
  readonly command: CommandName;
  readonly fault: Fault;
  readonly lasting: Lasting;
  /** The speakers that the service had, and those that the command was to create. */
  readonly before: readonly string[];
  readonly wanted: readonly string[];
  /** With the fault. */
  readonly struck: Run;
  /**
   * Without it: `runs resume` if the error names it, else the same command. Undefined if nothing
   * was left to do.
   */
  readonly again: Run | undefined;
  /** By the clock of the command. */
  readonly tookMs: number;
}

/**
 * Runs the command once for each way in which the fault lasts.
 * @param elsewhere the address of another service
 */
export async function tryFault(
  command: CommandName,
  fault: Fault,
  elsewhere: string,
): Promise<readonly Evidence[]> {
  const time = instantClock();
  const faulty = faultyKind(fault, elsewhere, () => time.sleep(timeoutMs));
  const server = await startServer(faulty.kind, { speakers: people('old', 3), submissions: [] });
  const folder = temporaryFolder();
  const clock = {
    ...time,
    /** What struck once is over when the command has waited. */
    async sleep(ms: number, signal?: AbortSignal) {
      if (faulty.isRefusedOnce()) await heal();
      await time.sleep(ms, signal);
    },
  };
  const env = {
    PLENARY_BASE_URL: server.url,
    PLENARY_TOKEN: token,
    PLENARY_EVENT: anEvent,
    PLENARY_CONFIG_DIR: folder.file('config'),
    PLENARY_STATE_DIR: folder.file('state'),
  };
  const flags = ['--json', '--yes', '--timeout', `${timeoutMs}ms`, '--retries', String(retries)];
  const held = () => server.stored.speakers.map(({ fields }) => lineOf(fields));
  const run = async (words: readonly string[]): Promise<Run> => {
    const result = await plenary([...words, ...flags], { env, clock });
    return { ...result, held: held() };
  };
  async function heal(): Promise<void> {
    if (faulty.heal()) await server.accept();
  }
  try {
    const found: Evidence[] = [];
    for (const lasting of Object.keys(fault[command]) as Lasting[]) {
      const asked = people(lasting, command === 'list' ? 0 : command === 'create' ? 1 : 3);
      const words = wordsOf(command, asked, folder.file(`${lasting}.csv`));
      const before = held();
      const startedAt = clock.now();
      faulty.aim(
        { lasting, ofWrites: command !== 'list', from: command === 'create' ? 1 : 2 },
        server,
      );
      const struck = await run(words);
      const tookMs = clock.now() - startedAt;
      await heal();
      const isDone = command === 'list' || fault[command][lasting] === 0;
      const again = isDone ? undefined : await run(resumeIn(struck) ?? words);
      found.push({
        command,
        fault,
        lasting,
        before,
        wanted: asked.map(lineOf),
        struck,
        again,
        tookMs,
      });
    }
    return found;
  } finally {
    await server.close();
    folder.remove();
  }
}

interface Aim {
  readonly lasting: Lasting;
  /** Only POST counts. */
  readonly ofWrites: boolean;
  /** The first request that is struck, from 1. */
  readonly from: number;
}

/**
 * A service with pages of two records, whose chosen requests meet the fault. Without it, it refuses
 * what exists.
 */
function faultyKind(fault: Fault, elsewhere: string, passTimeLimit: () => Promise<void>) {
  let aim: Aim | undefined;
  let server: AnyServer | undefined;
  let [counted, struck, isStruck, isRefusing] = [0, 0, false, false];

  function strikes(isWrite: boolean): boolean {
    if (aim === undefined) return false;
    if (!aim.ofWrites || isWrite) counted++;
    if (counted < aim.from || fault.send === undefined) return false;
    if (aim.lasting !== 'all' && aim.ofWrites && !isWrite) return false;
    return aim.lasting !== 'once' || struck < (fault.isBusy === true ? 2 : 1);
  }

  function refuse(): void {
    if (fault.send !== undefined || isRefusing || aim === undefined || counted < aim.from - 1)
      return;
    isRefusing = true;
    server?.refuse();
  }

  const kind: Kind = {
    name: fault.name,
    page({ all, parameter }) {
      const page = Number(parameter('page') ?? 1);
      const data = all.slice(2 * page - 2, 2 * page);
      return { json: { data, page, pageSize: 2, total: all.length } };
    },
    intercept({ method }) {
      isStruck = strikes(method !== 'GET');
      return isStruck && fault.isCarriedOut !== true ? {} : undefined;
    },
    write: ({ exists, commit }) =>
      exists && aim === undefined ? { status: 409, json: { detail: 'exists' } } : commit(),
    async send(own, response) {
      if (!isStruck) {
        refuse();
        return sendJson(isRefusing ? { ...own, headers: { connection: 'close' } } : own, response);
      }
      fault.send?.(own, response, struck++, elsewhere);
      if (fault.isSlow !== true) return;
      // What was sent arrives first.
      for (let turn = 0; turn < 5; turn++) await nextTurn();
      await passTimeLimit();
      vi.advanceTimersByTime(timeoutMs);
    },
  };
  return {
    kind,
    isRefusedOnce: () => isRefusing && aim?.lasting === 'once',
    aim(next: Aim, of: AnyServer): void {
      [aim, server, counted, struck] = [next, of, 0, 0];
      refuse();
    },
    /** Returns whether the server has to listen again. */
    heal(): boolean {
      const wasRefusing = isRefusing;
      [aim, isStruck, isRefusing] = [undefined, false, false];
      return wasRefusing;
    },
  };
}

type Person = Readonly<Record<'email' | 'first_name' | 'last_name', string>>;

function people(name: string, count: number): readonly Person[] {
  return Array.from({ length: count }, (_, at) => ({
    email: `${name}${at}@example.org`,
    first_name: 'Zoë',
    last_name: `Sü ${at}`,
  }));
}

/** A speaker as one line. */
export function lineOf({
  email,
  first_name,
  last_name,
}: Readonly<Record<string, unknown>>): string {
  return [email, first_name, last_name].join(' | ');
}

function wordsOf(command: CommandName, asked: readonly Person[], file: string): readonly string[] {
  if (command === 'list') return ['speakers', 'list'];
  if (command === 'import') {
    const lines = asked.map((person) => `${Object.values(person).join(',')}\n`);
    writeFileSync(file, `email,first_name,last_name\n${lines.join('')}`);
    return ['speakers', 'import', file, '--concurrency', '1'];
  }
  return [
    'speakers',
    'add',
    ...Object.entries(asked[0] ?? {}).flatMap(([field, value]) => [
      `--${field.replace('_', '-')}`,
      value,
    ]),
  ];
}

/** The words of the `runs resume` that the error names. */
function resumeIn({ stderr }: CommandResult): readonly string[] | undefined {
  const name = /plenary runs resume (\S+?)["\\\s]/.exec(stderr)?.[1];
  return name === undefined ? undefined : ['runs', 'resume', name];
}
