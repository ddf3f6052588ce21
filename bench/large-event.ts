// Fills the only event of a PostgreSQL database with speakers, as if the service had created them.
import pg from 'pg';
import { blankSpeaker } from '../src/service/store/records.ts';
import type { PostgresServer } from '../test/support/postgres.ts';

export async function fillEvent({ folder, port }: PostgresServer, database: string, records: number): Promise<void> {
  const client = new pg.Client({ host: folder, port: port || 5432, user: 'postgres', database });
  await client.connect();
  const blank = Object.entries(blankSpeaker).filter(([name]) => name !== 'email');
  const now = new Date().toISOString();
  await client.query(`
    INSERT INTO contacts (event, number, address)
      SELECT e.seq, n, 'speaker-' || n || '@example.org' FROM events e, generate_series(1, ${records}) n;
    INSERT INTO speakers (event, number, id, contact, email, created_at, updated_at, ${blank.map(([name]) => name).join(', ')})
      SELECT e.seq, n, 'spk_' || lpad(n::text, 29, '0'), n, 'speaker-' || n || '@example.org', '${now}', '${now}',
        ${blank.map(([, value]) => (value === null ? 'NULL' : "''")).join(', ')}
      FROM events e, generate_series(1, ${records}) n;
    UPDATE counters SET speakers = ${records}, contacts = ${records}, last_contact = ${records};
    ANALYZE;
  `);
  await client.end();
}
