// Commands in this process that a server or their clock kills, interrupts, refuses and leaves
// without responses, as scripted. What a killed command has left on disk is what was durable, and
// nothing that it does afterward has an effect.
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import type { Clock } from '../../src/client/clock.ts';
import { anEvent } from './ids.ts';
import { type CommandResult, type Invocation, plenary } from './program.ts';
import type { Records } from './sequence-changes.ts';
import { type Answer, type Kind, startServer, type Write } from './servers/server.ts';
import { skippingClock } from './skipping-clock.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { watchDisk } from './unsynced-disk.ts';

/** Longer than a request may take effect. */
export const limitMs = 10_000;

/** What happens to a write, or to the command that sends it. */
export const outcomes = [
  'done',
  'refused',
  'forbidden',
  'conflict',
  'unsent',
  'lost',
  'lost without effect',
  /** The service responds at once, and works on it later. */
  'accepted',
  /** The service reports a failure, and works on it nevertheless. */
  'failed',
  'killed',
  'killed without effect',
  'interrupted',
  'done and interrupted',
  'interrupted without effect',
] as const;

export interface RequestStep {
  readonly outcome: (typeof outcomes)[number];
  /** How long it is on its way to the service, in milliseconds. */
  readonly waits: number;
  /** How long the service works on it, whether or not a client still waits for it. */
  readonly takes: number;
}

export interface Script {
  /** Used one by one; later requests get a response at once. */
  readonly requests: readonly RequestStep[];
  /** Used one by one; later lists are complete. */
  readonly lists: readonly ('done' | 'failed' | 'killed' | 'interrupted')[];
  /** What happens to the command during each sleep. */
  readonly sleeps: readonly ('slept' | 'killed' | 'interrupted')[];
}

/** Decides by the write itself what happens to it; it is carried out unless decided. */
type Decide = (write: Write) => RequestStep | undefined | Promise<undefined>;

export interface StoppableOptions extends Pick<Kind, 'show' | 'page'> {
  readonly seed?: Partial<Records>;
  readonly script: Partial<Script>;
  /** Instead of the script's requests. */
  readonly decide?: Decide;
  /** Is called with each write that arrives. */
  readonly onWrite?: (write: Write) => void;
}

interface RunOptions extends Pick<Invocation, 'columns' | 'typed'> {
  /** Of the bytes that are not yet durable, the share that a kill removes. */
  readonly cut?: number | undefined;
  /** Whether it is interrupted before it begins. */
  readonly isInterrupted?: boolean;
}

export interface StoppableResult extends CommandResult {
  readonly isKilled: boolean;
}

const steps: fc.Arbitrary<RequestStep> = fc.record({
  outcome: fc.constantFrom('done', ...outcomes),
  waits: fc.constantFrom(0, 0, 10, 5 * limitMs),
  takes: fc.constantFrom(0, 0, 50, limitMs - 1),
});

export const scripts: fc.Arbitrary<Script> = fc.record({
  requests: fc.array(steps, { maxLength: 40 }),
  lists: fc.array(fc.constantFrom('done', 'done', 'done', 'failed', 'killed', 'interrupted'), {
    maxLength: 20,
  }),
  sleeps: fc.array(fc.constantFrom('slept', 'killed', 'interrupted'), { maxLength: 4 }),
});

/** @param takes how long the service works on it, in milliseconds */
export function step(outcome: RequestStep['outcome'], takes = 0): RequestStep {
  return { outcome, waits: 0, takes };
}

const wellBehaved = step('done');
const lost: Answer = { fault: 'reset' };

function refusal(status: number): Answer {
  return { status, json: { detail: 'no' } };
}

/** Replaces the files of a folder by those of another one, except what is saved of runs. */
function copyFiles(from: string, to: string): void {
  const isFile = (path: string) => !/^state-\d+$/.test(basename(path));
  for (const name of readdirSync(to).filter(isFile))
    rmSync(join(to, name), { recursive: true, force: true });
  cpSync(from, to, { recursive: true, filter: isFile });
}

/** The server, a folder for files and runs, and the commands that use them. */
export async function startStoppableCommands({
  seed,
  script,
  decide,
  onWrite = () => {},
  ...shown
}: StoppableOptions) {
  const requests = (script.requests ?? []).values();
  const lists = (script.lists ?? []).values();
  const sleeps = (script.sleeps ?? []).values();
  const folder = temporaryFolder();
  /** The files of the folder as a killed command has left them. */
  const atKill = temporaryFolder();
  const disk = await watchDisk();
  const passing = skippingClock();
  const pending: { readonly due: number; commit(): void }[] = [];
  let stop = new AbortController();
  let isKilled = false;
  let kills = 0;
  let state = folder.file('state-0');
  let lostShare = 0;
  /** How long a killed command has slept since. */
  let afterlifeMs = 0;

  /** Pending requests take effect when they are due. */
  function commitDue(): void {
    const now = passing.now();
    const due = pending.filter((work) => work.due <= now).sort((a, b) => a.due - b.due);
    for (const work of due) {
      pending.splice(pending.indexOf(work), 1);
      work.commit();
    }
  }

  async function advance(ms: number): Promise<void> {
    await passing.sleep(ms);
    commitDue();
  }

  function kill(): void {
    if (isKilled) return;
    isKilled = true;
    const before = state;
    state = folder.file(`state-${++kills}`);
    if (existsSync(before)) cpSync(before, state, { recursive: true });
    disk.cut(before, state, lostShare);
    copyFiles(folder.path, atKill.path);
    disk.date(state, passing.date());
    stop.abort('SIGTERM');
  }

  async function carryOut(write: Write): Promise<Answer> {
    const scripted = decide === undefined ? requests.next().value : await decide(write);
    const { outcome, waits, takes } = scripted ?? wellBehaved;
    await advance(waits);
    if (isKilled) return lost;
    onWrite(write);
    if (outcome.startsWith('killed')) kill();
    if (outcome.includes('interrupted')) stop.abort('SIGINT');
    if (outcome.endsWith('without effect')) return lost;
    if (outcome === 'unsent') return refusal(429);
    if (outcome === 'refused') return refusal(422);
    if (outcome === 'forbidden') return refusal(403);
    let answer = lost;
    const commit = () => {
      answer = outcome === 'conflict' && write.exists ? refusal(409) : write.commit();
    };
    pending.push({ due: passing.now() + takes, commit });
    if (outcome === 'accepted') return { status: 202 };
    if (outcome === 'failed') return refusal(503);
    if (!outcome.startsWith('done') && outcome !== 'conflict') return lost;
    await advance(takes);
    return isKilled ? lost : answer;
  }

  function intercept({ method, url }: { readonly method: string; readonly url: URL }) {
    commitDue();
    if (isKilled) return lost;
    if (method !== 'GET' && !url.pathname.endsWith('/search')) return undefined;
    const outcome = lists.next().value ?? 'done';
    if (outcome === 'killed') kill();
    if (outcome === 'interrupted') stop.abort('SIGINT');
    return outcome === 'failed' || isKilled ? lost : undefined;
  }

  const clock: Clock = {
    ...passing,
    now: () => passing.now() + afterlifeMs,
    date: () => passing.date() + afterlifeMs,
    random: () => 0.5,
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      await nextTurn();
      const outcome = isKilled ? 'slept' : sleeps.next().value;
      if (outcome === 'killed') kill();
      if (outcome === 'interrupted') stop.abort('SIGINT');
      signal?.throwIfAborted();
      if (isKilled) afterlifeMs += ms;
      else await advance(ms);
    },
  };

  const kind: Kind = {
    name: 'stoppable',
    intercept,
    write: carryOut,
    ...shown,
  };
  const server = await startServer(kind, { speakers: [], submissions: [], ...seed });

  return {
    server,
    disk,
    file: folder.file,
    advance,
    /** Where runs are saved now. */
    state: () => state,
    /** Runs a command to its end. */
    async run(
      words: readonly string[],
      { cut = 0, isInterrupted = false, ...invocation }: RunOptions = {},
    ): Promise<StoppableResult> {
      stop = new AbortController();
      if (isInterrupted) stop.abort('SIGINT');
      isKilled = false;
      afterlifeMs = 0;
      lostShare = cut;
      disk.trust(state);
      const env = {
        PLENARY_BASE_URL: server.url,
        PLENARY_TOKEN: 'token',
        PLENARY_EVENT: anEvent,
        PLENARY_TIMEZONE: 'UTC',
        PLENARY_CONFIG_DIR: folder.file('config'),
        PLENARY_STATE_DIR: state,
      };
      const result = await plenary(words, {
        ...invocation,
        env,
        clock,
        stopped: stop.signal,
      });
      if (isKilled) copyFiles(atKill.path, folder.path);
      else disk.date(state, passing.date());
      return { ...result, isKilled };
    },
    async close() {
      disk.restore();
      await server.close();
      folder.remove();
      atKill.remove();
    },
  };
}
