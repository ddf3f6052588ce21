// The commands of the runs saved on this machine.
import { defineCommand } from '../../command.ts';
import { flag } from '../../flag.ts';
import {
  clashFlags,
  detailedExitcode,
  dryRunFlags,
  limit,
  maxChanges,
  paceFlags,
  placeFlags,
  runFlags,
  schedule,
  selectionFlags,
} from '../../flag-sets.ts';
import { runFields } from '../../output/default-fields.ts';

const run = {
  run: { description: 'name of the run, see `plenary runs list`', type: 'run' },
} as const;

const continuedRun = { run: { ...run.run, isContinuedRun: true } } as const;

export const runsCommands = [
  defineCommand({
    words: 'runs list',
    description: 'List the runs of the last 30 days',
    sends: 'read',
    json: 'runs',
    flags: {
      event: flag.text('<event>', 'only runs of this event of the service: its id, slug or name'),
      ...selectionFlags,
      limit,
    },
    fields: () => runFields,
    load: async () => (await import('./saved-runs.ts')).listRuns,
  }),
  defineCommand({
    words: 'runs show',
    description: 'Show what a run has done, and how to resume it',
    sends: 'none',
    json: 'run',
    arguments: run,
    exitCodes: [5],
    load: async () => (await import('./saved-runs.ts')).showRun,
  }),
  defineCommand({
    words: 'runs resume',
    description: 'Resume an interrupted run; its file is no longer needed',
    sends: 'write',
    json: 'report',
    arguments: continuedRun,
    flags: runFlags,
    isUndoable: true,
    exitCodes: [6, 9, 10],
    load: async () => (await import('./saved-runs.ts')).resumeRun,
  }),
  defineCommand({
    words: 'runs undo',
    description: 'Restore the values that a run has changed, and move sessions back',
    sends: 'write',
    json: ['report', 'plan'],
    arguments: continuedRun,
    flags: {
      ...dryRunFlags,
      timezone: placeFlags.timezone,
      allowPartial: flag.boolean('skip what has changed again since'),
      withdraw: flag.boolean('set the status of submissions that the run created to withdrawn'),
      ...clashFlags,
      schedule,
      maxChanges: maxChanges(),
      ...paceFlags,
    },
    isUndoable: true,
    exitCodes: [6, 8, 9, 10],
    about: `Fields that the run changed get their old values, and sessions that it moved go back. If
somebody has changed one of them since, nothing is sent, unless you pass --allow-partial. What
remains is listed first: the API cannot delete the records that a run created, and a service may
lack the operation that takes sessions out of the schedule. --withdraw sets the status of the
submissions that it created to withdrawn; speakers that it created stay. An undo is a run itself,
which can be resumed and undone.`,
    examples: [
      'plenary runs list',
      'plenary runs undo 20270412-081530-5f0c9a1e --dry-run',
      'plenary runs undo 20270412-081530-5f0c9a1e',
      'plenary runs undo 20270412-081530-5f0c9a1e --allow-partial',
      'plenary runs undo 20270412-081530-5f0c9a1e --withdraw',
    ],
    load: async () => (await import('./undo.ts')).undoRun,
  }),
  defineCommand({
    words: 'runs verify',
    description: 'Check whether the service still has what a run wrote',
    sends: 'read',
    json: 'run-verification',
    arguments: run,
    flags: { detailedExitcode: detailedExitcode('exit with 8 instead of 6 if something differs') },
    exitCodes: [6, 8],
    load: async () => (await import('./verify.ts')).verifyRun,
  }),
];
