// Reads an event's records one page at a time, each page with the total in one statement.
import type { Query, SqlValue } from './driver.ts';
import { type ListPage, offsetOf, type PageRequest } from './page.ts';
import type { EventRef, Speaker } from './record-fields.ts';
import { joined, type KindName, ownEvent, selected, statements } from './statements.ts';
import type { ListedChoice, Store } from './store.ts';
import { type SubmissionRow, submissionOf } from './submission-row.ts';

/** The lists of a Store. */
export function lists(
  read: Query,
): Pick<Store, 'listSpeakers' | 'listSubmissions' | 'listChoices'> {
  return {
    async listSpeakers(ref, { status, text, ...page }) {
      const conditions = {
        'r.speaker_status = ?': status,
        // Unlike LIKE, it has no special characters.
        "replace(r.search_text, ?, '') <> r.search_text": text || undefined,
      };
      return readPage<Speaker>(read, { kind: 'speakers', ref, page, conditions });
    },

    async listSubmissions(ref, { status, track, ...page }) {
      const trackId = track ? await findTrack(read, ref, track) : undefined;
      if (track && trackId === undefined) {
        const isEvent = await read(statements.findEvent, [ref.organizationId, ref.eventId]);
        return isEvent.length > 0 ? 'no such track' : undefined;
      }
      const conditions = { 'r.status = ?': status, 'r.track_id = ?': trackId };
      const list = await readPage<SubmissionRow>(read, {
        kind: 'submissions',
        ref,
        page,
        conditions,
      });
      return list && { total: list.total, records: list.records.map(submissionOf) };
    },

    listChoices: ({ organizationId, eventId }, kind) =>
      read<ListedChoice>(statements.listChoices, [organizationId, eventId, kind]),
  };
}

async function findTrack(read: Query, ref: EventRef, text: string): Promise<string | undefined> {
  const values = [ref.organizationId, ref.eventId, text, text.toLowerCase()];
  const [track] = await read<{ id: string }>(statements.findTrack, values);
  return track?.id;
}

/** @returns undefined if the event does not exist */
async function readPage<Row>(
  read: Query,
  list: {
    readonly kind: KindName;
    readonly ref: EventRef;
    readonly page: PageRequest;
    /** With the value of each; one without a value does not apply. */
    readonly conditions: Readonly<Record<string, string | undefined>>;
  },
): Promise<ListPage<Row> | undefined> {
  const { kind, ref, page, conditions } = list;
  const values: SqlValue[] = [ref.organizationId, ref.eventId, page.pageSize, offsetOf(page)];
  const matching = [`r.event = ${ownEvent}`];
  for (const [condition, value] of Object.entries(conditions)) {
    if (value !== undefined) matching.push(condition.replace('?', `?${values.push(value)}`));
  }
  const where = `WHERE ${matching.join(' AND ')}`;
  // The page is found in an index, before anything is joined to its records.
  const sql = `SELECT (SELECT count(*) FROM ${kind} r ${where}) AS total, page.number AS place,
      ${selected[kind]}
    FROM (SELECT seq, id FROM events WHERE organization_id = ?1 AND id = ?2) e
    LEFT JOIN (
      SELECT r.number, r.sort_key FROM ${kind} r ${where}
      ORDER BY r.sort_key, r.number LIMIT ?3 OFFSET ?4
    ) page ON true
    LEFT JOIN ${kind} r ON r.event = e.seq AND r.number = page.number
    ${joined[kind]} ORDER BY page.sort_key, page.number`;
  const rows = await read<Row & { readonly total: number; readonly place: number | null }>(
    sql,
    values,
  );
  const [first] = rows;
  if (first === undefined) return undefined;
  // After the last page, there is one row without a place.
  const records = rows.filter(({ place }) => place !== null);
  return {
    total: first.total,
    records: records.map(({ total: _, place: __, ...row }) => row as Row),
  };
}
