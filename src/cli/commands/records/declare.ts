// Declares `show` of speakers and submissions, which the API has no endpoint for: records are found through the lists.
import type { Command } from 'commander';
import type { NamedResource } from '../../endpoint/find-record.ts';
import { recordArgument } from '../../endpoint/record-argument.ts';
import { requestExitCodes } from '../../exit-codes.ts';
import type { Io } from '../../io.ts';
import { runCommand } from '../../run-command.ts';

/** Adds `show` beside the commands of the endpoints. */
export function addShowCommand(group: Command, resource: NamedResource, io: Io): void {
  const { description, parameter, examples } = shows[resource];
  const show = group
    .command('show')
    .description(description)
    .addArgument(recordArgument(parameter))
    .option('--event <id>', 'event (or PLENARY_EVENT)')
    .addHelpText(
      'after',
      `\nA part of a name is enough if no other record has it.\n\nExamples:\n${examples.map((line) => `  plenary ${resource} show ${line}\n`).join('')}\n${requestExitCodes()}`,
    )
    .action(() => runCommand(show, io, async (context) => (await import('./show.ts')).showRecord(resource, context)));
}

const shows = {
  speakers: {
    description: 'Show all fields of a speaker, and the talks',
    parameter: 'speaker_id',
    examples: ['amina@example.org', 'Okoye --json'],
  },
  submissions: {
    description: 'Show all fields of a submission, and its people',
    parameter: 'submission_id',
    examples: ["'Queues all the way down'", 'sub_1a2b3c --json'],
  },
} as const;
