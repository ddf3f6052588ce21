// Owns the files that report on each row: they are written once, before the run that has the rows ends.

import { OutputError } from '../errors.ts';
import type { Sheet } from '../sheets/table.ts';
import { rejectsText, type TextSink } from './rejects.ts';
import { resultsText } from './results.ts';
import type { Work } from './work.ts';

/**
 * Writes the files; only the first call does.
 * @param run the run that has the rows and can be resumed; undefined if nothing was sent
 * @throws {OutputError} if a file cannot be written
 */
export type WriteFiles = (run?: string) => Promise<void>;

interface Files {
  readonly rejects?: TextSink | undefined;
  readonly results?: TextSink | undefined;
}

export function reportFiles(work: Work, sheet: Sheet, { rejects, results }: Files): WriteFiles {
  let written: Promise<void> | undefined;
  return (run) => {
    written ??= write(run);
    return written;
  };

  async function write(run: string | undefined): Promise<void> {
    try {
      await rejects?.(rejectsText(work, sheet));
      await results?.(resultsText(work, sheet));
    } catch (cause) {
      if (run === undefined || !(cause instanceof OutputError)) throw cause;
      const files = { rejects: rejects !== undefined, results: results !== undefined };
      throw new OutputError(cause.message, { cause, advice: { kind: 'write_files_again', run, ...files } });
    }
  }
}
