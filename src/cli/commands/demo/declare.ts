// Declares `plenary demo`.
import type { Command } from 'commander';
import { localExitCodes } from '../../exit-codes.ts';
import type { Io } from '../../io.ts';
import { runCommand } from '../../run-command.ts';

export function addDemoCommand(program: Command, io: Io): void {
  const demo = program
    .command('demo')
    .description('Watch a conference program being built with real commands on a temporary service')
    .addHelpText('after', `\n${localExitCodes()}`)
    .action(() => runCommand(demo, io, async (context) => (await import('./run.ts')).runDemo(context)));
}
