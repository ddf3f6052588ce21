// Declares `plenary api METHOD PATH`, which sends any request below the base URL.
import type { Command } from 'commander';
import { requestExitCodes } from '../../exit-codes.ts';
import { collect } from '../../flags.ts';
import type { Io } from '../../io.ts';
import { runCommand } from '../../run-command.ts';

export function addApiCommand(program: Command, io: Io): void {
  const api = program
    .command('api')
    .description('Send any request below the base URL and print the response')
    .argument('<method>', 'GET, HEAD, POST, PATCH, PUT or DELETE')
    .argument('<path>', 'e.g. /v1/events/{event_id}/speakers; {event_id} is replaced by the configured event')
    .option('-f, --field <name=value>', 'text field of the JSON body, or of the query of a GET; repeatable', collect)
    .option('-F, --typed-field <name=value>', 'the same with a JSON value: a number, true, false, null, …', collect)
    .option('--input <file>', 'file with the JSON body (- is standard input)')
    .option('--event <id>', 'event for {event_id} (or PLENARY_EVENT)')
    .option('-H, --header <name: value>', 'header of the request; repeatable', collect)
    .option('-i, --include', 'print the status and the headers of the response')
    .option('--raw', 'print the body of an error on standard output')
    .option('--all', 'follow all pages of a list and print one array')
    .addHelpText(
      'after',
      `
Examples:
  plenary api GET '/v1/events/{event_id}/speakers' -f status=accepted --all
  plenary api PATCH /v1/speakers/spk_1a2b3c -f pronouns=she/her

${requestExitCodes(6, 10)}`,
    )
    .action(() => runCommand(api, io, async (context) => (await import('./run.ts')).sendRequest(context)));
}
