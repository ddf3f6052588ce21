// Owns `program plan` and `program apply` from the flags to the exit code.

import type { Context } from '../../context.ts';
import { clashFlags, type PlanFlags, reportFlags } from '../../flag-sets.ts';
import { programFolder } from '../../program-folder.ts';
import { isSavedPlan } from '../../review/saved-plan.ts';
import {
  applyFolder,
  type FolderApplyFlags,
  type FolderFlags,
  folderLimits,
  planFolder,
} from './folder-task.ts';
import type { FolderArgument } from './pull.ts';

/** Prints the plan first. @throws {PlenaryError} for what cannot be applied */
export async function plan(
  context: Context<FolderFlags & PlanFlags>,
  { folder }: FolderArgument,
): Promise<void> {
  await planFolder(context, await programFolder(context, folder), 'program');
}

/**
 * Applies a folder or a saved plan.
 * @throws {PlenaryError} before anything is sent, if something cannot be applied; afterwards, if
 *   something was not done
 */
export async function apply(
  context: Context<FolderApplyFlags>,
  { folder }: FolderArgument,
): Promise<void> {
  const path = await programFolder(context, folder);
  // A folder cannot be piped.
  if (path !== '-' && !(await isSavedPlan(context, path)))
    return applyFolder(context, path, 'program');
  const command = { group: 'program', verb: 'apply' } as const;
  const limits = folderLimits(context, 'program');
  const { applySavedPlan } = await import('../../review/apply-saved-plan.ts');
  await applySavedPlan(context, path, { command, fileFlags: plannedFlags, limits });
}

/** Flags that have no effect on a saved plan. */
const plannedFlags = [
  'create',
  'base',
  'overwrite',
  'empty',
  'allowNewValue',
  'listLimit',
  ...Object.keys(reportFlags),
  ...Object.keys(clashFlags).filter((name) => name !== 'failOn'),
];
