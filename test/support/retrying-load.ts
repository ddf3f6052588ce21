// Creates speakers and submissions through several services, and repeats on another service what failed, as clients do.
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

export interface RetryingLoad {
  /** What was acknowledged: the ids of records by what they were created with, an e-mail address or a title. */
  readonly acknowledged: ReadonlyMap<string, string>;
  /** By `performance.now()`, when each was acknowledged. */
  readonly times: readonly number[];
  /** Responses that are neither success nor a temporary failure, in words. */
  readonly faults: readonly string[];
  /** Resolves when `count` more have been acknowledged. */
  more(count: number): Promise<void>;
  /** Resolves when the requests in progress have been answered. */
  stop(): Promise<void>;
}

export interface LoadTarget {
  /** The addresses of the services at this moment. */
  readonly urls: () => readonly string[];
  readonly token: string;
  readonly event: string;
}

interface Attempt {
  readonly path: 'speakers' | 'submissions';
  readonly body: object;
  readonly name: string;
  readonly key: string | undefined;
}

export interface LoadSettings {
  /** How many requests are in progress at once; default 16. */
  readonly connections?: number;
  /** How long each of them waits before the next request; default 0. */
  readonly pauseMs?: number;
}

/** @param name distinguishes the records of one load from those of another */
export function startRetryingLoad(
  { urls, token, event }: LoadTarget,
  name: string,
  { connections = 16, pauseMs = 0 }: LoadSettings = {},
): RetryingLoad {
  const acknowledged = new Map<string, string>();
  const times: number[] = [];
  const faults: string[] = [];
  const agent = new Agent({ keepAlive: true });
  let isStopped = false;
  const workers = Promise.all(Array.from({ length: connections }, (_, worker) => work(worker)));
  return {
    acknowledged,
    times,
    faults,
    async more(count) {
      const goal = acknowledged.size + count;
      while (acknowledged.size < goal) await delay(5);
    },
    async stop() {
      isStopped = true;
      await workers;
      agent.destroy();
    },
  };

  async function work(worker: number): Promise<void> {
    for (let i = 0; !isStopped; i++) {
      const created = await create(attemptOf(`${name}-${worker}-${i}`, i), worker);
      if (created === undefined) continue;
      times.push(performance.now());
      acknowledged.set(created.name, created.id);
      if (pauseMs > 0) await delay(pauseMs);
    }
  }

  /** Half of the speakers, and most submissions, have a key. */
  function attemptOf(unique: string, i: number): Attempt {
    const key = i % 4 < 2 || i % 8 === 3 ? unique : undefined;
    if (i % 2 === 1) {
      const body = { title: unique, submitter_email: `${unique}@example.org` };
      return { path: 'submissions', body, name: unique, key };
    }
    const email = `${unique}@example.org`;
    return { path: 'speakers', body: { email }, name: email, key };
  }

  /** Undefined if the outcome is unknown and may not be tried again: two submissions may be equal. After a 503, nothing is stored. */
  async function create(attempt: Attempt, worker: number): Promise<{ name: string; id: string } | undefined> {
    const { path, name, key } = attempt;
    for (let turn = worker; ; turn++) {
      const all = urls();
      const { status, id, text } = await send(all[turn % all.length] ?? '', attempt);
      // No other client uses this e-mail address, so the record that has it was created by an attempt whose result was lost.
      if (id !== undefined && (status === 201 || status === 200 || (status === 409 && path === 'speakers'))) {
        return { name, id };
      }
      if (status !== undefined && status !== 503) {
        faults.push(`${name}: ${status} ${text}`);
        return undefined;
      }
      if (status === undefined && path === 'submissions' && key === undefined) return undefined;
      if (isStopped && turn > worker + 200) return undefined;
      await delay(20 + Math.random() * 50);
    }
  }

  async function send(
    url: string,
    { path, body, key }: Attempt,
  ): Promise<{ status?: number | undefined; id?: string; text?: string }> {
    try {
      const headers = {
        'x-access-token': token,
        'content-type': 'application/json',
        ...(key !== undefined && { 'idempotency-key': key }),
      };
      const sent = request(`${url}/v1/events/${event}/${path}`, { method: 'POST', agent, headers });
      sent.end(JSON.stringify(body));
      const [answer] = await once(sent, 'response');
      let text = '';
      for await (const chunk of answer) text += chunk;
      return { status: answer.statusCode, text, id: JSON.parse(text).id };
    } catch {
      return {};
    }
  }
}
