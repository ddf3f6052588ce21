// Loads a service with creations of speakers, each with an address of its own.
import autocannon from 'autocannon';

export interface CreateLoad {
  readonly url: string;
  readonly token: string;
  readonly connections: number;
  readonly seconds: number;
}

/** @returns how many were created. @throws if one was refused or failed */
export async function createSpeakers({ url, token, connections, seconds }: CreateLoad): Promise<number> {
  const result = await autocannon({
    url: `${url}/v1/events/conf/speakers`,
    method: 'POST',
    connections,
    duration: seconds,
    headers: { 'x-access-token': token, 'content-type': 'application/json' },
    requests: [{ setupRequest: (request) => ({ ...request, body: nextSpeaker() }) }],
  });
  if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx} refused, ${result.errors} failed`);
  return result['2xx'];
}

export function perSecond(rate: number): string {
  return `${Math.round(rate).toLocaleString('en')}/s`;
}

let made = 0;

function nextSpeaker(): string {
  made += 1;
  return JSON.stringify({ email: `speaker-${made}@example.org`, first_name: 'Amina', last_name: 'Okoye' });
}
