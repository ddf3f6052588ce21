// Declares `plan` and `apply` of speakers and submissions: their flags and help.
import type { Command } from 'commander';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { requestExitCodes } from '../../exit-codes.ts';
import { newValueOption } from '../../flags.ts';
import type { Io } from '../../io.ts';
import { runCommand } from '../../run-command.ts';
import {
  addColumnOptions,
  addRunOptions,
  emptyOption,
  maxChangesOption,
  saveMapOption,
  statusMapOption,
  summaryOption,
} from '../row-file-flags.ts';

/** Adds `plan` and `apply` for a file of records. @param endpoint the creation */
export function addPlanCommands(group: Command, endpoint: Endpoint, io: Io): void {
  const { resource } = endpoint;
  const plan = addFileOptions(
    group
      .command('plan')
      .description(`Show what a file would change in the ${resource}; sends nothing`)
      .argument('<file>', 'CSV, XLSX, ODS or JSON file; - is standard input'),
    resource,
  )
    .option('--out <file>', 'save the plan as JSON, to apply it later')
    .option('--detailed-exitcode', 'exit with 8 if something would change')
    .addOption(summaryOption())
    .addHelpText('after', helpText(resource, 'plan', requestExitCodes(6, 8)))
    .action(() => runCommand(plan, io, async (context) => (await import('./run.ts')).planRecords(endpoint, context)));

  const apply = addFileOptions(
    group
      .command('apply')
      .description(`Change the ${resource} as a file or a saved plan specifies`)
      .argument('<file>', 'CSV, XLSX, ODS or JSON file, or saved plan; - is standard input'),
    resource,
  );
  addRunOptions(apply)
    .addHelpText('after', helpText(resource, 'apply', requestExitCodes(6, 9, 10)))
    .action(() => runCommand(apply, io, async (context) => (await import('./run.ts')).applyRecords(endpoint, context)));
}

/** The flags that specify how a file is read and what it changes. */
function addFileOptions(command: Command, resource: string): Command {
  addColumnOptions(command.option('--event <id>', 'event (or PLENARY_EVENT)'))
    .addOption(saveMapOption())
    .addOption(emptyOption())
    .option('--create', 'create records for rows that match none')
    .option('--allow-partial', 'skip rows that cannot be applied, and records that have changed since')
    .option('--allow-odd-addresses', 'accept addresses that are not e-mail addresses')
    .addOption(maxChangesOption());
  if (resource === 'submissions') {
    command
      .addOption(statusMapOption())
      .addOption(newValueOption())
      .option('--feedback-template <file>', 'fill the feedback from a template, with a part for each status');
  }
  return command;
}

function helpText(resource: string, verb: string, codes: string): string {
  const isSubmissions = resource === 'submissions';
  const matched = isSubmissions ? 'title and submitter_email, else by title if it is unique' : 'e-mail address';
  const examples = isSubmissions
    ? [
        `${verb} decisions.csv --status-map "Maybe=accept_queue"`,
        `${verb} decisions.csv --feedback-template feedback.txt${verb === 'plan' ? ' --out plan.json' : ''}`,
        ...(verb === 'apply' ? ['apply plan.json --yes'] : ['plan decisions.csv --summary markdown']),
      ]
    : [
        `${verb} speakers.csv`,
        ...(verb === 'apply' ? ['apply plan.json --yes'] : ['plan speakers.csv --out plan.json']),
      ];
  return `
Each row changes an existing record: rows are matched by id, else by ${matched}. Columns that are absent and
empty cells change nothing.${isSubmissions ? ' Words such as Accept, yes, angenommen and rejeté are read as statuses.' : ''}

Examples:
${examples.map((line) => `  plenary ${resource} ${line}\n`).join('')}
${codes}`;
}
