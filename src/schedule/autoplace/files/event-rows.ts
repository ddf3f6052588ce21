// Owns the rows that the schedule of a folder gets for talks of the event that have none. Pure.

import { matchSessions } from '../../match/match.ts';
import { type EventSubmission, isCalledOff } from '../../submissions.ts';
import { hasStatus } from '../drafts.ts';
import type { TalksFile, TalksRecord } from './talks.ts';

/**
 * The file with a row for each submission that is to be placed and has none.
 * @param status of the submissions that are placed; undefined for all
 */
export function withEventRows(
  file: TalksFile,
  submissions: readonly EventSubmission[],
  status: string | undefined,
): TalksFile {
  const { rows, table } = file;
  const { matched } = matchSessions(rows, submissions);
  const inFile = new Set([...matched.values()].map(({ id }) => id));
  const missing = submissions.filter((talk) => {
    const isWaiting = talk.placement === undefined && !isCalledOff(talk);
    return isWaiting && hasStatus(talk, status) && !inFile.has(talk.id);
  });
  const lastLine = Math.max(1, ...table.records.map(({ row }) => row.line));
  const added = missing.map(({ id, title }, at): TalksRecord => {
    const line = lastLine + 1 + at;
    const texts: Readonly<Record<string, string>> = { submission_id: id, title };
    const targets = new Map(table.mapped.map(({ target, index }) => [index, target]));
    const cells = table.columns.map((_, index) => texts[targets.get(index) ?? ''] ?? '');
    return { cells, row: { ...emptyRow, line, submissionId: id, title }, line };
  });
  return {
    ...file,
    rows: [...rows, ...added.map(({ row }) => row)],
    table: { ...table, records: [...table.records, ...added] },
  };
}

/** A row of a talk that has no place yet. */
const emptyRow = {
  submitterEmail: undefined,
  room: '',
  startMs: undefined,
  start: undefined,
  durationMs: undefined,
  people: [],
  track: undefined,
  format: undefined,
};
