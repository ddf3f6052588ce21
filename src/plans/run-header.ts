// Owns the header of a run that applies a program or a schedule, or undoes what a run has changed.
import { boolean, object, enum as oneOf, optional, type output, safeParse, string } from 'zod/mini';
import { JournalError } from '../errors.ts';
import type { NewRun, RunHeader } from '../runs/entry.ts';
import { fileForms } from './applied-files.ts';

/** What the header of a run that applies a program has as its resource. */
export const programResource = 'program';

const options = object({
  /** What messages call the rows of each kind. */
  files: object({
    speakers: optional(string()),
    submissions: optional(string()),
    sessions: optional(string()),
  }),
  creates: boolean(),
  /** Whether records that exist are left alone, as by an import. */
  leavesExisting: optional(boolean()),
  allowPartial: boolean(),
  ignoresListLimit: optional(boolean()),
  timeZone: optional(string()),
  /** That the run began in, and that it is merged into; absolute. */
  folder: optional(string()),
  /** Whether the changes are those of the files of the folder. */
  isOfFiles: optional(boolean()),
  /** The folder as it was applied last; absolute. */
  base: optional(string()),
  overwrite: optional(oneOf(['keep', 'clear'])),
  /** Of the lists that are applied; saved rows have the cells. */
  forms: optional(fileForms),
});

/** The header of a run that is not saved yet. */
export interface NewChangesRun extends NewRun {
  readonly options: output<typeof options>;
}

/** The header of a run that has begun. */
export interface ChangesHeader extends RunHeader {
  readonly options: output<typeof options>;
}

export function changesHeader(
  target: Omit<NewRun, 'options' | 'parts'>,
  { files, ...others }: NewChangesRun['options'],
): NewChangesRun {
  return { ...target, options: defined({ ...others, files: defined(files) }) };
}

/** Without what is undefined, as it is read again. */
function defined<T extends object>(values: T): T {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T;
}

const ofFolder = object({ folder: optional(string()) });

/** The folder that a run of any kind began in. */
export function savedFolder({ options }: Pick<NewRun, 'options'>): string | undefined {
  return safeParse(ofFolder, options).data?.folder;
}

/** @throws {JournalError} if this version cannot read its options */
export function readChangesHeader(header: RunHeader): ChangesHeader {
  const { data } = safeParse(options, header.options);
  if (data !== undefined) return { ...header, options: data };
  throw new JournalError(`run ${header.run} has options that this version cannot read`, {
    fix: 'run the original command again: what is done already is skipped',
  });
}
