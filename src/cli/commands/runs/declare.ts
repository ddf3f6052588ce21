// Declares `plenary runs`, which lists, shows, resumes, undoes and verifies the runs saved on this machine.
import type { Command } from 'commander';
import { localExitCodes, requestExitCodes } from '../../exit-codes.ts';
import type { Io } from '../../io.ts';
import { runCommand } from '../../run-command.ts';
import { addRunOptions, maxChangesOption } from '../row-file-flags.ts';

export function addRunsCommands(group: Command, io: Io): void {
  const list = group
    .command('list')
    .description('List the runs of the last 30 days')
    .addHelpText('after', `\n${localExitCodes()}`)
    .action(() => runCommand(list, io, async (context) => (await import('./run.ts')).listRuns(context)));

  const show = group
    .command('show')
    .description('Show what a run has done, and how to resume it')
    .argument('<run>', 'name of the run, see `plenary runs list`')
    .addHelpText('after', `\n${localExitCodes()}`)
    .action(() => runCommand(show, io, async (context) => (await import('./run.ts')).showRun(context)));

  const resume = group
    .command('resume')
    .description('Resume an interrupted run; its file is no longer needed')
    .argument('<run>', 'name of the run, see `plenary runs list`');
  addRunOptions(resume)
    .addHelpText('after', `\n${requestExitCodes(6, 9, 10)}`)
    .action(() => runCommand(resume, io, async (context) => (await import('./run.ts')).resumeRun(context)));

  const undo = group
    .command('undo')
    .description('Restore the values that a run has changed, and move sessions back')
    .argument('<run>', 'name of the run, see `plenary runs list`')
    .option('--dry-run', 'show what would go back; send nothing')
    .option('--allow-partial', 'skip what has changed again since')
    .option('--withdraw', 'set the status of submissions that the run created to withdrawn')
    .addOption(maxChangesOption());
  addRunOptions(undo)
    .addHelpText(
      'after',
      `
Fields that the run changed get their old values, and sessions that it moved go back. If somebody has changed one of
them since, nothing is sent, unless you pass --allow-partial. What remains is listed first: the API cannot delete the
records that a run created, nor take sessions out of the schedule. --withdraw sets the status of the submissions that
it created to withdrawn; speakers that it created stay. An undo is a run itself, which can be resumed and undone.

Examples:
  plenary runs list
  plenary runs undo 20270412-081530-5f0c9a1e --dry-run
  plenary runs undo 20270412-081530-5f0c9a1e
  plenary runs undo 20270412-081530-5f0c9a1e --allow-partial
  plenary runs undo 20270412-081530-5f0c9a1e --withdraw

${requestExitCodes(6, 9, 10)}`,
    )
    .action(() => runCommand(undo, io, async (context) => (await import('./undo.ts')).undoRun(context)));

  const verify = group
    .command('verify')
    .description('Check whether the service still has what a run wrote')
    .argument('<run>', 'name of the run, see `plenary runs list`')
    .option('--detailed-exitcode', 'exit with 8 instead of 6 if something differs')
    .addHelpText('after', `\n${requestExitCodes(6, 8)}`)
    .action(() => runCommand(verify, io, async (context) => (await import('./verify.ts')).verifyRun(context)));
}
