// Declares `plenary speakers import` and `plenary submissions import`.
import { type Command, Option } from 'commander';
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
} from '../row-file-flags.ts';

/** Adds `import` beside the command that creates one record. */
export function addImportCommand(group: Command, endpoint: Endpoint, io: Io): void {
  const { resource } = endpoint;
  const command = addColumnOptions(
    group
      .command('import')
      .description(`Import ${resource} from a file; all rows are checked first, and no record is created twice`)
      .argument('<file>', 'CSV, XLSX, ODS or JSON file; - is standard input')
      .option('--event <id>', 'event (or PLENARY_EVENT)'),
  )
    .addOption(saveMapOption())
    .option('--rows <from-to>', 'import only these rows; the header is not counted')
    .addOption(
      new Option('--on-conflict <how>', 'what to do with existing records')
        .choices(['skip', 'update', 'fail'])
        .default('skip'),
    )
    .addOption(emptyOption(' in an update'))
    .option('--allow-odd-addresses', 'accept addresses that are not e-mail addresses, and several in one cell')
    .option('--dry-run', 'show what would be done; send nothing')
    .option('--skip-invalid', 'import the valid rows even if others are invalid');
  if (resource === 'submissions') {
    command
      .option('--speakers <file>', "file of speakers that has the submitters' addresses, by name or id")
      .option('--submitter-email <address>', 'address for all submissions that have none in the file')
      .addOption(statusMapOption('with --on-conflict update: '))
      .addOption(newValueOption());
  }
  addRunOptions(command.addOption(maxChangesOption()))
    .addHelpText(
      'after',
      `
Columns are matched to fields by their names, in twelve languages, and by their cells. All columns are listed with a
sample. On a terminal, a field that a column may fill is asked for.
After an interruption, run the same command again to resume.

Examples:
  plenary ${resource} import ${resource}.csv --dry-run
  plenary ${resource} import ${resource}.csv --skip-invalid --rejects rejects.csv
  plenary ${resource} import ${resource}.csv --on-conflict update
  plenary ${resource} import export.csv --map "Contact mail=${endpoint.key?.at(-1)}"

${requestExitCodes(6, 9, 10)}`,
    )
    .action(() => runCommand(command, io, async (context) => (await import('./run.ts')).importFile(endpoint, context)));
}
