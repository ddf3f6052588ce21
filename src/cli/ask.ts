// Asks questions at a terminal. Loads @inquirer/prompts on demand. Must not be called without a
// terminal.
import { once } from 'node:events';
import type { Field } from '../contract/fields.ts';
import { InterruptedError } from '../errors.ts';
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

interface TextRules {
  /** Whether an empty answer is refused; true by default. */
  readonly required?: boolean;
  /** Describes what is wrong with a value; undefined if it is valid. */
  readonly faultOf: (value: string) => string | undefined;
}

/** Asks for a text. */
export async function askText(
  context: Context,
  message: string,
  { required = true, faultOf }: TextRules,
): Promise<string> {
  const { input } = await promptsFor(context);
  const validate = (value: string) => faultOf(value) ?? true;
  return answered(
    context,
    input({ message: shown(context, message), required, validate }, streams(context)),
  );
}

/** Asks for a secret, showing a mask. */
export async function askSecret(context: Context, message: string): Promise<string> {
  const { password } = await promptsFor(context);
  return answered(
    context,
    password({ message: shown(context, message), mask: '*', toggleMask: false }, streams(context)),
  );
}

/** Asks yes or no. Enter alone means yes, unless that would destroy something. */
export async function askConfirmation(
  context: Context,
  message: string,
  { enter = true }: { readonly enter?: boolean } = {},
): Promise<boolean> {
  const { confirm } = await promptsFor(context);
  const { wrapProse } = await import('./output/width.ts');
  const width = context.io.stderr.columns || 80;
  // Beside its mark and the answer.
  const text = wrapProse(shown(context, message), width - 8);
  return answered(context, confirm({ message: text, default: enter }, streams(context)));
}

/** Asks for one of several choices; the first is preselected. @returns the value of the choice */
export async function askChoice(
  context: Context,
  message: string,
  choices: readonly { readonly name: string; readonly value: string }[],
): Promise<string> {
  const { select } = await promptsFor(context);
  const offered = choices.map(({ name, value }) => ({ name: shown(context, name), value }));
  return answered(
    context,
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
function streams({ io }: Context): {
  input: Context['io']['stdin'];
  output: Context['io']['stderr'];
  signal: AbortSignal;
} {
  return { input: io.stdin, output: io.stderr, signal: io.stopped };
}

/** Turns Ctrl-C at a prompt into the interruption that it is anywhere else. */
async function answered<T>(context: Context, prompt: Promise<T>): Promise<T> {
  const { stdin } = context.io;
  const closed = new AbortController();
  try {
    return await Promise.race([prompt, hungUp(stdin, closed.signal)]);
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
  }
}

/** A prompt does not notice that its terminal was closed, and the signal may come later. */
async function hungUp(stdin: Context['io']['stdin'], signal: AbortSignal): Promise<never> {
  await once(stdin, 'end', { signal }).catch((error) => {
    // Reading a closed terminal may also fail.
    if (signal.aborted) throw error;
  });
  throw new InterruptedError('SIGHUP');
}
