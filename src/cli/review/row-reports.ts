// Writes the files of `--rejects` and `--results` for planned changes, as an apply of a file of
// records writes them.
import { rejectsText, resultsText } from '../../import/row-files.ts';
import type { EventParts } from '../../plans/event-run.ts';
import { type ReportedFile, reportedRows } from '../../plans/row-reports.ts';
import type { Sinks } from '../user-files.ts';

/** @throws {OutputError} if a file cannot be written */
export async function writeReports(
  files: readonly ReportedFile[],
  parts: EventParts,
  { rejects, results }: Sinks,
): Promise<void> {
  if (rejects === undefined && results === undefined) return;
  const reported = reportedRows(files, parts);
  await rejects?.write(rejectsText(reported, reported.form));
  await results?.write(resultsText(reported, reported.form));
}
