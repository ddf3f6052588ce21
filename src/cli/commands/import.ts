// `plenary speakers import` and `plenary submissions import`: the declarations.
import { type Command, Option } from 'commander';
import type { Endpoint } from '../../contract/endpoint.ts';
import { requestExitCodes } from '../exit-code-help.ts';
import { collect } from '../flags.ts';
import type { Io } from '../io.ts';
import { runCommand } from '../run-command.ts';

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
    .option('--encoding <name>', 'encoding of the file, e.g. windows-1252 (default: UTF-8)')
    .option('--dry-run', 'check and compare, send nothing')
    .option('--skip-invalid', 'send the valid rows although others are not')
    .option('--rejects <file>', 'write rejected rows here, to be mended and imported again')
    .option('--concurrency <n>', 'requests at a time', '6')
    .addHelpText(
      'after',
      `
Columns are matched to fields by name, then by what conference systems call them; what is left over is named.

Examples:
  plenary ${resource} import ${resource}.csv --dry-run
  plenary ${resource} import ${resource}.csv --skip-invalid --rejects rejects.csv
  plenary ${resource} import export.csv --map "Contact mail=${endpoint.key?.at(-1)}"

${requestExitCodes(9, 10)}`,
    )
    .action(() =>
      runCommand(command, io, async (context) => (await import('./import-run.ts')).importFile(endpoint, context)),
    );
}
