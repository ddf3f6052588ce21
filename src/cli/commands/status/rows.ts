// The command that shows everything of an event that needs attention.
import { defineCommand } from '../../command.ts';
import { flag } from '../../flag.ts';
import { clashFlags, detailedExitcode } from '../../flag-sets.ts';

const { failOn: _, ...clashes } = clashFlags;

export const status = defineCommand({
  words: 'status',
  description: 'Show what needs attention in the event, with the next commands',
  sends: 'read',
  json: 'event-status',
  arguments: {
    folder: { description: 'folder of the program, to compare it as well', type: 'folder', isOptional: true },
  },
  flags: {
    event: flag.text('<id>', 'event (or PLENARY_EVENT; default: that of the folder)'),
    timezone: flag.timezone('time zone of local times (or PLENARY_TIMEZONE)'),
    ...clashes,
    detailedExitcode: detailedExitcode('exit with 8 if something needs attention'),
  },
  exitCodes: [8],
  about: `Counts undecided submissions, accepted ones without a place, speakers of accepted talks who have not confirmed, speakers
without a biography or a photo, clashes, and unfinished runs of this machine; with a folder, also what differs there.
Undecided are all statuses but accepted, confirmed, declined, rejected, withdrawn and canceled.`,
  examples: ['plenary status', 'plenary status devconf --detailed-exitcode', 'plenary status --json'],
  load: async () => (await import('./run.ts')).showStatus,
});
