// Sends requests of many clients, cuts some of them off, repeats those without a final response, and measures the others.
import { once, setMaxListeners } from 'node:events';
import { Agent, type ClientRequest, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly token?: string;
  /** Text is sent unchanged, anything else as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Reply {
  readonly status: number;
  readonly replayed: boolean;
  readonly text: string;
  /** Parsed; an empty object if it is not JSON. */
  readonly body: ReturnType<JSON['parse']>;
  /** Whether an earlier attempt had no final response. */
  readonly isRepeated: boolean;
}

/**
 * What a client does without a final response: it repeats the request; it does so when the last attempt cannot be carried
 * out any more, because it would overwrite what comes after it; or it gives up.
 */
export type Repetition = 'at once' | 'later' | 'never';

export interface Traffic {
  /** Undefined if the client has given up. */
  send(call: Call, repetition?: Repetition): Promise<Reply | undefined>;
  /** Resolves when no request is in progress, and closes all connections. */
  pause(): Promise<void>;
  resume(): void;
  /** From now on, nothing is cut off. */
  spare(): void;
  /** From now on, clients give up. */
  stop(): void;
  /** The counts since the last call. */
  counts(): TrafficCounts;
}

export interface TrafficCounts {
  readonly requests: number;
  readonly cut: number;
  /** Responses with 503, and connections that were lost during an announced outage. */
  readonly unavailable: number;
  /** In milliseconds. */
  readonly median: number;
  readonly p99: number;
}

export interface TrafficOptions {
  readonly url: string;
  readonly random: () => number;
  /** Whether requests that were sent then, by `performance.now()`, may have failed because no process served. */
  readonly wasDownSince: (time: number) => boolean;
  /** Whether the service may respond with 503. */
  readonly mayBeUnavailable: boolean;
  readonly find: (finding: string) => void;
}

// A service tries for up to 10 seconds to carry out a request.
const lateMs = 12_000;
const attempts = 50;
const requestMs = 60_000;

export function startTraffic({ url, random, wasDownSince, mayBeUnavailable, find }: TrafficOptions): Traffic {
  // The connection that was not used for the longest time comes next, so that each of them learns of a shutdown.
  const agent = new Agent({ keepAlive: true, maxSockets: 48, scheduling: 'fifo' });
  let cutShare = 0.01;
  let gate: Promise<void> | undefined;
  let open = () => {};
  let sending = 0;
  let atRest = () => {};
  let latencies: number[] = [];
  let cut = 0;
  let unavailable = 0;
  const stopped = new AbortController();
  setMaxListeners(0, stopped.signal);
  const wait = (ms: number) => delay(ms, undefined, { signal: stopped.signal }).catch(() => undefined);

  return {
    async send(call, repetition = 'at once') {
      for (let attempt = 0; attempt < attempts; attempt++) {
        const outcome = await attemptOf(call);
        if (typeof outcome === 'object') {
          if (outcome.status !== 503) return { ...outcome, isRepeated: attempt > 0 };
          unavailable++;
          if (!mayBeUnavailable || outcome.retryAfter === 0) find(`${nameOf(call)}: 503 ${outcome.text}`);
          await wait(outcome.retryAfter * 1000);
        }
        if (repetition === 'never') return undefined;
        await wait(repetition === 'later' && outcome !== 'not sent' ? lateMs : 20 + random() * 100);
        if (stopped.signal.aborted) return undefined;
      }
      find(`${nameOf(call)}: no response after ${attempts} attempts`);
      return undefined;
    },
    async pause() {
      gate ??= new Promise((resolve) => {
        open = resolve;
      });
      if (sending > 0) {
        await new Promise<void>((resolve) => {
          atRest = resolve;
        });
      }
      agent.destroy();
    },
    resume() {
      gate = undefined;
      open();
    },
    spare() {
      cutShare = 0;
    },
    stop() {
      stopped.abort();
      agent.destroy();
    },
    counts() {
      const sorted = latencies.toSorted((a, b) => a - b);
      const counts = {
        requests: sorted.length,
        ...{ cut, unavailable },
        median: sorted[sorted.length >> 1] ?? 0,
        p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
      };
      latencies = [];
      cut = 0;
      unavailable = 0;
      return counts;
    },
  };

  /** One attempt. `cut`: this client has closed the connection. `not sent`: no process served. */
  async function attemptOf(call: Call) {
    await gate;
    sending++;
    const isCut = random() < cutShare;
    const begun = performance.now();
    try {
      const reply = await exchange(call, isCut ? { afterMs: random() * 10, isHalf: random() < 0.3 } : undefined);
      latencies.push(performance.now() - begun);
      return reply;
    } catch (error) {
      if (isCut) {
        cut++;
        return 'cut';
      }
      unavailable++;
      if (!wasDownSince(begun)) find(`${nameOf(call)}: ${error instanceof Error ? error.message : error}`);
      return 'not sent';
    } finally {
      sending--;
      if (sending === 0) atRest();
    }
  }

  async function exchange(
    { method, path, token, body, headers }: Call,
    cutting?: { afterMs: number; isHalf: boolean },
  ) {
    const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
    const bytes = Buffer.from(text ?? '');
    const sent = request(url + path, {
      method,
      agent,
      timeout: requestMs,
      headers: {
        ...(token !== undefined && { 'x-access-token': token }),
        ...(text !== undefined && { 'content-type': 'application/json', 'content-length': bytes.length }),
        ...headers,
      },
    });
    sent.on('timeout', () => sent.destroy(new Error(`no response in ${requestMs} ms`)));
    const answered = responseTo(sent);
    let timer: NodeJS.Timeout | undefined;
    // Not before, because the request may wait for a connection.
    sent.on('socket', () => {
      if (cutting) timer = setTimeout(() => sent.destroy(new Error('cut')), cutting.afterMs);
    });
    if (cutting?.isHalf) sent.write(bytes.subarray(0, bytes.length >> 1));
    else sent.end(bytes);
    try {
      return await answered;
    } finally {
      // The connection may already have the next request.
      clearTimeout(timer);
      if (cutting?.isHalf) sent.destroy();
    }
  }
}

async function responseTo(sent: ClientRequest) {
  const [answer] = await once(sent, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  return {
    status: Number(answer.statusCode),
    replayed: answer.headers['idempotent-replayed'] === 'true',
    retryAfter: Number(answer.headers['retry-after'] ?? 0),
    text,
    body: parsed(text),
  };
}

function parsed(text: string): ReturnType<JSON['parse']> {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** The request without ids, as a heading for what went wrong. */
export function nameOf({ method, path }: Call): string {
  return `${method} ${path.replace(/(spk|sub)_\w+/, '…')}`;
}
