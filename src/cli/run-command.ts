// Runs what a command does, in a context of its own that is closed whatever happens.
import type { Command } from 'commander';
import { type Context, createContext } from './context.ts';
import type { GlobalFlags } from './global-flags.ts';
import type { Io } from './io.ts';

/** To be returned from a command's action. */
export async function runCommand(command: Command, io: Io, action: (context: Context) => Promise<void>): Promise<void> {
  const context = createContext(io, rootOf(command).opts<GlobalFlags>(), command.opts(), command.args);
  try {
    await action(context);
  } finally {
    await context.close();
  }
}

function rootOf(command: Command): Command {
  return command.parent === null ? command : rootOf(command.parent);
}
