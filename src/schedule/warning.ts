// Owns what a warning about a schedule is. Each is worded by the code that finds what is doubtful.
// `planSchedule` collects those of a plan, and `checkAlone` those of sessions that are checked.
import type { FilePlace } from '../changes/file-place.ts';

/** A warning of a file's row has its place. */
export interface Warning extends Omit<FilePlace, 'line'> {
  readonly line?: number | undefined;
  readonly code: string;
  readonly message: string;
}
