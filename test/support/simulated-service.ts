// A service in memory behind the interface of a client: it loses or delays responses as scripted,
// and outlives its clients.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RecordData, WriteOutcome } from '../../src/client/client.ts';
import { ApiError, NetworkError } from '../../src/errors.ts';

/** What happens to a request, or to the process that sends it. */
export const outcomes = [
  'done',
  'refused',
  'forbidden',
  'conflict',
  'unsent',
  'lost',
  'lost without effect',
  'killed',
  'killed without effect',
  'interrupted',
  'interrupted without effect',
] as const;

export interface RequestStep {
  readonly outcome: (typeof outcomes)[number];
  /** How long it waits for its turn before it is sent, in milliseconds. */
  readonly waits: number;
  /** How long the service works on it, whether or not a client still waits for it. */
  readonly takes: number;
  /** How many turns of the event loop pass meanwhile. */
  readonly turns: number;
}

export interface ServiceScript {
  /** Whether it shows who has submitted a talk. */
  readonly hidesSubmitters?: boolean;
  /** Used one by one; later requests get a response at once. */
  readonly requests: readonly RequestStep[];
  readonly lists: readonly ('done' | 'failed' | 'killed')[];
  /** Whether the process is killed during each sleep. */
  readonly sleeps: readonly ('slept' | 'killed')[];
}

export function simulateService(script: ServiceScript) {
  const records: RecordData[] = [];
  const requests = script.requests.values();
  const lists = script.lists.values();
  const sleeps = script.sleeps.values();
  const works: Work[] = [];
  let now = Date.UTC(2026, 4, 2, 9);

  /** Pending requests take effect when they are due. */
  function advance(ms: number): void {
    now += ms;
    const due = works.filter((work) => work.due <= now).sort((a, b) => a.due - b.due);
    for (const work of due) {
      works.splice(works.indexOf(work), 1);
      work.takeEffect();
    }
  }

  function shown(record: RecordData): RecordData {
    if (script.hidesSubmitters !== true) return record;
    const { submitter_email: _, ...others } = record;
    return others;
  }

  function create(body: object): RecordData {
    const record = { id: `record_${records.length + 1}`, ...body };
    records.push(record);
    return record;
  }

  /**
   * One process that uses the service.
   * @param onKill called at the moment of a kill; whatever the process does afterward has no effect
   */
  function open(onKill: () => void) {
    const stop = new AbortController();
    const sent = new Set<string>();
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

    async function attempt(body: RecordData): Promise<WriteOutcome> {
      const { outcome, waits, takes, turns } = requests.next().value ?? wellBehaved;
      await passTurns(turns);
      advance(waits);
      sent.add(String(body.title));
      if (outcome === 'killed without effect') return kill();
      if (outcome === 'interrupted without effect') return interrupt();
      if (outcome === 'unsent') return { kind: 'unsent', error: refusal(429) };
      if (outcome === 'lost without effect') return lost;
      if (outcome === 'refused') return { kind: 'refused', error: refusal(422) };
      if (outcome === 'forbidden') return { kind: 'refused', error: refusal(403) };
      let end: WriteOutcome = lost;
      const takeEffect = () => {
        const there =
          outcome === 'conflict' ? records.find((record) => isLike(record, body)) : undefined;
        end =
          there === undefined
            ? { kind: 'done', record: create(body) }
            : { kind: 'refused', error: refusal(409) };
      };
      works.push({ due: now + takes, takeEffect });
      if (outcome === 'killed') return kill();
      if (outcome === 'interrupted') return interrupt();
      if (outcome === 'lost') return lost;
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
        const outcome = lists.next().value ?? 'done';
        if (outcome === 'killed') kill();
        if (outcome === 'failed') throw new NetworkError('connection refused');
        yield { records: records.slice(at, at + perPage).map(shown), body: undefined };
      }
    }

    return {
      client: {
        concurrency: 2,
        // No request waits for a turn here.
        cancelWaiting() {},
        write: (_: unknown, input: { body?: object | undefined }) => attempt({ ...input.body }),
        pages,
      },
      clock: {
        now: () => now,
        random: () => 0.5,
        async sleep(ms: number, signal?: AbortSignal) {
          signal?.throwIfAborted();
          await passTurns(1);
          if (sleeps.next().value === 'killed') kill();
          advance(ms);
        },
      },
      signal: stop.signal,
      /** The titles of the records whose creation it has sent. */
      sent: sent as ReadonlySet<string>,
      get isKilled() {
        return isKilled;
      },
    };
  }

  return { records: records as readonly RecordData[], now: () => now, advance, open };
}

const perPage = 3;

/** Thrown everywhere in a killed process, so that its promises end and its files are closed. */
class Killed extends Error {}

/** A request that the service has accepted. */
interface Work {
  readonly due: number;
  takeEffect(): void;
}

const wellBehaved: RequestStep = { outcome: 'done', waits: 0, takes: 0, turns: 0 };
const lost: WriteOutcome = {
  kind: 'lost',
  otherwise: 'unknown',
  lateUntil: 0,
  error: new NetworkError('the connection was closed'),
};

function refusal(status: number): ApiError {
  return new ApiError(`refused with ${status}`, { status, body: { detail: 'no' } });
}

function isLike(record: RecordData, body: object): boolean {
  return Object.entries(body).every(([field, value]) => record[field] === value);
}
