// Creates speakers and submissions through several services, and repeats on another service what
// failed, as clients do.
import { setTimeout as delay } from 'node:timers/promises';

interface Attempt {
  readonly path: 'speakers' | 'submissions';
  readonly body: object;
  readonly name: string;
  readonly key: string | undefined;
}

interface LoadPace {
  readonly connections: number;
  /** Of each connection, between two records. */
  readonly pauseMs: number;
}

/** @param urls the addresses of the services at this moment */
export function startRetryingLoad(
  urls: () => readonly string[],
  token: string,
  { connections, pauseMs }: LoadPace = { connections: 16, pauseMs: 0 },
) {
  const access = { 'x-access-token': token };
  const acknowledged = new Map<string, string>();
  const faults: string[] = [];
  let isStopped = false;
  const workers = Promise.all(Array.from({ length: connections }, (_, worker) => work(worker)));
  return {
    /**
     * The ids of the records that were acknowledged, by what they were created with, an e-mail
     * address or a title.
     */
    acknowledged,
    /** Responses that are neither success nor a temporary failure, in words. */
    faults,
    /** Resolves when `count` more have been acknowledged. */
    async more(count: number) {
      const goal = acknowledged.size + count;
      while (acknowledged.size < goal) await delay(5);
    },
    /** Resolves when the requests in progress have been answered. */
    stop() {
      isStopped = true;
      return workers;
    },
  };

  async function work(worker: number): Promise<void> {
    for (let i = 0; !isStopped; i++) {
      const created = await create(attemptOf(`trial-${worker}-${i}`, i), worker);
      if (created !== undefined) acknowledged.set(created.name, created.id);
      if (pauseMs > 0) await delay(pauseMs);
    }
  }

  /** Half of the speakers, and most submissions, have a key. */
  function attemptOf(unique: string, i: number): Attempt {
    const key = i % 4 < 2 || i % 8 === 3 ? unique : undefined;
    const email = `${unique}@example.org`;
    return i % 2 === 1
      ? { path: 'submissions', body: { title: unique, submitter_email: email }, name: unique, key }
      : { path: 'speakers', body: { email }, name: email, key };
  }

  /**
   * Undefined if the outcome is unknown and may not be tried again: two submissions may be equal.
   * After a 503, nothing is stored.
   */
  async function create(
    attempt: Attempt,
    worker: number,
  ): Promise<{ name: string; id: string } | undefined> {
    const { path, name, key } = attempt;
    for (let turn = worker; ; turn++) {
      const all = urls();
      const url = all[turn % all.length] ?? '';
      const { status, text } = await send(url, attempt);
      if (status === 201) return { name, id: JSON.parse(text).data.id };
      if (status === 409 && path === 'speakers') {
        const id = await idOfSpeaker(url, name);
        if (id !== undefined) return { name, id };
      } else if (status !== undefined && status !== 503) {
        faults.push(`${name}: ${status} ${text}`);
        return undefined;
      }
      if (status === undefined && path === 'submissions' && key === undefined) return undefined;
      if (isStopped && turn > worker + 200) return undefined;
      await delay(20 + Math.random() * 50);
    }
  }

  /**
   * No other client uses this e-mail address: an attempt whose result was lost created the speaker
   * that has it.
   */
  async function idOfSpeaker(url: string, email: string): Promise<string | undefined> {
    try {
      const response = await fetch(`${url}/v1/events/conf/speakers?filter=${email}`, {
        headers: access,
      });
      if (response.status !== 200) return undefined;
      const { data }: { data: { email: string; id: string }[] } = JSON.parse(await response.text());
      const speaker = data.find((listed) => listed.email === email);
      if (speaker === undefined) faults.push(`${email}: 409, and no speaker has it`);
      return speaker?.id;
    } catch {
      return undefined;
    }
  }

  async function send(url: string, { path, body, key }: Attempt) {
    const headers = {
      ...access,
      'content-type': 'application/json',
      ...(key !== undefined && { 'idempotency-key': key }),
    };
    try {
      const address = `${url}/v1/events/conf/${path}`;
      const response = await fetch(address, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      return { status: response.status, text: await response.text() };
    } catch {
      return { status: undefined, text: '' };
    }
  }
}
