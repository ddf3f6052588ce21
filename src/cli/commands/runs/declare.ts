// `plenary imports`: the runs of imports that are kept on this machine, and how one is gone on with. The declarations.
import type { Command } from 'commander';
import { localExitCodes, requestExitCodes } from '../../exit-codes.ts';
import type { Io } from '../../io.ts';
import { runCommand } from '../../run-command.ts';
import { addRunOptions } from '../import/declare.ts';

export function addImportsCommands(imports: Command, io: Io): void {
  const list = imports
    .command('list')
    .description('List the runs of the last 30 days.')
    .addHelpText('after', `\n${localExitCodes()}`)
    .action(() => runCommand(list, io, async (context) => (await import('./run.ts')).listRuns(context)));

  const show = imports
    .command('show')
    .description('Print what a run has done, and how to go on with it.')
    .argument('<run>', 'as `imports list` names it')
    .addHelpText('after', `\n${localExitCodes()}`)
    .action(() => runCommand(show, io, async (context) => (await import('./run.ts')).showRun(context)));

  const resume = imports
    .command('resume')
    .description('Go on with a run that was interrupted; its file need not be there any more.')
    .argument('<run>', 'as `imports list` names it');
  addRunOptions(resume)
    .addHelpText('after', `\n${requestExitCodes(6, 9, 10)}`)
    .action(() => runCommand(resume, io, async (context) => (await import('./run.ts')).resumeRun(context)));
}
