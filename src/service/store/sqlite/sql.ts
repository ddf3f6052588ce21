// Every SQL statement of the service, but for the schema itself. Text only: it runs nothing.
import type { Speaker, Submission } from '../records.ts';

/** The columns of a speaker's own fields, in the order in which a record shows them. */
export const speakerColumns = [
  'email',
  'first_name',
  'last_name',
  'company_name',
  'title',
  'about',
  'photo_url',
  'pronouns',
  'linkedin_url',
  'twitter_url',
  'phone',
  'speaker_status',
  'logistics_notes',
] as const satisfies readonly (keyof Speaker)[];

export const submissionColumns = [
  'title',
  'abstract',
  'submitter_email',
  'submitter_first_name',
  'submitter_last_name',
  'track_id',
  'format_id',
  'status',
  'feedback',
  'room',
  'start',
] as const satisfies readonly (keyof Submission)[];

export const statements = {
  findToken: 'SELECT organization_id AS organizationId, hash FROM tokens WHERE id = ? AND revoked_at IS NULL',
  findEvent: 'SELECT seq, timezone FROM events WHERE organization_id = ? AND id = ?',

  // Changes nothing where the event has a speaker with that address.
  insertSpeaker: `${insertion('speakers', ['event', 'id', 'address', ...speakerColumns, 'created_at', 'updated_at'])}
    ON CONFLICT (event, address) DO NOTHING`,
  findSpeaker: finding('speakers', `r.event, ${record(speakerColumns)}`),
  findSpeakerByAddress: 'SELECT id FROM speakers WHERE event = ? AND address = ?',
  updateSpeaker: updating('speakers', ['address', ...speakerColumns, 'updated_at']),

  insertSubmission: insertion('submissions', [
    'event',
    'id',
    'address',
    ...submissionColumns,
    'created_at',
    'updated_at',
  ]),
  findSubmission: finding('submissions', record(submissionColumns)),
  timeZoneOf: finding('submissions', 'e.timezone'),
  updateSubmission: updating('submissions', [...submissionColumns, 'updated_at']),

  insertOnce: `INSERT INTO idempotency_keys (organization_id, key, fingerprint, id, created_at)
    VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  findOnce: 'SELECT fingerprint, id, created_at FROM idempotency_keys WHERE organization_id = ? AND key = ?',
  freeOnce: 'DELETE FROM idempotency_keys WHERE organization_id = ? AND key = ?',
  someOnce: `SELECT organization_id, key FROM idempotency_keys WHERE (organization_id, key) > (?, ?)
    ORDER BY organization_id, key LIMIT 1 OFFSET ?`,
  forgetOnce: `DELETE FROM idempotency_keys
    WHERE (organization_id, key) > (?, ?) AND (organization_id, key) <= (?, ?) AND created_at <= ?`,

  contactSpeaker:
    'SELECT id, email, first_name, last_name, speaker_status FROM speakers WHERE event = ? AND address = ?',
  contactSubmissions: `SELECT id, submitter_email, submitter_first_name, submitter_last_name, status, track_id
    FROM submissions WHERE event = ? AND address = ? ORDER BY seq`,

  insertOrganization: insertion('organizations', ['id', 'name', 'created_at']),
  listOrganizations: 'SELECT id, name FROM organizations ORDER BY created_at, id',
  insertEvent: insertion('events', ['id', 'organization_id', 'name', 'timezone', 'created_at']),
  listEvents: `SELECT id, organization_id, name, timezone, created_at FROM events
    WHERE ?1 IS NULL OR organization_id = ?1 ORDER BY seq`,
  insertToken: insertion('tokens', ['id', 'organization_id', 'name', 'hash', 'created_at']),
  listTokens: `SELECT id, organization_id, name, created_at, revoked_at FROM tokens
    WHERE ?1 IS NULL OR organization_id = ?1 ORDER BY seq`,
  revokeToken: `UPDATE tokens SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?
    RETURNING id, organization_id, name, created_at, revoked_at`,
} as const;

/** Which of the optional filters a page is asked with. */
export interface Filtered {
  readonly status: boolean;
  readonly track: boolean;
}

interface Listing {
  readonly table: 'speakers' | 'submissions';
  readonly columns: string;
  /** Names the rows `r`. */
  readonly where: string;
  readonly status: string;
  readonly track: string;
  readonly join?: string;
}

const submissionListing: Listing = {
  table: 'submissions',
  columns: record(submissionColumns),
  where: '',
  status: ' AND r.status = :status',
  track: ' AND r.track_id = :track',
};

/** What can be listed of an event, and what its filters mean there. */
export const listings = {
  speakers: {
    table: 'speakers',
    columns: record(speakerColumns),
    where: '',
    status: ' AND r.speaker_status = :status',
    // A speaker is on a track by what they have submitted to it.
    track: ` AND EXISTS (SELECT 1 FROM submissions s
      WHERE s.event = r.event AND s.address = r.address AND s.track_id = :track)`,
  },
  submissions: submissionListing,
  sessions: { ...submissionListing, where: ' AND r.start IS NOT NULL' },
  contentItems: {
    ...submissionListing,
    columns: `r.id, e.id AS event_id, r.title, r.abstract, r.track_id, r.format_id, r.status, r.room, r.start,
      r.submitter_first_name, r.submitter_last_name, p.first_name, p.last_name`,
    where: " AND (r.status = 'accepted' OR r.start IS NOT NULL)",
    join: 'LEFT JOIN speakers p ON p.event = r.event AND p.address = r.address',
  },
} as const satisfies Record<string, Listing>;

/** One page of a listing, oldest first: the rows are found on an index first and read afterwards. */
export function pageOf(name: keyof typeof listings, filtered: Filtered): string {
  const { table, columns, join = '' }: Listing = listings[name];
  return `WITH page AS (${selection(name, 'r.seq', filtered)} ORDER BY r.seq LIMIT :limit OFFSET :offset)
    SELECT ${columns} FROM page JOIN ${table} r ON r.seq = page.seq JOIN events e ON e.seq = r.event ${join}
    ORDER BY page.seq`;
}

export function countOf(name: keyof typeof listings, filtered: Filtered): string {
  return selection(name, 'count(*) AS total', filtered);
}

function selection(name: keyof typeof listings, what: string, { status, track }: Filtered): string {
  const listing: Listing = listings[name];
  const filters = `${status ? listing.status : ''}${track ? listing.track : ''}`;
  return `SELECT ${what} FROM ${listing.table} r WHERE r.event = :event${listing.where}${filters}`;
}

/** The addresses of an event's people, those seen first first. */
export function contactPage(filtered: Filtered): string {
  return `${people(filtered)} ORDER BY min(created_at), address LIMIT :limit OFFSET :offset`;
}

export function contactCount(filtered: Filtered): string {
  return `SELECT count(*) AS total FROM (${people(filtered)})`;
}

function people({ status, track }: Filtered): string {
  const conditions = [
    ...(status ? ['sum(status = :status) > 0'] : []),
    ...(track ? ['sum(track_id = :track) > 0'] : []),
  ];
  const having = conditions.length === 0 ? '' : `HAVING ${conditions.join(' AND ')}`;
  return `SELECT address FROM (
      SELECT address, created_at, speaker_status AS status, NULL AS track_id FROM speakers WHERE event = :event
      UNION ALL
      SELECT address, created_at, status, track_id FROM submissions WHERE event = :event
    ) WHERE address IS NOT NULL GROUP BY address ${having}`;
}

function insertion(table: string, columns: readonly string[]): string {
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
}

/** A record by id, if it belongs to the organization. */
function finding(table: string, what: string): string {
  return `SELECT ${what} FROM ${table} r JOIN events e ON e.seq = r.event WHERE r.id = ? AND e.organization_id = ?`;
}

function updating(table: string, columns: readonly string[]): string {
  return `UPDATE ${table} SET ${columns.map((column) => `${column} = ?`).join(', ')} WHERE id = ?`;
}

function record(columns: readonly string[]): string {
  const own = columns.map((column) => `r.${column}`).join(', ');
  return `r.id, e.id AS event_id, ${own}, r.created_at, r.updated_at`;
}
