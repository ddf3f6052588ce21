// Owns the SQL statements for contacts and for what finds an event's people. Must not run them.
import type { KindName } from './creation.ts';

/** The contact of the record with the id $1 of the organization $2, and what its speaker contributes. */
export function personStatements(kind: KindName) {
  const own = `${kind} r JOIN events e ON e.seq = r.event`;
  const isOwn = 'r.id = $1 AND e.organization_id = $2';
  return {
    lockContact: `SELECT c.number, c.statuses, c.tracks FROM ${own}
      JOIN contacts c ON c.event = r.event AND c.number = r.contact WHERE ${isOwn} FOR UPDATE OF c`,
    findSpeaker: `SELECT s.number, s.speaker_status FROM ${own}
      JOIN speakers s ON s.event = r.event AND s.contact = r.contact WHERE ${isOwn}`,
  } as const;
}

export const peopleStatements = {
  // The contacts with the numbers $2 of the event $1, and their speakers, once no other transaction changes them. Only the
  // right index has the order, as for contacts that are found by their address.
  lockContacts: `SELECT c.* FROM unnest($2::int[]) AS a (number) JOIN LATERAL (
      SELECT number, statuses, tracks FROM contacts WHERE event = $1 AND number >= a.number
      ORDER BY number LIMIT 1 FOR UPDATE
    ) AS c ON c.number = a.number`,
  findSpeakers: `SELECT s.* FROM unnest($2::int[]) AS a (contact) JOIN LATERAL (
      SELECT contact, number, speaker_status FROM speakers WHERE event = $1 AND contact >= a.contact
      ORDER BY contact LIMIT 1
    ) AS s ON s.contact = a.contact`,
  insertContacts: `INSERT INTO contacts (event, number, address)
    SELECT $1::bigint, n.* FROM unnest($2::int[], $3::text[]) AS n`,
  setCounts: `UPDATE contacts SET statuses = n.statuses, tracks = n.tracks
    FROM unnest($2::int[], $3::text[], $4::text[]) AS n (number, statuses, tracks)
    WHERE event = $1 AND contacts.number = n.number`,
  renameContact: 'UPDATE contacts SET address = $3 WHERE event = $1 AND number = $2',
  deleteContact: 'DELETE FROM contacts WHERE event = $1 AND number = $2',
  insertMatches: `INSERT INTO matches (event, list, status, track, number)
    SELECT $1::bigint, n.* FROM unnest($2::text[], $3::text[], $4::text[], $5::int[]) AS n ON CONFLICT DO NOTHING`,
  deleteMatches: `DELETE FROM matches USING unnest($2::text[], $3::text[], $4::text[], $5::int[])
      AS n (list, status, track, number)
    WHERE matches.event = $1 AND matches.list = n.list AND matches.status = n.status AND matches.track = n.track
      AND matches.number = n.number`,
} as const;

const statuses = `SELECT event, contact, '=' || status AS status FROM submissions WHERE contact IS NOT NULL
  UNION SELECT event, contact, '=' || speaker_status FROM speakers
    WHERE contact IS NOT NULL AND speaker_status IS NOT NULL
  UNION SELECT event, number, '' FROM contacts`;
const tracks = `SELECT event, contact, '=' || track_id AS track FROM submissions
    WHERE contact IS NOT NULL AND track_id IS NOT NULL
  UNION SELECT event, number, '' FROM contacts`;

function countsOf(column: 'status' | 'track_id', target: 'statuses' | 'tracks'): string {
  return `UPDATE contacts SET ${target} = c.counts FROM (
      SELECT event, contact, jsonb_agg(jsonb_build_array(${column}, total))::text AS counts FROM (
        SELECT event, contact, ${column}, count(*) AS total FROM submissions
        WHERE contact IS NOT NULL AND ${column} IS NOT NULL GROUP BY event, contact, ${column}
      ) AS counted GROUP BY event, contact
    ) AS c WHERE contacts.event = c.event AND contacts.number = c.contact`;
}

/** Derives everything from the records of all events, where nothing was derived before. */
export const fillPeople: readonly string[] = [
  countsOf('status', 'statuses'),
  countsOf('track_id', 'tracks'),
  `INSERT INTO matches (event, list, status, track, number)
    SELECT event, 'contacts', s.status, t.track, contact FROM (${statuses}) AS s JOIN (${tracks}) AS t USING (event, contact)
    WHERE s.status <> '' OR t.track <> ''`,
  `INSERT INTO matches (event, list, status, track, number)
    SELECT p.event, 'speakers', s.status, t.track, p.number FROM speakers p
    JOIN (SELECT event, number, '=' || speaker_status AS status FROM speakers WHERE speaker_status IS NOT NULL
      UNION ALL SELECT event, number, '' FROM speakers) AS s ON s.event = p.event AND s.number = p.number
    JOIN (SELECT p.event, p.number, t.track FROM speakers p
        JOIN (${tracks}) AS t ON t.event = p.event AND t.contact = p.contact WHERE t.track <> ''
      UNION ALL SELECT event, number, '' FROM speakers) AS t ON t.event = p.event AND t.number = p.number
    WHERE s.status <> '' OR t.track <> ''`,
];
