// Talks of the double of the public server, with statuses, formats and places. Must not know the
// program.
import type { Double } from './double/double.ts';

export interface PlacedTalk {
  readonly title: string;
  /** `accepted` unless given. */
  readonly status?: string;
  /** Another format than none, which has 30 minutes. */
  readonly format?: string;
  readonly room?: string;
  /** A time of 20 May 2027 in UTC: `09:00`. */
  readonly time?: string;
}

/** Creates talks. @returns their ids by title */
export async function addTalks(
  double: Double,
  talks: readonly PlacedTalk[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  for (const { title, status = 'accepted', format, room, time } of talks) {
    const { id } = await write(double, 'POST', `events/${double.eventId}/submissions`, {
      title,
      submitter_email: `speaker-${ids.size + 1}@example.org`,
    });
    ids.set(title, id);
    const { id: formatId } = double.state.formats.find(({ name }) => name === format) ?? {};
    if (formatId !== undefined) double.web.setFormat(id, formatId);
    await write(double, 'PATCH', `submissions/${id}`, { status });
    if (room === undefined || time === undefined) continue;
    await write(double, 'PUT', `sessions/${id}/schedule`, { room, start: `2027-05-20T${time}Z` });
  }
  return ids;
}

/** `Keynote: accepted, Main Hall 09:00–09:45` for each talk, by title. */
export function programOf({ state }: Double): readonly string[] {
  const rooms = new Map(state.rooms.map(({ id, name }) => [id, name]));
  return state.submissions
    .map(({ title, status, room_id, starts_at, ends_at }) => {
      const [from, to] = [starts_at, ends_at].map((time) => (time ?? '').slice(11, 16));
      const place = room_id === null ? '' : `, ${rooms.get(room_id)} ${from}–${to}`;
      return `${title}: ${status}${place}`;
    })
    .sort();
}

/** @throws {Error} if the double refuses it */
async function write(
  { url, token }: Double,
  method: string,
  path: string,
  body: Readonly<Record<string, string>>,
): Promise<{ readonly id: string }> {
  const headers = { 'x-access-token': token, 'content-type': 'application/json' };
  const response = await fetch(`${url}/v1/${path}`, {
    method,
    headers,
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text).data;
}
