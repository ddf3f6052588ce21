// Declares `plenary speakers import` and `plenary submissions import`.
import { type Command, Option } from 'commander';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { requestExitCodes } from '../../exit-codes.ts';
import { collect } from '../../flags.ts';
import type { Io } from '../../io.ts';
import { runCommand } from '../../run-command.ts';

/** Adds `import` beside the command that creates one record. */
export function addImportCommand(group: Command, endpoint: Endpoint, io: Io): void {
  const { resource } = endpoint;
  const command = group
    .command('import')
    .description(`Import ${resource} from a file; all rows are checked first, and no record is created twice`)
    .argument('<file>', 'CSV, XLSX, ODS or JSON file; - is standard input')
    .option('--event <id>', 'event (or PLENARY_EVENT)')
    .addOption(
      new Option('--map <column=field>', 'map a column to a field ("Column=" ignores it); repeatable').argParser(
        collect,
      ),
    )
    .option('--map-file <file>', 'JSON file that maps columns to fields; --map overrides it')
    .option('--save-map <file>', 'write the mapping to a file for --map-file')
    .option('--encoding <name>', 'encoding of the file, e.g. windows-1252 (default: UTF-8)')
    .option('--sheet <name>', 'sheet of a workbook or list in a JSON file, by name or number')
    .option('--rows <from-to>', 'import only these rows; the header is not counted')
    .addOption(
      new Option('--on-conflict <how>', 'what to do with existing records')
        .choices(['skip', 'update', 'fail'])
        .default('skip'),
    )
    .addOption(
      new Option('--empty <how>', 'what an empty cell does in an update').choices(['keep', 'clear']).default('keep'),
    )
    .option('--allow-odd-addresses', 'accept addresses that are not e-mail addresses, and several in one cell')
    .option('--dry-run', 'show what would be done; send nothing')
    .option('--skip-invalid', 'import the valid rows even if others are invalid');
  if (resource === 'speakers') {
    command.option('--allow-nameless', 'import speakers without names, although a column looks like names');
  }
  if (resource === 'submissions') {
    command
      .option('--speakers <file>', "file of speakers that has the submitters' addresses, by name or id")
      .option('--submitter-email <address>', 'address for all submissions that have none in the file')
      .addOption(
        new Option(
          '--status-map <word=status>',
          'with --on-conflict update: the status that a word of the file means; repeatable',
        ).argParser(collect),
      );
  }
  addRunOptions(addMaxChanges(command))
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

/** The flag of the brake. */
export function addMaxChanges(command: Command): Command {
  return command.option(
    '--max-changes <n>',
    'refuse to change more existing records than this; a number, or a percentage such as 30%',
  );
}

/** The flags that may differ when a run is resumed. */
export function addRunOptions(command: Command): Command {
  return command
    .option(
      '--max-errors <n>',
      'stop if more rows than this are invalid or refused; a number, or a percentage such as 5%',
    )
    .option('--rejects <file>', 'write the rows that were not imported to a CSV file, with the reasons')
    .option('--results <file>', 'write the outcome of each row to a CSV file (row, line, key, action, id)')
    .option('--concurrency <n>', 'requests at a time; auto adapts to the service', 'auto')
    .option('--rate <n/s>', 'maximum rate of requests, e.g. 10/s or 100/m')
    .addOption(new Option('--annotations <for>', 'print each fault in the format of a CI system').choices(['github']));
}
