// Sends creations of speakers with a load generator.
import autocannon from 'autocannon';
import { stopwatch } from './row.ts';

export interface Load {
  /** The service, its token, and its event. */
  readonly to: { readonly url: string; readonly token: string; readonly event: string };
  readonly connections: number;
  readonly creates: number;
  /** The body of each creation, with an address of its own. */
  nextBody(): string;
}

/**
 * @returns creations per second, from the first request to the last response.
 * @throws if one was refused or failed
 */
export async function createsPerSecond({
  to,
  connections,
  creates,
  nextBody,
}: Load): Promise<number> {
  let last = 0;
  const elapsed = stopwatch();
  const { '2xx': created } = await new Promise<autocannon.Result>((resolve, reject) => {
    const load = autocannon(
      {
        url: `${to.url}/v1/events/${to.event}/speakers`,
        method: 'POST',
        connections,
        amount: creates,
        headers: { 'x-access-token': to.token, 'content-type': 'application/json' },
        requests: [{ setupRequest: (request) => ({ ...request, body: nextBody() }) }],
      },
      (error, result) => (error ? reject(error) : resolve(result)),
    );
    load.on('response', () => {
      last = elapsed();
    });
  });
  if (created !== creates) throw new Error(`${created} of ${creates} were created`);
  return creates / last;
}

/** The body that an import of the n-th speaker sends, counted from 1. */
export function speakerBody(n: number): string {
  return JSON.stringify({
    email: `speaker-${n}@example.org`,
    first_name: 'Amina',
    last_name: `Okoye ${n}`,
  });
}
