// Owns the flags of commands for a file of speakers or submissions: imports, plans and applies.
import { flag } from '../../flag.ts';
import {
  allowNewValue,
  allowPartial,
  columnFlags,
  dryRunFlags,
  empty,
  event,
  layout,
  listLimit,
  maxChanges,
  planOut,
  rowFlags,
  type runFlags,
  statusMap,
} from '../../flag-sets.ts';
import { type FlagValues, needing } from '../../flags.ts';

export const importFlags = {
  event,
  ...columnFlags,
  ...dryRunFlags,
  ...needing('dryRun', { out: planOut }),
  skipInvalid: flag.boolean('import only the valid rows'),
};

/** How words of a file become statuses. */
const statusFlags = { statusMap, allowNewValue };

/** An import of submissions sets no status. */
const submissionFlags = {
  speakers: flag.file("file with the submitters' addresses, by name or id", {
    excludes: ['submitterEmail'],
  }),
  submitterEmail: flag.text('<address>', 'address for submissions without one'),
  layout,
  oneRowPer: flag.choice('<what>', 'what each row is about', {
    choices: ['talk', 'speaker'],
  }),
  listLimit,
  allowNewValue,
};

/** What only the import of a resource has. */
export function ownImportFlags(resource: string) {
  return resource === 'submissions' ? submissionFlags : statusFlags;
}

export type ImportFlags = FlagValues<typeof importFlags & typeof runFlags> &
  Partial<FlagValues<typeof submissionFlags & typeof statusFlags>>;

/** How a file is read, and what it changes. */
export const changeFlags = {
  event,
  ...columnFlags,
  ...statusFlags,
  empty,
  allowPartial,
  maxChanges: maxChanges(),
};

export const decisionFlags = {
  feedbackTemplate: flag.file('fill the feedback from a template, with a part for each status'),
};

export type ChangeFlags = FlagValues<typeof changeFlags> &
  Partial<FlagValues<typeof decisionFlags>>;

/** Which flags specify what the rows of a file mean, and how it is read. */
export const fileFlags = [...rowFlags, 'encoding', 'sheet'] as const satisfies readonly (
  | keyof ImportFlags
  | keyof ChangeFlags
)[];
