// Owns the flags of commands for a file of speakers or submissions: imports, plans and applies.
import { flag } from '../../flag.ts';
import {
  allowNewValue,
  columnFlags,
  detailedExitcode,
  dryRun,
  empty,
  event,
  maxChanges,
  planOut,
  type runFlags,
  statusMap,
  summary,
} from '../../flag-sets.ts';
import type { ValuesOf } from '../../flags.ts';

export const importFlags = {
  event,
  ...columnFlags,
  dryRun,
  skipInvalid: flag.boolean('import the valid rows even if others are invalid'),
};

export const submissionFlags = {
  speakers: flag.file("file of speakers that has the submitters' addresses, by name or id", {
    excludes: ['submitterEmail'],
  }),
  submitterEmail: flag.text('<address>', 'address for all submissions that have none in the file'),
};

export type ImportFlags = ValuesOf<typeof importFlags & typeof runFlags> & Partial<ValuesOf<typeof submissionFlags>>;

/** How a file is read, and what it changes. */
export const changeFlags = {
  event,
  ...columnFlags,
  empty,
  allowPartial: flag.boolean('skip rows that cannot be applied, and records that have changed since'),
  maxChanges: maxChanges(),
};

export const decisionFlags = {
  statusMap,
  allowNewValue,
  feedbackTemplate: flag.file('fill the feedback from a template, with a part for each status'),
};

export const planFlags = { out: planOut, detailedExitcode: detailedExitcode(), summary };

export type ChangeFlags = ValuesOf<typeof changeFlags> & Partial<ValuesOf<typeof decisionFlags>>;
export type PlanFlags = ValuesOf<typeof planFlags>;
