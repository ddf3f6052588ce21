// The command that counts the records of an event, and shows what needs attention.
import { defineCommand } from '../../command.ts';
import { clashFlags, detailedExitcode, placeFlags } from '../../flag-sets.ts';

const { failOn: _, ...clashes } = clashFlags;

export const status = defineCommand({
  words: 'status',
  description: 'Count the records of the event, and show what needs attention',
  sends: 'read',
  json: 'event-status',
  flags: {
    ...placeFlags,
    ...clashes,
    detailedExitcode: detailedExitcode('exit with 8 if something needs attention'),
  },
  exitCodes: [8],
  about: `Counts submissions by status and track. What needs attention: undecided submissions, accepted ones without a place,
declined ones that still have one, submitters of accepted talks who are no speakers, speakers without a biography or a
photo, clashes, and unfinished runs of this machine.
Undecided are all statuses but accepted, confirmed, declined, rejected, withdrawn and canceled.`,
  examples: ['plenary status', 'plenary status --detailed-exitcode', 'plenary status --json'],
  load: async () => (await import('./status.ts')).showStatus,
});
