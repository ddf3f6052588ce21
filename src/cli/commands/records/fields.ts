// Owns the fields of the records that `speakers missing` and `submissions stats` print.
import { knownFields } from '../../output/fields.ts';

/** Those of a speaker, and what the speaker lacks. */
export function missingFields(): readonly string[] {
  return [...new Set([...knownFields('speakers'), 'missing', 'talk_statuses', 'unplaced'])];
}

/** What submissions are counted by. */
export const dimensions = ['status', 'track', 'format', 'room', 'day'] as const;

export const statsFields = ['by', 'value', 'count'];
