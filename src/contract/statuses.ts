// Owns the statuses that records of each resource have, as the API recommends them. Must not know
// endpoints.
import type { Resource } from './endpoint.ts';
import { isSameValue } from './likeness.ts';

/** The status of a record. Any text is allowed; one that no record has is probably misspelled. */
export interface RecordStatus {
  /** The field that has it. */
  readonly field: string;
  readonly recommended: readonly string[];
}

const ofSubmissions: RecordStatus = {
  field: 'status',
  recommended: [
    'draft',
    'pending',
    'accept_queue',
    'accepted',
    'decline_queue',
    'declined',
    'withdrawn',
  ],
};

const ofSpeakers: RecordStatus = {
  field: 'speaker_status',
  recommended: ['invited', 'confirmed', 'declined'],
};

const ofContentItems: RecordStatus = {
  field: 'status',
  recommended: ['received', 'missing', 'needs_changes'],
};

/** A session is a submission, and a contact is a speaker. */
export const statuses: Readonly<Record<Resource, RecordStatus>> = {
  speakers: ofSpeakers,
  submissions: ofSubmissions,
  sessions: ofSubmissions,
  contacts: ofSpeakers,
  'content-items': ofContentItems,
};

/** Whether a text is one of the recommended statuses. */
export function isRecommended({ field, recommended }: RecordStatus, text: string): boolean {
  return recommended.some((status) => isSameValue(field, status, text));
}
