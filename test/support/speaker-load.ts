// Creates speakers on many connections until the server has ended, and records which ones it acknowledged.
import { once } from 'node:events';
import { Agent, request } from 'node:http';

export interface SpeakerLoad {
  /** The e-mail addresses whose creation got status 201. */
  readonly acknowledged: ReadonlySet<string>;
  /** The other statuses received. */
  readonly refused: readonly (number | undefined)[];
  /** Resolves when `count` speakers have been acknowledged. */
  reached(count: number): Promise<void>;
  /** Resolves when every connection has failed because the server has ended. */
  readonly ended: Promise<unknown>;
}

/** Starts at once; `name` makes the addresses of one load differ from another's. */
export function loadSpeakers(url: string, token: string, name: string, connections = 32): SpeakerLoad {
  const acknowledged = new Set<string>();
  const refused: (number | undefined)[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const workers = Array.from({ length: connections }, (_, worker) => work(worker));
  return {
    acknowledged,
    refused,
    reached: (count) => new Promise((resolve) => waiting.push({ count, resolve })),
    ended: Promise.all(workers).finally(() => agent.destroy()),
  };

  async function work(worker: number): Promise<void> {
    for (let i = 0; ; i++) {
      const email = `${name}-${worker}-${i}@example.org`;
      try {
        const status = await create(email);
        if (status === 201) acknowledge(email);
        else refused.push(status);
      } catch {
        return;
      }
    }
  }

  function acknowledge(email: string): void {
    acknowledged.add(email);
    for (const { count, resolve } of waiting) if (acknowledged.size >= count) resolve();
  }

  async function create(email: string): Promise<number | undefined> {
    const headers = { 'x-access-token': token, 'content-type': 'application/json' };
    const sent = request(`${url}/v1/events/conf/speakers`, { method: 'POST', agent, headers });
    sent.end(JSON.stringify({ email, first_name: 'Amina', last_name: 'Okoye' }));
    const [answer] = await once(sent, 'response');
    answer.resume();
    await once(answer, 'end');
    return answer.statusCode;
  }
}
