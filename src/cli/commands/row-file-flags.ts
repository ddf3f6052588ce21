// Declares the flags that commands for a file of rows have in common: how it is read, what it may change, and how it is sent.
import { type Command, Option } from 'commander';
import { UsageError } from '../../errors.ts';
import type { Context } from '../context.ts';
import { collect } from '../flags.ts';

/** Which flags, as commander stores them, specify what the rows of a file mean. */
export const rowFlags = [
  ...['map', 'mapFile', 'statusMap', 'feedbackTemplate', 'create', 'empty', 'onConflict', 'speakers', 'submitterEmail'],
  ...['peopleSeparator', 'nameOrder', 'allowOddAddresses', 'allowNewValue'],
];

/** Those, and the ones that specify how the file is read. */
export const fileFlags = [...rowFlags, 'encoding', 'sheet'];

/** The flags that specify which column fills which field, and how the file is read. */
export function addColumnOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--map <column=field>', 'map a column to a field ("Column=" ignores it); repeatable').argParser(
        collect,
      ),
    )
    .option('--map-file <file>', 'JSON file that maps columns to fields; --map overrides it')
    .option('--encoding <name>', 'encoding of the file, e.g. windows-1252 (default: UTF-8)')
    .option('--sheet <name>', 'sheet of a workbook or list in a JSON file, by name or number')
    .addOption(new Option('--people-separator <sign>', 'a comma in a list of people separates people').choices([',']))
    .addOption(
      new Option('--name-order <order>', 'a comma in a list of people separates the last name from the first').choices([
        'last-first',
      ]),
    );
}

export function saveMapOption(): Option {
  return new Option('--save-map <file>', 'write the mapping to a file for --map-file');
}

/** @param when the empty cell counts */
export function emptyOption(when = ''): Option {
  return new Option('--empty <how>', `what an empty cell does${when}`).choices(['keep', 'clear']).default('keep');
}

/** @param when the words count */
export function statusMapOption(when = ''): Option {
  return new Option(
    '--status-map <word=status>',
    `${when}the status that a word of the file means; repeatable`,
  ).argParser(collect);
}

/** The flag of the brake. @param change what is counted */
export function maxChangesOption(change = 'change more existing records', unless = ''): Option {
  return new Option(
    '--max-changes <n>',
    `refuse to ${change} than this; a number, or a percentage such as 30%${unless}`,
  );
}

/** The flags that specify how fast requests are sent. */
export function addPaceOptions(command: Command): Command {
  return command
    .option('--concurrency <n>', 'requests at a time; auto adapts to the service', 'auto')
    .option('--rate <n/s>', 'maximum rate of requests, e.g. 10/s or 100/m');
}

/** The flags that may differ when a run is resumed. */
export function addRunOptions(command: Command): Command {
  return addPaceOptions(
    command
      .option(
        '--max-errors <n>',
        'stop if more rows than this are invalid or refused; a number, or a percentage such as 5%',
      )
      .option('--rejects <file>', 'write the rows that were not imported to a CSV file, with the reasons')
      .option('--results <file>', 'write the outcome of each row to a CSV file (row, line, key, action, id)'),
  ).addOption(new Option('--annotations <for>', 'print each fault in the format of a CI system').choices(['github']));
}

/** How a plan is printed for people who review it elsewhere. */
export function summaryOption(): Option {
  return new Option('--summary <form>', 'print a summary of the plan in this format instead').choices(['markdown']);
}

/** @throws {UsageError} if a plan is to be printed in two forms */
export function refuseTwoForms({ own, global }: Pick<Context, 'own' | 'global'>): void {
  if (own.summary === undefined || global.json !== true) return;
  throw new UsageError('--json and --summary cannot be combined', { fix: 'remove one of them' });
}
