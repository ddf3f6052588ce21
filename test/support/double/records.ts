// Owns how rows are shown as the server's records, member by member. Must not know requests.
import type {
  Database,
  EventRow,
  FileRow,
  FormatRow,
  RoomRow,
  SpeakerRow,
  SubmissionRow,
  TaskRow,
  TrackRow,
} from './database.ts';
import { strip } from './python-text.ts';

export function fullName({ first_name, last_name, email }: SpeakerRow): string {
  return strip(`${first_name} ${last_name}`) || email;
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

export function shownSubmission(database: Database, submission: SubmissionRow) {
  const room = database.rooms.find(({ id }) => id === submission.room_id);
  const track = database.tracks.find(({ id }) => id === submission.track_id);
  const format = database.formats.find(({ id }) => id === submission.format_id);
  return {
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
    room: room === undefined ? null : roomOf(room),
    track: track === undefined ? null : trackOf(track),
    format: format === undefined ? null : formatOf(format),
    speakers: speakersOf(database, submission.id).map(({ speaker }) => ({
      id: speaker.id,
      full_name: fullName(speaker),
      email: speaker.email,
    })),
    submitted_at: submission.submitted_at,
    updated_at: submission.updated_at,
  };
}

/** Who speaks in a submission: the primary one first, then by id. */
export function speakersOf(database: Database, submissionId: string) {
  return database.participants
    .filter(({ submission_id, role }) => submission_id === submissionId && role === 'speaker')
    .flatMap(({ speaker_id, is_primary }) => {
      const speaker = database.speakers.find(({ id }) => id === speaker_id);
      return speaker === undefined ? [] : [{ speaker, is_primary }];
    })
    .sort((left, right) => {
      if (left.is_primary !== right.is_primary) return left.is_primary ? -1 : 1;
      return left.speaker.id < right.speaker.id ? -1 : 1;
    });
}

function roomOf({ id, name, capacity }: RoomRow) {
  return { id, name, capacity };
}

function trackOf({ id, name, color }: TrackRow) {
  return { id, name, color };
}

function formatOf({ id, name, default_duration_min }: FormatRow) {
  return { id, name, default_duration_min };
}

export function shownEvent(event: EventRow) {
  return {
    id: event.id,
    name: event.name,
    slug: event.slug,
    starts_at: event.starts_at,
    ends_at: event.ends_at,
    timezone: event.timezone,
    branding: event.branding,
  };
}

export type ContentStatus = 'received' | 'missing' | 'needs_changes';

export function contentStatus({ assignment_status, files }: TaskRow): ContentStatus {
  if (assignment_status === 'denied') return 'needs_changes';
  return files.length > 0 || assignment_status !== 'todo' ? 'received' : 'missing';
}

const KINDS = {
  slides: /slide|deck|presentation/i,
  headshot: /headshot|photo|picture/i,
  bio: /\bbio/i,
};

function kindOf(name: string): string {
  for (const [kind, pattern] of Object.entries(KINDS)) if (pattern.test(name)) return kind;
  return 'other';
}

export function shownContentItem(database: Database, task: TaskRow) {
  const speaker = database.speakers.find(({ id }) => id === task.speaker_id);
  const submission = database.submissions.find(({ id }) => id === task.submission_id);
  const version = task.files.length;
  const file = task.files.at(-1);
  return {
    item_id: task.id,
    type: kindOf(task.name),
    title: task.name,
    required: task.required,
    due_at: task.due_at,
    assignment_status: task.assignment_status,
    approved: task.assignment_status === 'approved',
    status: contentStatus(task),
    current_version: version,
    versions_count: version,
    current_file: file === undefined ? null : fileOf(file, version),
    comment_count: 0,
    updated_at: task.updated_at,
    uploaded_at: file?.created_at ?? null,
    session_id: submission?.id ?? null,
    session_title: submission?.title ?? null,
    session: submission === undefined ? null : { id: submission.id, title: submission.title },
    speaker: {
      contact_id: task.speaker_id,
      name: speaker === undefined ? '' : fullName(speaker),
      email: speaker?.email ?? '',
      photo_url: speaker?.photo_url ?? null,
    },
  };
}

function fileOf({ id, filename, url, size, mimetype, created_at }: FileRow, version: number) {
  return {
    file_id: id,
    version,
    filename,
    url,
    size,
    mimetype,
    created_at,
    is_current: true,
    source: 'portal',
  };
}
