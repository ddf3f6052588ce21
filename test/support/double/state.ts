// Owns what judges compare: all that the server knows, as plain objects. Must not know requests.
import type { Database, SpeakerRow, SubmissionRow } from './database.ts';
import { sortedBy } from './python-text.ts';

/** A submission with all that the server hides. */
export interface SubmissionTruth extends Readonly<SubmissionRow> {
  readonly friendly_id: string;
  /** Undefined if its creation ended before the last step. */
  readonly submitter: { readonly id: string; readonly email: string } | undefined;
  /** The ids of its speakers, the primary one first. */
  readonly speaker_ids: readonly string[];
}

/** Each member is a copy of what holds when it is read, in the order of creation. */
export interface State {
  readonly speakers: readonly Readonly<SpeakerRow>[];
  readonly submissions: readonly SubmissionTruth[];
  readonly rooms: Database['rooms'];
  readonly tracks: Database['tracks'];
  readonly formats: Database['formats'];
  readonly events: Database['events'];
  readonly tasks: Database['tasks'];
}

export function stateOf(database: Database): State {
  return {
    get speakers() {
      return sortedBy(structuredClone(database.speakers), ({ created_at }) => [created_at]);
    },
    get submissions() {
      const truths = database.submissions.map((submission) => truthOf(database, submission));
      return sortedBy(truths, ({ submitted_at }) => [submitted_at]);
    },
    get rooms() {
      return structuredClone(database.rooms);
    },
    get tracks() {
      return structuredClone(database.tracks);
    },
    get formats() {
      return structuredClone(database.formats);
    },
    get events() {
      return structuredClone(database.events);
    },
    get tasks() {
      return structuredClone(database.tasks);
    },
  };
}

function truthOf(database: Database, submission: SubmissionRow): SubmissionTruth {
  const people = database.participants.filter((row) => row.submission_id === submission.id);
  const submitter = people.find(({ role }) => role === 'submitter');
  const speaker = database.speakers.find(({ id }) => id === submitter?.speaker_id);
  const speakers = people.filter(({ role }) => role === 'speaker');
  speakers.sort((left, right) => Number(right.is_primary) - Number(left.is_primary));
  return Object.assign(structuredClone(submission), {
    friendly_id: `SESS-${submission.number}`,
    submitter: speaker === undefined ? undefined : { id: speaker.id, email: speaker.email },
    speaker_ids: speakers.map(({ speaker_id }) => speaker_id),
  });
}
