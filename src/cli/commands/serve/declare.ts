// Declares `plenary serve`.
import type { Command } from 'commander';
import { localExitCodes } from '../../exit-codes.ts';
import type { Io } from '../../io.ts';
import { runCommand } from '../../run-command.ts';
import { databaseOption } from '../service/declare.ts';

export function addServeCommand(program: Command, io: Io): void {
  const serve = program
    .command('serve')
    .description('Serve the whole API from a database until SIGINT or SIGTERM')
    .addOption(databaseOption())
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--port <n>', 'port to listen on; 0 selects a free port', '8080')
    .option('--rate-limit <rate>', 'maximum number of requests per organization and time, e.g. 100/15m')
    .option('--metrics-port <n>', 'port on which Prometheus reads /metrics; default: no metrics')
    .option('--drain <duration>', 'time to keep serving after a signal while /readyz responds with 503, e.g. 15s', '0s')
    .addHelpText(
      'after',
      `
With --json, the first line on stdout is {"url":"http://…"}, and with --metrics-port it has "metricsUrl" too. Each request is logged as one JSON line on stderr.

Examples:
  plenary serve --data plenary.db --port 8080
  plenary serve --data plenary.db --port 0 --json --quiet
  PLENARY_DATA=postgres://plenary@db1,db2/plenary plenary serve --metrics-port 9464 --drain 15s

${localExitCodes()}`,
    )
    .action(() => runCommand(serve, io, async (context) => (await import('./run.ts')).serve(context)));
}
