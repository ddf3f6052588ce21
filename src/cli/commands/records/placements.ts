// Reads submissions together with their placements, which some services show only in the list of sessions.
import type { Client, RecordData } from '../../../client/client.ts';
import {
  type EventScope,
  type EventSubmission,
  fetchPlacedSubmissions,
  readSubmission,
} from '../../../schedule/submissions.ts';

/** Reads the list of sessions. @returns what reads a listed submission, with its placement */
export async function submissionReader(
  client: Client,
  scope: EventScope,
): Promise<(record: RecordData) => EventSubmission | undefined> {
  return withPlacements(await fetchPlacedSubmissions(client, scope), scope.timeZone);
}

/** @param placed the list of sessions @param timeZone of a start without an offset */
export function withPlacements(
  placed: readonly EventSubmission[],
  timeZone: string | undefined,
): (record: RecordData) => EventSubmission | undefined {
  const placements = new Map(placed.map(({ id, placement }) => [id, placement]));
  return (record) => {
    const submission = readSubmission(record, timeZone);
    if (submission === undefined || submission.placement !== undefined) return submission;
    return { ...submission, placement: placements.get(submission.id) };
  };
}
