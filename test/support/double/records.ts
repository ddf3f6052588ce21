// Owns how rows are shown as the server's records, member by member. Must not know requests.
import type {
  Database,
  EventRow,
  FormatRow,
  RoomRow,
  SpeakerRow,
  SubmissionRow,
  TrackRow,
} from './database.ts';
import { compareText, strip } from './python-text.ts';

export function fullName({
  first_name,
  last_name,
  email,
}: Pick<SpeakerRow, 'first_name' | 'last_name' | 'email'>): string {
  const names = [first_name, last_name].map(strip).filter((name) => name !== '');
  return names.length > 0 ? names.join(' ') : email;
}

export function shownSpeaker(speaker: SpeakerRow) {
  return {
    id: speaker.id,
    full_name: fullName(speaker),
    first_name: speaker.first_name,
    last_name: speaker.last_name,
    email: speaker.email,
    company_name: speaker.company_name,
    title: speaker.title,
    about: speaker.about,
    photo_url: speaker.photo_url,
    pronouns: speaker.pronouns,
    linkedin_url: speaker.linkedin_url,
    twitter_url: speaker.twitter_url,
    phone: speaker.phone,
    speaker_status: speaker.speaker_status,
    logistics_notes: speaker.logistics_notes,
    last_portal_access_at: speaker.last_portal_access_at,
    invited_to_portal: speaker.invited_to_portal,
  };
}

export function shownContact(speaker: SpeakerRow) {
  return {
    id: speaker.id,
    full_name: fullName(speaker),
    email: speaker.email,
    company_name: speaker.company_name,
    title: speaker.title,
    about: speaker.about,
  };
}

/** Submissions with what they refer to, which the server reads by a statement for each table. */
export async function shownSubmissions(database: Database, submissions: readonly SubmissionRow[]) {
  const idsOf = (member: 'room_id' | 'track_id' | 'format_id') =>
    new Set(submissions.map((submission) => submission[member]).filter((id) => id !== null));
  const rooms = await byId(database, database.rooms, idsOf('room_id'));
  const tracks = await byId(database, database.tracks, idsOf('track_id'));
  const formats = await byId(database, database.formats, idsOf('format_id'));
  const speakers = await speakersOf(database, submissions);
  return submissions.map((submission) => ({
    id: submission.id,
    event_id: submission.event_id,
    friendly_id: `SESS-${submission.number}`,
    title: submission.title,
    abstract: submission.abstract,
    description: submission.abstract,
    status: submission.status,
    starts_at: submission.starts_at,
    ends_at: submission.ends_at,
    is_abstract: submission.is_abstract,
    room: roomOf(rooms.get(submission.room_id ?? '')),
    track: trackOf(tracks.get(submission.track_id ?? '')),
    format: formatOf(formats.get(submission.format_id ?? '')),
    speakers: speakers.get(submission.id) ?? [],
    submitted_at: submission.submitted_at,
    updated_at: submission.updated_at,
  }));
}

async function byId<T extends { readonly id: string }>(
  database: Database,
  table: readonly T[],
  ids: ReadonlySet<string>,
): Promise<Map<string, T>> {
  if (ids.size === 0) return new Map();
  const rows = await database.select(table, ({ id }) => ids.has(id));
  return new Map(rows.map((row) => [row.id, row]));
}

/** Who speaks in each submission: the primary one first, then by id. */
async function speakersOf(database: Database, submissions: readonly SubmissionRow[]) {
  const shown = new Map<string, { id: string; full_name: string; email: string }[]>();
  const ids = new Set(submissions.map(({ id }) => id));
  if (ids.size === 0) return shown;
  const people = await database.select(database.participants, (row) => ids.has(row.submission_id));
  const speaking = people.filter(({ role }) => role === 'speaker');
  const speakerIds = new Set(speaking.map(({ speaker_id }) => speaker_id));
  const speakers = await byId(database, database.speakers, speakerIds);
  speaking.sort((left, right) => {
    if (left.is_primary !== right.is_primary) return left.is_primary ? -1 : 1;
    return compareText(left.speaker_id, right.speaker_id);
  });
  for (const { submission_id, speaker_id } of speaking) {
    const speaker = speakers.get(speaker_id);
    if (speaker === undefined) continue;
    const others = shown.get(submission_id) ?? [];
    const { id, email } = speaker;
    shown.set(submission_id, [...others, { id, full_name: fullName(speaker), email }]);
  }
  return shown;
}

function roomOf(room: RoomRow | undefined) {
  return room === undefined ? null : { id: room.id, name: room.name, capacity: room.capacity };
}

function trackOf(track: TrackRow | undefined) {
  return track === undefined ? null : { id: track.id, name: track.name, color: track.color };
}

function formatOf(format: FormatRow | undefined) {
  if (format === undefined) return null;
  const { id, name, default_duration_min } = format;
  return { id, name, default_duration_min };
}

/** What the server shows of an event that has not been given colors and fonts of its own. */
const DEFAULT_BRANDING = {
  accent: null,
  background: null,
  surface: null,
  ink: null,
  heading_font: 'instrument-serif',
  body_font: 'instrument-sans',
  radius: 'medium',
  schedule_layout: 'list',
  speaker_layout: 'grid',
  density: 'comfortable',
  header_style: 'minimal',
  logo_url: null,
  logo_path: null,
  favicon_url: null,
  favicon_path: null,
  show_powered_by: true,
};

/** What was not read of an event is null. */
export function shownEvent(event: Pick<EventRow, 'id'> & Partial<EventRow>) {
  return {
    id: event.id,
    name: event.name ?? null,
    slug: event.slug ?? null,
    starts_at: event.starts_at ?? null,
    ends_at: event.ends_at ?? null,
    timezone: event.timezone ?? null,
    branding: DEFAULT_BRANDING,
  };
}
