// The records that are derived from speakers and submissions: contacts and content items. Pure.
import { createHash } from 'node:crypto';
import type { EventRef, Speaker, Submission } from './record-fields.ts';

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
  /** Without repetition, in the order of the submissions. */
  readonly submission_statuses: readonly string[];
  readonly track_ids: readonly string[];
}

export type ContactSpeaker = Pick<Speaker, 'id' | 'email' | 'first_name' | 'last_name' | 'speaker_status'>;

export type ContactSubmission = Pick<
  Submission,
  'id' | 'submitter_email' | 'submitter_first_name' | 'submitter_last_name' | 'status' | 'track_id'
>;

/** Merges all records of one address. `submissions` come oldest first. */
export function contactOf(
  ref: EventRef,
  address: string,
  speaker: ContactSpeaker | undefined,
  submissions: readonly ContactSubmission[],
): Contact {
  const [first] = submissions;
  return {
    id: contactId(ref, address),
    event_id: ref.eventId,
    email: speaker?.email ?? first?.submitter_email ?? address,
    first_name: speaker?.first_name || first?.submitter_first_name || '',
    last_name: speaker?.last_name || first?.submitter_last_name || '',
    roles: [...(speaker ? ['speaker' as const] : []), ...(first ? ['submitter' as const] : [])],
    speaker_id: speaker?.id ?? null,
    speaker_status: speaker?.speaker_status ?? null,
    submission_ids: submissions.map(({ id }) => id),
    submission_statuses: [...new Set(submissions.map(({ status }) => status))],
    track_ids: [...new Set(submissions.flatMap(({ track_id }) => track_id ?? []))],
  };
}

// The same person of the same event always has the same id, and the id does not reveal the address.
function contactId({ organizationId, eventId }: EventRef, address: string): string {
  const name = JSON.stringify([organizationId, eventId, address]);
  return `con_${createHash('sha256').update(name).digest('hex').slice(0, 26)}`;
}

/** The public fields of an accepted or placed submission. */
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

/** A submission's public fields with the submitter's name, and the name of the speaker with the same address, if any. */
export interface ContentItemSource extends Omit<ContentItem, 'speakers'> {
  readonly submitter_first_name: string;
  readonly submitter_last_name: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
}

/** The speaker's own record takes precedence over the name in the submission. */
export function contentItemOf(source: ContentItemSource): ContentItem {
  const { submitter_first_name, submitter_last_name, first_name, last_name, ...item } = source;
  const speaker = {
    first_name: first_name || submitter_first_name,
    last_name: last_name || submitter_last_name,
  };
  return { ...item, speakers: speaker.first_name || speaker.last_name ? [speaker] : [] };
}
