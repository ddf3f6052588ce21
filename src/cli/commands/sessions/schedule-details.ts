// Adds what the file of `--schedule` contains to the submissions of an event.
import { resolveCells } from '../../../schedule/grid/cell.ts';
import { matchSubmissions } from '../../../schedule/match.ts';
import { enrichAll } from '../../../schedule/planned-sessions.ts';
import type { EventSubmission } from '../../../schedule/submissions.ts';
import type { Context } from '../../context.ts';
import { noticePeople } from './file-notices.ts';
import { type FileFlags, loadScheduleFlag, type ScheduleFlag } from './schedule-file.ts';

/** What the file of `--schedule` adds to submissions. @param flags how that file is read */
export async function loadDetails(
  context: Context,
  flags: FileFlags & ScheduleFlag,
): Promise<(submissions: readonly EventSubmission[]) => readonly EventSubmission[]> {
  const loaded = await loadScheduleFlag({ ...context, flags });
  if (loaded === undefined) return (submissions) => submissions;
  await noticePeople(context, loaded.rows);
  return (submissions) => {
    const rows = resolveCells(loaded.rows, submissions);
    return enrichAll(submissions, rows, matchSubmissions(rows, submissions).matched);
  };
}
