// Writes to a service and asks for its readiness each second, and finds out how long no write
// succeeded, and how late the readiness was.
import { setTimeout as delay } from 'node:timers/promises';

export interface Call {
  /** As performance.now() has it. */
  readonly begunAt: number;
  readonly endedAt: number;
  /** A write: 201; a probe: 200. */
  readonly isGood: boolean;
}

export interface Watched {
  /** Each in the order in which they began. */
  readonly writes: readonly Call[];
  readonly probes: readonly Call[];
}

/** A write that takes longer is neither a success nor a failure for the readiness. */
const promptMs = 2000;

/** @param name of its speakers, which nobody else creates */
export function watchService(url: string, { token, name }: { token: string; name: string }) {
  const headers = { 'x-access-token': token, 'content-type': 'application/json' };
  const acknowledged = new Map<string, string>();
  const writes: Call[] = [];
  const probes: Call[] = [];
  const pending: Promise<unknown>[] = [];
  let isStopped = false;
  const ended = run();
  return {
    writes,
    probes,
    /** The ids of speakers, by their e-mail address. */
    acknowledged,
    async stop() {
      isStopped = true;
      await ended;
    },
  };

  async function run(): Promise<void> {
    for (let second = 0; !isStopped; second++) {
      pending.push(record(writes, () => write(`${name}-${second}@example.org`)));
      pending.push(record(probes, async () => (await fetch(`${url}/readyz`)).status === 200));
      await delay(1000);
    }
    await Promise.all(pending);
  }

  async function write(email: string): Promise<boolean> {
    const address = `${url}/v1/events/conf/speakers`;
    const body = JSON.stringify({ email });
    const response = await fetch(address, { method: 'POST', headers, body });
    const text = await response.text();
    if (response.status !== 201) return false;
    acknowledged.set(email, JSON.parse(text).data.id);
    return true;
  }

  async function record(calls: Call[], call: () => Promise<boolean>): Promise<void> {
    const begunAt = performance.now();
    const isGood = await call().catch(() => false);
    const endedAt = performance.now();
    const place = calls.findLastIndex((earlier) => earlier.begunAt < begunAt) + 1;
    calls.splice(place, 0, { begunAt, endedAt, isGood });
  }
}

/** In milliseconds, in the worst case. */
export interface Figures {
  /** Between two writes that succeeded. */
  readonly withoutWrites: number;
  /** How long a write had no outcome. */
  readonly longestWrite: number;
  /** How long a probe had no response. */
  readonly longestProbe: number;
  /** How long all writes had failed when a probe succeeded. */
  readonly readyTooLong: number;
  /** How long all writes had succeeded, and all probes failed, when a probe failed. */
  readonly unreadyTooLong: number;
}

export function figuresOf({ writes, probes }: Watched): Figures {
  const ends = writes.filter(({ isGood }) => isGood).map(({ endedAt }) => endedAt);
  ends.sort((a, b) => a - b);
  return {
    withoutWrites: largest(ends.slice(1).map((end, i) => end - (ends[i] ?? end))),
    longestWrite: largest(writes.map(durationOf)),
    longestProbe: largest(probes.map(durationOf)),
    readyTooLong: largest(
      probes.map(({ isGood, endedAt }) => (isGood ? endedAt - failingSince(writes, endedAt) : 0)),
    ),
    unreadyTooLong: largest(
      probes.map(({ isGood, endedAt }) => {
        const since = Math.max(succeedingSince(writes, endedAt), failedSince(probes, endedAt));
        return isGood ? 0 : endedAt - since;
      }),
    ),
  };
}

/** When the first of the last writes began that have all failed. */
function failingSince(writes: readonly Call[], at: number): number {
  return sinceLast(writes, at, ({ isGood }) => isGood)?.begunAt ?? at;
}

/** When the first of the last writes ended that have all succeeded in time. */
function succeedingSince(writes: readonly Call[], at: number): number {
  const isLateOrFailed = (write: Call) => !write.isGood || durationOf(write) > promptMs;
  return sinceLast(writes, at, isLateOrFailed)?.endedAt ?? at;
}

/** When the first of the last probes ended that have all failed. */
function failedSince(probes: readonly Call[], at: number): number {
  return sinceLast(probes, at, ({ isGood }) => isGood)?.endedAt ?? at;
}

/** The first call after the last one of another kind, of those that had begun. */
function sinceLast(
  calls: readonly Call[],
  at: number,
  isOther: (call: Call) => boolean,
): Call | undefined {
  const begun = calls.filter(({ begunAt }) => begunAt <= at);
  return begun[begun.findLastIndex(isOther) + 1];
}

function durationOf({ begunAt, endedAt }: Call): number {
  return endedAt - begunAt;
}

function largest(values: readonly number[]): number {
  return Math.round(values.reduce((most, value) => Math.max(most, value), 0));
}
