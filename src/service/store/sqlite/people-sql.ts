// Owns the SQL statements for contacts and for what finds an event's people. Must not run them.
import { nextSeq } from './sql.ts';

const person = `SELECT c.seq, c.statuses, c.tracks, s.seq AS speaker, s.speaker_status
  FROM contacts c LEFT JOIN speakers s ON s.contact = c.seq`;

export const peopleStatements = {
  // Inserts nothing if the event has a contact with the address.
  insertContact: `INSERT INTO contacts (seq, event, address, statuses, tracks)
    VALUES (${nextSeq('contacts', '?1')}, ?1, ?2, ?3, ?4) ON CONFLICT (event, address) DO NOTHING`,
  findByAddress: `${person} WHERE c.event = ? AND c.address = ?`,
  findByNumber: `${person} WHERE c.seq = ?`,
  setAddress: 'UPDATE contacts SET address = ?2 WHERE seq = ?1',
  setCounts: 'UPDATE contacts SET statuses = ?2, tracks = ?3 WHERE seq = ?1',
  findFilter: 'SELECT id FROM filters WHERE event = ? AND list = ? AND status = ? AND track = ?',
  insertFilter: 'INSERT INTO filters (event, list, status, track) VALUES (?, ?, ?, ?)',
  deleteMatch: 'DELETE FROM matches WHERE filter = ? AND seq = ?',
} as const;

/** Inserts this many matches. As one statement, because each has a cost. */
export function insertionOfMatches(count: number): string {
  const rows = Array.from({ length: count }, () => '(?, ?)').join(', ');
  return `INSERT INTO matches (filter, seq) VALUES ${rows} ON CONFLICT DO NOTHING`;
}

const statuses = `SELECT contact, '=' || status AS status FROM submissions WHERE contact IS NOT NULL
  UNION SELECT contact, '=' || speaker_status FROM speakers WHERE contact IS NOT NULL AND speaker_status IS NOT NULL
  UNION SELECT seq, '' FROM contacts`;
const tracks = `SELECT contact, '=' || track_id AS track FROM submissions WHERE contact IS NOT NULL AND track_id IS NOT NULL
  UNION SELECT seq, '' FROM contacts`;

/** Derives everything from the records of all events, where nothing was derived before. */
export const fillPeople = `
  UPDATE contacts SET
    statuses = (SELECT json_group_array(json_array(status, total)) FROM
      (SELECT status, count(*) AS total FROM submissions WHERE contact = contacts.seq GROUP BY status)),
    tracks = (SELECT json_group_array(json_array(track_id, total)) FROM
      (SELECT track_id, count(*) AS total FROM submissions
        WHERE contact = contacts.seq AND track_id IS NOT NULL GROUP BY track_id))
    WHERE seq IN (SELECT contact FROM submissions);
  CREATE TEMP TABLE found (event, list, status, track, seq);
  INSERT INTO found SELECT s.contact >> 32, 'contacts', s.status, t.track, s.contact
    FROM (${statuses}) s JOIN (${tracks}) t ON t.contact = s.contact
    WHERE s.status <> '' OR t.track <> '';
  INSERT INTO found SELECT p.event, 'speakers', s.status, t.track, p.seq
    FROM speakers p
    JOIN (SELECT seq, '=' || speaker_status AS status FROM speakers WHERE speaker_status IS NOT NULL
      UNION ALL SELECT seq, '' FROM speakers) s ON s.seq = p.seq
    JOIN (SELECT p.seq, t.track FROM speakers p JOIN (${tracks}) t ON t.contact = p.contact WHERE t.track <> ''
      UNION ALL SELECT seq, '' FROM speakers) t ON t.seq = p.seq
    WHERE s.status <> '' OR t.track <> '';
  INSERT INTO filters (event, list, status, track) SELECT DISTINCT event, list, status, track FROM found;
  INSERT INTO matches (filter, seq) SELECT f.id, seq FROM found JOIN filters f USING (event, list, status, track) ORDER BY 1, 2;
  DROP TABLE found`;
