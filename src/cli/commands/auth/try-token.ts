// Whether a service takes a token: one small read, since the API has no call of its own for that.
import { endpoints } from '../../../contract/index.ts';
import type { Context } from '../../context.ts';

export interface Credentials {
  readonly baseUrl: string;
  readonly token: string;
  readonly event: string;
}

/** @throws {PlenaryError} what the read ended with: 401, 403, an unknown event, no network */
export async function tryToken(context: Context, { baseUrl, token, event }: Credentials): Promise<void> {
  const client = await context.clientFor({ baseUrl, token });
  try {
    await client.page(endpoints.listSpeakers, { path: { event_id: event }, query: { page: 1, pageSize: 1 } });
  } finally {
    await client.close();
  }
}
