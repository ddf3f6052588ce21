// Declares `plenary runs`, which lists, shows and resumes the runs saved on this machine.
import type { Command } from 'commander';
import { localExitCodes, requestExitCodes } from '../../exit-codes.ts';

import type { Io } from '../../io.ts';
import { runCommand } from '../../run-command.ts';
import { addRunOptions } from '../import/declare.ts';

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
}
