// Writes the files that report on each row: the rejects, and the results.
import { OutputError } from '../errors.ts';
import type { ImportOptions } from './options.ts';
import type { Form } from './read-rows.ts';
import { rejectsText } from './rejects.ts';
import { resultsText } from './results.ts';
import type { Work } from './work.ts';

/**
 * Writes the files; only the first call does.
 * @param run the run that has the rows and can be resumed; undefined if nothing was sent
 * @throws {OutputError} if a file cannot be written
 */
export type WriteFiles = (run?: string) => Promise<void>;

/** @param work of the rows when they are written */
export function reportFiles(work: () => Work, form: Form, { rejects, results }: ImportOptions): WriteFiles {
  let written: Promise<void> | undefined;
  return (run) => {
    written ??= write(run);
    return written;
  };

  async function write(run: string | undefined): Promise<void> {
    try {
      await rejects?.(rejectsText(work(), form));
      await results?.(resultsText(work(), form));
    } catch (cause) {
      if (run === undefined || !(cause instanceof OutputError)) throw cause;
      const files = { rejects: rejects !== undefined, results: results !== undefined };
      throw new OutputError(cause.message, { cause, advice: { kind: 'write_files_again', run, ...files } });
    }
  }
}
