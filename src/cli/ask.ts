// Asks questions at a terminal. Loads @inquirer/prompts on demand. Must not be called without a
// terminal.
import { on, once } from 'node:events';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Field } from '../contract/fields.ts';
import { InterruptedError, UsageError } from '../errors.ts';
import type { Context } from './context.ts';
import { canDraw } from './io.ts';
import { toLine } from './output/terminal-text.ts';

/**
 * Asks for the values of these fields, one after the other.
 * @param faultOf describes what is wrong with a value; undefined if it is valid
 */
export async function askFields(
  context: Context,
  fields: readonly Field[],
  faultOf: (field: Field, value: string) => string | undefined,
): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  for (const field of fields) {
    const message = field.description.charAt(0).toUpperCase() + field.description.slice(1);
    answers[field.name] = await askText(context, message, {
      required: false,
      faultOf: (value) => faultOf(field, value),
    });
  }
  return answers;
}

/**
 * Asks for a text.
 * @param rules describe what is wrong with a value: undefined if it is valid; and whether an empty
 *   answer is refused, as it usually is
 */
export async function askText(
  context: Context,
  message: string,
  {
    required = true,
    faultOf,
  }: { readonly required?: boolean; readonly faultOf: (value: string) => string | undefined },
): Promise<string> {
  const { input } = await promptsFor(context);
  const validate = (value: string) => faultOf(value) ?? true;
  return answered(context, () =>
    input({ message: shown(context, message), required, validate }, streams(context)),
  );
}

/** Asks for a secret, showing a mask. */
export async function askSecret(context: Context, message: string): Promise<string> {
  const { password } = await promptsFor(context);
  return answered(context, () =>
    password({ message: shown(context, message), mask: '*', toggleMask: false }, streams(context)),
  );
}

/** Asks yes or no. Enter alone means yes. */
export async function askConfirmation(context: Context, message: string): Promise<boolean> {
  const { confirm } = await promptsFor(context);
  const { wrapProse } = await import('./output/width.ts');
  const width = context.io.stderr.columns || 80;
  // Beside its mark and the answer.
  const text = wrapProse(shown(context, message), width - 8);
  return answered(context, () => confirm({ message: text, default: true }, streams(context)));
}

/** Asks for one of several choices; the first is preselected. @returns the value of the choice */
export async function askChoice(
  context: Context,
  message: string,
  choices: readonly { readonly name: string; readonly value: string }[],
): Promise<string> {
  const { select } = await promptsFor(context);
  const offered = choices.map(({ name, value }) => ({ name: shown(context, name), value }));
  return answered(context, () =>
    select({ message: shown(context, message), choices: offered }, streams(context)),
  );
}

/** A question may quote the service, or a file. */
function shown({ io }: Context, text: string): string {
  return io.secrets.hide(toLine(text));
}

function promptsFor({ io }: Context) {
  return canDraw(io) ? import('./prompts.ts') : import('./plain-prompts.ts');
}

// Prompts go to stderr, because stdout is for data.
function streams({ io }: Context) {
  return { input: io.stdin, output: io.stderr, signal: io.stopped };
}

/**
 * Asks, after what was typed before is discarded: nobody can have answered a question that was not
 * shown. Turns Ctrl-C and Ctrl-D at a prompt into the interruption that Ctrl-C is anywhere else.
 */
async function answered<T>(context: Context, ask: () => Promise<T>): Promise<T> {
  const { stdin } = context.io;
  refuseWithoutInput(context);
  const closed = new AbortController();
  const release = context.io.holdSignals();
  try {
    const answer = discardTyped(stdin).then(() => {
      context.io.stopped.throwIfAborted();
      return ask();
    });
    return await Promise.race([answer, ended(context.io, closed.signal)]);
  } catch (error) {
    if (
      !(error instanceof Error) ||
      !/^(ExitPromptError|AbortPromptError|AbortError)$/.test(error.name)
    )
      throw error;
    context.io.stopped.throwIfAborted();
    throw new InterruptedError('SIGINT');
  } finally {
    closed.abort();
    await release();
  }
}

/** @throws {UsageError} if standard input was read, so that nobody can answer with it */
export function refuseWithoutInput({ io: { stdin } }: Context): void {
  if (!stdin.readableEnded) return;
  throw new UsageError('a question cannot be answered, because standard input was the file', {
    fix: 'pass the name of a file instead of -, or pass --yes',
  });
}

/** @throws {InterruptedError} if Ctrl-C was typed meanwhile */
async function discardTyped(stdin: Context['io']['stdin']): Promise<void> {
  let isInterrupted = false;
  const discard = (chunk: unknown) => {
    isInterrupted ||= String(chunk).includes(ctrlC);
  };
  // Also what is typed without Enter is readable then.
  stdin.setRawMode?.(true);
  stdin.on('data', discard);
  await setTimeout(discardMs);
  stdin.off('data', discard);
  stdin.pause();
  stdin.setRawMode?.(false);
  if (isInterrupted) throw new InterruptedError('SIGINT');
}

const ctrlC = '\u0003';

/** What a terminal has is read at once, but on some systems by another thread. */
const discardMs = 50;

/**
 * A prompt notices neither that its terminal was closed, for which the signal may come later, nor
 * Ctrl-D. Only a terminal that gives whole lines ends with Ctrl-D as well.
 */
async function ended(io: Context['io'], signal: AbortSignal): Promise<never> {
  const end = once(io.stdin, 'end', { signal }).then(
    () => new InterruptedError(canDraw(io) ? 'SIGHUP' : 'SIGINT'),
    (error) => {
      // Reading a closed terminal may also fail.
      if (signal.aborted) throw error;
      return new InterruptedError('SIGHUP');
    },
  );
  throw await Promise.race([end, ctrlD(io.stdin, signal)]);
}

/** On an empty line, Ctrl-D closes the prompt, which pauses its input. */
async function ctrlD(
  stdin: Context['io']['stdin'],
  signal: AbortSignal,
): Promise<InterruptedError> {
  for await (const [, { ctrl, name }] of on(stdin, 'keypress', { signal })) {
    if (ctrl !== true || name !== 'd') continue;
    await setImmediate();
    if (stdin.isPaused()) break;
  }
  return new InterruptedError('SIGINT');
}
