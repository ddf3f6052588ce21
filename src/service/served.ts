// Owns the records as they are served: each with all of its members, in this order. Pure.
import type { ContentItem, ContentItems, ContentType } from './store/content-items.ts';
import {
  type EventRef,
  fullNameOf,
  type Speaker,
  type SpeakerFields,
  type Submission,
  type SubmissionText,
} from './store/record-fields.ts';
import type { Timestamp } from './store/stamps.ts';
import type { EventRecord, ListedChoice } from './store/store.ts';

export function servedSpeaker(speaker: Speaker) {
  return {
    id: speaker.id,
    full_name: fullNameOf(speaker),
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
    last_portal_access_at: null,
    invited_to_portal: false,
  } satisfies MembersOf<keyof SpeakerFields>;
}

/** A contact is a speaker, with fewer members. */
export function servedContact(speaker: Speaker) {
  return {
    id: speaker.id,
    full_name: fullNameOf(speaker),
    email: speaker.email,
    company_name: speaker.company_name,
    title: speaker.title,
    about: speaker.about,
  };
}

/** With what this service adds. */
export function servedSubmission(submission: Submission) {
  return {
    ...publicSubmission(submission),
    submitter_email: submission.submitter_email,
    submitter_first_name: submission.submitter_first_name,
    submitter_last_name: submission.submitter_last_name,
    feedback: submission.feedback,
    created_at: servedTime(submission.created_at),
  } satisfies MembersOf<SubmissionText>;
}

/** As the public server shows it. */
export function publicSubmission(submission: Submission) {
  const { place, track, format, abstract, number } = submission;
  return {
    id: submission.id,
    event_id: submission.event_id,
    friendly_id: `SESS-${number}`,
    title: submission.title,
    abstract,
    description: abstract,
    status: submission.status,
    starts_at: place?.start ?? null,
    ends_at: place?.end ?? null,
    is_abstract: true,
    room: place === undefined ? null : { id: place.room.id, name: place.room.name, capacity: null },
    track: track === undefined ? null : { id: track.id, name: track.name, color: trackColor },
    format:
      format === undefined
        ? null
        : { id: format.id, name: format.name, default_duration_min: format.minutes },
    // They are entered in a web interface, which this service does not have.
    speakers: [],
    submitted_at: servedTime(submission.created_at),
    updated_at: servedTime(submission.updated_at),
  };
}

const trackColor = '#6366f1';

const contentTitles: Readonly<Record<ContentType, string>> = {
  bio: 'Biography',
  headshot: 'Photo',
};

export function servedContentItem({ type, status, speaker }: ContentItem) {
  return {
    item_id: `itm_${speaker.id.replace(/^spk_/, '')}_${type}`,
    type,
    title: contentTitles[type],
    required: true,
    due_at: null,
    assignment_status: status === 'received' ? 'submitted' : 'todo',
    approved: false,
    status,
    current_version: 0,
    versions_count: 0,
    current_file: null,
    comment_count: 0,
    updated_at: status === 'received' ? servedTime(speaker.updated_at) : null,
    uploaded_at: null,
    session_id: null,
    session_title: null,
    session: null,
    speaker: {
      contact_id: speaker.id,
      name: fullNameOf(speaker),
      email: speaker.email,
      photo_url: speaker.photo_url,
    },
  };
}

/** What a list of content items has beside its page. */
export function servedMeta({ event, counts, outstanding }: ContentItems) {
  return {
    event,
    counts,
    outstanding: outstanding.map(({ speaker, missing }) => ({
      contact_id: speaker.id,
      name: fullNameOf(speaker),
      email: speaker.email,
      missing: missing.map((type) => contentTitles[type]),
    })),
  };
}

export function servedEvent({ id, name, timezone }: EventRecord) {
  return {
    id,
    name,
    slug: id,
    starts_at: null,
    ends_at: null,
    timezone,
    branding: {},
  };
}

export function servedRoom(ref: EventRef, room: ListedChoice) {
  return { ...servedRow(ref, room), order: room.position, capacity: null };
}

export function servedTrack(ref: EventRef, track: ListedChoice) {
  return { ...servedRow(ref, track), color: trackColor, order: track.position };
}

export function servedFormat(ref: EventRef, format: ListedChoice) {
  return { ...servedRow(ref, format), default_duration_min: format.minutes };
}

function servedRow({ organizationId, eventId }: EventRef, { id, name }: ListedChoice) {
  return { id, org_id: organizationId, event_id: eventId, name };
}

/** In UTC with a numeric offset, without trailing zeros: `2027-05-20T07:00:00.25+00:00`. */
function servedTime(stamp: Timestamp): string {
  return stamp.replace(/\.?0*Z$/, '+00:00');
}

/** Members with these names, and any others: the type check names a field that is not served. */
type MembersOf<Field extends string> = Readonly<Record<Field, unknown> & Record<string, unknown>>;
