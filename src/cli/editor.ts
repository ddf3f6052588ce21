// Lets a person write a long text in an editor of their own, in a private file that stays until the text was sent. Must not know endpoints.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { stateDirectory } from '../config/paths.ts';
import { toKebab } from '../contract/fields.ts';
import { ConflictError, InterruptedError, OutputError, PlenaryError, systemReason, UsageError } from '../errors.ts';
import { createPrivateFolder } from '../private-folder.ts';
import type { Context } from './context.ts';
import type { Io } from './io.ts';

/** What is written. */
interface Writing {
  /** What identifies it: one that was not sent is opened again. */
  readonly key: readonly string[];
  /** A word for the name of the file, such as the name of the field. */
  readonly name: string;
  /** What the service has now, and the editor shows at first. */
  readonly present: string;
}

/** A text that was written, and its file. */
export interface Written {
  readonly text: string;
  /** Removes the file: the text was sent. */
  sent(): void;
  /** Adds to an error that the text is in its file. */
  saved(error: unknown): Promise<unknown>;
  /** The service no longer has the text with which the writing began. */
  outdated(): ConflictError;
}

/** The command of the user's editor. @throws {UsageError} without one, and with `--no-input` */
export function editorCommand({ io: { env }, global }: Context): string {
  if (!global.input) throw new UsageError('--editor and --no-input cannot be combined', { fix: 'remove one of them' });
  const command = [env.VISUAL, env.EDITOR].find((each) => each !== undefined && each.trim() !== '');
  if (command !== undefined) return command;
  throw new UsageError('no editor is set', { fix: 'set VISUAL or EDITOR, for example EDITOR=nano' });
}

/**
 * Opens the editor, and waits for its end.
 * @returns undefined if there is nothing to send
 * @throws {UsageError} if the editor cannot be started, fails or is killed, or if the text is empty or cannot be read
 * @throws {ConflictError} if there is a text that was not sent, and the service has a newer one than it began with
 */
export async function writeInEditor(context: Context, { key, name, present }: Writing): Promise<Written | undefined> {
  const command = editorCommand(context);
  const wanted = fileOf(context, key, name, present);
  const file = unsentFile(wanted, present) ?? wanted.file;
  const outdated = () =>
    new ConflictError(`the service has a newer ${name} than the one your text began with; nothing was sent`, {
      details: [{ file, message: 'your text' }],
      fix: 'move this file, run the command again, and bring both texts together in the editor',
    });
  if (file !== wanted.file) throw outdated();
  const isAgain = existsSync(file);
  if (isAgain) await context.notice(`The editor opens the text that was not sent: ${file}`);
  else create(file, withEnd(present));
  const draft: Written = {
    text: present,
    sent: () => rmSync(file, { force: true }),
    saved: (error) => naming(context, error, file),
    outdated,
  };
  try {
    const opened = readText(file);
    await run(context.io, command, file);
    const text = readText(file);
    if (text === withEnd(present)) {
      draft.sent();
      return undefined;
    }
    if (text.trim() === '') {
      draft.sent();
      throw new UsageError('the text is empty; nothing was sent', {
        fix:
          present === '' ? 'write a text, or leave out --editor' : `to clear the field, pass --clear ${toKebab(name)}`,
      });
    }
    if (isAgain && text === opened && !(await isSentAgain(context))) {
      await context.notice(`Your text stays in ${file}`);
      return undefined;
    }
    // Editors end the last line; a text from elsewhere may not.
    return { ...draft, text: present.endsWith('\n') ? text : text.replace(/\r?\n$/, '') };
  } catch (error) {
    if (existsSync(file) && readFileSync(file, 'utf8') === withEnd(present)) draft.sent();
    throw await draft.saved(error);
  }
}

interface TextFile {
  readonly file: string;
  /** How the names of all files begin with texts for the same field of the same record. */
  readonly prefix: string;
}

/** The name has what identifies the text, and the text that it began with. */
function fileOf({ io }: Context, key: readonly string[], name: string, present: string): TextFile {
  const hash = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 12);
  const prefix = `${name}-${hash(key)}-`;
  return { file: join(stateDirectory(io), 'texts', `${prefix}${hash(present)}.md`), prefix };
}

/** A text that was not sent. One that the service has was sent, although its response was lost. */
function unsentFile({ file, prefix }: TextFile, present: string): string | undefined {
  const folder = dirname(file);
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith(prefix)) : [];
  const files = names.map((name) => join(folder, name));
  const sent = files.filter((each) => each !== file && withEnd(readFileSync(each, 'utf8')) === withEnd(present));
  for (const each of sent) rmSync(each, { force: true });
  return files.find((each) => !sent.includes(each));
}

/** @throws {OutputError} */
function create(file: string, text: string): void {
  try {
    createPrivateFolder(dirname(file));
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 });
  } catch (cause) {
    throw new OutputError(`cannot write ${file}: ${systemReason(cause)}`, { cause });
  }
}

/** @throws {UsageError} */
function readText(file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch (cause) {
    const [reason, fix] =
      cause instanceof TypeError
        ? ['it is not UTF-8', 'save the file as UTF-8']
        : [systemReason(cause), 'run the command again'];
    throw new UsageError(`cannot read the text of the editor: ${reason}`, { cause, fix });
  }
}

function withEnd(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

/** The command may have arguments of its own: `code --wait`. Its shell leaves Ctrl-C to it, as the program does. @throws {UsageError} @throws {InterruptedError} */
async function run(io: Io, command: string, file: string): Promise<void> {
  const [shell, ...args] =
    io.platform === 'win32' ? [`${command} "${file}"`] : ['sh', '-c', `trap : INT; ${command} "$@"`, command, file];
  // Data may go to a pipe, but an editor needs the terminal.
  const stdio = [0, io.stdout.isTTY === true ? 1 : 2, 2];
  const release = io.holdInterrupts();
  try {
    const child = spawn(shell ?? '', args, { stdio, env: { ...io.env }, shell: io.platform === 'win32' });
    const kill = () => child.kill('SIGTERM');
    io.stopped.addEventListener('abort', kill, { once: true });
    const [code, signal] = await once(child, 'exit').catch((cause) => {
      throw new UsageError(`cannot start the editor ${command}: ${systemReason(cause)}`, { cause });
    });
    io.stopped.removeEventListener('abort', kill);
    io.stopped.throwIfAborted();
    const end = signal ?? signalOf(code) ?? code;
    if (end === 'SIGINT') throw new InterruptedError('SIGINT');
    if (end !== 0) {
      throw new UsageError(`the editor ${command} ended with ${end}; nothing was sent`, {
        fix: 'check VISUAL or EDITOR, and run the command again',
      });
    }
  } finally {
    release();
  }
}

/** A shell reports the signal that ended its command as a code above 128. */
function signalOf(code: number): string | undefined {
  return Object.entries(constants.signals).find(([, number]) => number === code - 128)?.[0];
}

async function isSentAgain(context: Context): Promise<boolean> {
  if (context.global.yes === true || !context.interactive) return context.global.yes === true;
  const { askConfirmation } = await import('./ask.ts');
  return askConfirmation(context, 'The text is as it was. Send it?', { enter: false });
}

/** Adds to an error where the text is, if it is still there. */
async function naming(context: Context, error: unknown, file: string): Promise<unknown> {
  if (!existsSync(file)) return error;
  if (error instanceof PlenaryError && error.details.some((detail) => detail.file === file)) return error;
  const message = 'your text; the same command opens it again';
  if (error instanceof PlenaryError) error.details = [...error.details, { file, message }];
  else await context.notice(`${file}: ${message}`);
  return error;
}
