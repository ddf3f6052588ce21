// Runs a command's action in a context of its own, which is always closed afterward.
import type { Command } from 'commander';
import { ApiError } from '../errors.ts';
import { type Context, createContext } from './context.ts';
import type { GlobalFlags } from './global-flags.ts';
import type { Io } from './io.ts';

/** Every command's action returns this promise. */
export async function runCommand(command: Command, io: Io, action: (context: Context) => Promise<void>): Promise<void> {
  const context = createContext(io, rootOf(command).opts<GlobalFlags>(), command.opts(), command.args, typed(command));
  try {
    await action(context);
  } catch (error) {
    throw refusedVariable(error, io) ?? error;
  } finally {
    await context.close();
  }
}

/** Logging in does not help while PLENARY_TOKEN overrides the login's token. */
function refusedVariable(error: unknown, { env }: Io): ApiError | undefined {
  if (!(error instanceof ApiError) || error.status !== 401 || !env.PLENARY_TOKEN) return undefined;
  const { message, status, requestId, body } = error;
  const fix = 'the token comes from PLENARY_TOKEN: set it to a valid token, or unset it to use the token of your login';
  return new ApiError(message, { status, body, fix, ...(requestId === undefined ? {} : { requestId }) });
}

function typed(command: Command): ReadonlySet<string> {
  const names = command.options.map((option) => option.attributeName());
  return new Set(names.filter((name) => command.getOptionValueSource(name) === 'cli'));
}

function rootOf(command: Command): Command {
  return command.parent === null ? command : rootOf(command.parent);
}
