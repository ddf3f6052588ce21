// The records as they are stored and served; every field is present, an unset one is null or empty.

/** RFC 3339 in UTC with milliseconds. */
type Timestamp = string;

interface Stored {
  readonly id: string;
  readonly event_id: string;
  readonly created_at: Timestamp;
  readonly updated_at: Timestamp;
}

/** What an organizer writes of a speaker. */
export interface SpeakerFields {
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly company_name: string | null;
  readonly title: string | null;
  readonly about: string | null;
  readonly photo_url: string;
  readonly pronouns: string;
  readonly linkedin_url: string;
  readonly twitter_url: string;
  readonly phone: string;
  readonly speaker_status: string | null;
  readonly logistics_notes: string | null;
}

export interface Speaker extends Stored, SpeakerFields {}

/** What is written of a submission. Unset identifiers are null: no track is not a track named "". */
export interface SubmissionFields {
  readonly title: string;
  readonly abstract: string;
  readonly submitter_email: string;
  readonly submitter_first_name: string;
  readonly submitter_last_name: string;
  readonly track_id: string | null;
  readonly format_id: string | null;
  readonly status: string;
  readonly feedback: string;
  readonly room: string | null;
  /** RFC 3339 with an offset. */
  readonly start: string | null;
}

export interface Submission extends Stored, SubmissionFields {}

/** The published face of an accepted or placed submission: nothing that is not meant for the public. */
export interface ContentItem {
  readonly id: string;
  readonly event_id: string;
  readonly title: string;
  readonly abstract: string;
  readonly track_id: string | null;
  readonly format_id: string | null;
  readonly status: string;
  readonly room: string | null;
  readonly start: string | null;
  readonly speakers: readonly { readonly first_name: string; readonly last_name: string }[];
}

/** A person of an event, by e-mail address. */
export interface Contact {
  readonly id: string;
  readonly event_id: string;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly roles: readonly ('speaker' | 'submitter')[];
  readonly speaker_id: string | null;
  readonly speaker_status: string | null;
  readonly submission_ids: readonly string[];
  /** Each once, in the order of the submissions. */
  readonly submission_statuses: readonly string[];
  readonly track_ids: readonly string[];
}

/** The form in which e-mail addresses are compared; null for a blank one, which is nobody's. */
export function addressKey(email: string): string | null {
  return email.trim().toLowerCase() || null;
}
