// A service in memory behind the interface of a client: it loses or delays responses as scripted, and outlives its clients.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Client, RecordData, WriteOutcome } from '../../src/client/client.ts';
import type { Clock } from '../../src/client/clock.ts';
import { ApiError, NetworkError } from '../../src/errors.ts';

/** What happens to a request, or to the process that sends it. */
export const fates = [
  'answered',
  'refused',
  'forbidden',
  'conflict',
  'held back',
  'lost',
  'lost before the work',
  'killed',
  'killed before the work',
  'interrupted',
  'interrupted before the work',
] as const;

export interface RequestStep {
  readonly fate: (typeof fates)[number];
  /** How long it waits for its turn before it is sent, in milliseconds. */
  readonly waits: number;
  /** How long the service works on it, whether or not a client still waits for it. */
  readonly takes: number;
  /** How many turns of the event loop pass meanwhile. */
  readonly turns: number;
}

export interface Script {
  /** Used one by one; later requests get a response at once. */
  readonly requests: readonly RequestStep[];
  readonly lists: readonly ('answered' | 'failed' | 'killed')[];
  /** Whether the process is killed during each sleep. */
  readonly sleeps: readonly ('slept' | 'killed')[];
}

/** One process that talks to the service. */
export interface Session {
  readonly client: Pick<Client, 'write' | 'pages' | 'concurrency' | 'cancelWaiting'>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly isKilled: boolean;
}

export interface SimulatedService {
  /** In the order of creation. */
  readonly records: readonly RecordData[];
  /** The idempotency keys of all requests sent. */
  readonly sent: ReadonlySet<string>;
  readonly now: () => number;
  /** Pending requests take effect when they are due. */
  advance(ms: number): void;
  /** @param onKill called at the moment of a kill; whatever the process does afterward has no effect */
  open(onKill: () => void): Session;
}

export function simulateService(script: Script): SimulatedService {
  const records: RecordData[] = [];
  const sent = new Set<string>();
  const requests = script.requests.values();
  const lists = script.lists.values();
  const sleeps = script.sleeps.values();
  const works: Work[] = [];
  let now = Date.UTC(2026, 4, 2, 9);

  function advance(ms: number): void {
    now += ms;
    const due = works.filter((work) => work.due <= now).sort((a, b) => a.due - b.due);
    for (const work of due) {
      works.splice(works.indexOf(work), 1);
      work.takeEffect();
    }
  }

  function create(body: object): RecordData {
    const record = { id: `made_${records.length + 1}`, ...body };
    records.push(record);
    return record;
  }

  function open(onKill: () => void): Session {
    const stop = new AbortController();
    let isKilled = false;

    function kill(): never {
      isKilled = true;
      onKill();
      throw new Killed();
    }

    async function passTurns(count: number): Promise<void> {
      for (let turn = 0; turn < count; turn++) await nextTurn();
      if (isKilled) throw new Killed();
    }

    async function attempt(body: object, idempotencyKey = ''): Promise<WriteOutcome> {
      const { fate, waits, takes, turns } = requests.next().value ?? wellBehaved;
      await passTurns(turns);
      advance(waits);
      sent.add(idempotencyKey);
      if (fate === 'killed before the work') return kill();
      if (fate === 'interrupted before the work') return interrupt();
      if (fate === 'held back') return { kind: 'unsent', error: refusal(429) };
      if (fate === 'lost before the work') return lost;
      if (fate === 'refused') return { kind: 'refused', error: refusal(422) };
      if (fate === 'forbidden') return { kind: 'refused', error: refusal(403) };
      let end: WriteOutcome = lost;
      const takeEffect = () => {
        const there = fate === 'conflict' ? records.find((record) => isLike(record, body)) : undefined;
        end = there === undefined ? { kind: 'done', record: create(body) } : { kind: 'refused', error: refusal(409) };
      };
      works.push({ due: now + takes, takeEffect });
      if (fate === 'killed') return kill();
      if (fate === 'interrupted') return interrupt();
      if (fate === 'lost') return lost;
      await passTurns(turns);
      advance(takes);
      return end;
    }

    function interrupt(): never {
      stop.abort('SIGINT');
      throw stop.signal.reason;
    }

    async function* pages() {
      for (let at = 0; at === 0 || at < records.length; at += perPage) {
        await passTurns(1);
        const fate = lists.next().value ?? 'answered';
        if (fate === 'killed') kill();
        if (fate === 'failed') throw new NetworkError('connection refused');
        yield { records: records.slice(at, at + perPage), body: undefined };
      }
    }

    return {
      client: {
        concurrency: 2,
        // No request waits for a turn here.
        cancelWaiting() {},
        write: (_, input: { body?: object | undefined }, once) => attempt(input.body ?? {}, once?.idempotencyKey),
        pages,
      },
      clock: {
        now: () => now,
        random: () => 0.5,
        async sleep(ms, signal) {
          signal?.throwIfAborted();
          await passTurns(1);
          if (sleeps.next().value === 'killed') kill();
          advance(ms);
        },
      },
      signal: stop.signal,
      get isKilled() {
        return isKilled;
      },
    };
  }

  return { records, sent, now: () => now, advance, open };
}

const perPage = 3;

/** Thrown everywhere in a killed process, so that its promises end and its files are closed. */
class Killed extends Error {}

/** A request that the service has accepted. */
interface Work {
  readonly due: number;
  takeEffect(): void;
}

const wellBehaved: RequestStep = { fate: 'answered', waits: 0, takes: 0, turns: 0 };
const lost: WriteOutcome = { kind: 'lost', error: new NetworkError('the connection was closed') };

function refusal(status: number): ApiError {
  return new ApiError(`refused with ${status}`, { status, body: { detail: 'no' } });
}

function isLike(record: RecordData, body: object): boolean {
  return Object.entries(body).every(([field, value]) => record[field] === value);
}
