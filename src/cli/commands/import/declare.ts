// `plenary speakers import` and `plenary submissions import`: the declarations.
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
    .description(`Add ${resource} from a CSV file: all rows are checked first, and none is made twice.`)
    .argument('<file>', 'CSV file; - is standard input')
    .option('--event <id>', 'event (or PLENARY_EVENT)')
    .addOption(
      new Option(
        '--map <column=field>',
        'which column fills which field; "Column=" leaves it out; repeatable',
      ).argParser(collect),
    )
    .option('--map-file <file>', 'JSON file that says the same for many columns; flags win over it')
    .option('--save-map <file>', 'write such a file from what was understood')
    .option('--encoding <name>', 'encoding of the file, e.g. windows-1252 (default: UTF-8)')
    .option('--rows <from-to>', 'only these rows; the header is not counted')
    .addOption(
      new Option('--on-conflict <how>', 'what to do with those that are there')
        .choices(['skip', 'update', 'fail'])
        .default('skip'),
    )
    .addOption(
      new Option('--empty <how>', 'what an empty cell does in an update').choices(['keep', 'clear']).default('keep'),
    )
    .option('--dry-run', 'show what would be done, send nothing')
    .option('--skip-invalid', 'send the valid rows although others are not');
  addRunOptions(command)
    .addHelpText(
      'after',
      `
Columns are matched to fields by name, then by what conference systems call them; what is left over is named.
Killed or interrupted, the same command goes on where it ended.

Examples:
  plenary ${resource} import ${resource}.csv --dry-run
  plenary ${resource} import ${resource}.csv --skip-invalid --rejects rejects.csv
  plenary ${resource} import ${resource}.csv --on-conflict update
  plenary ${resource} import export.csv --map "Contact mail=${endpoint.key?.at(-1)}"

${requestExitCodes(6, 9, 10)}`,
    )
    .action(() => runCommand(command, io, async (context) => (await import('./run.ts')).importFile(endpoint, context)));
}

/** What a run can be told anew when it is gone on with. */
export function addRunOptions(command: Command): Command {
  return command
    .option('--max-errors <n>', 'stop once more rows than these are invalid or refused; a number, or a share: 5%')
    .option('--rejects <file>', 'write the rows that were not done here, to be mended and imported again')
    .option('--results <file>', 'write what became of each row here (CSV: row, line, key, action, id)')
    .option('--concurrency <n>', 'requests at a time; auto finds out how many the service takes', 'auto')
    .option('--rate <n/s>', 'no more requests than this, e.g. 10/s or 100/m')
    .addOption(new Option('--annotations <for>', 'say each fault in the form of a CI system').choices(['github']));
}
