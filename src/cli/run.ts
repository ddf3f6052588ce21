// Executes one command line: arguments in, exit code out. The only place that turns errors into messages.
import { existsSync } from 'node:fs';
import type { Command, CommanderError } from 'commander';
import { environmentToken } from '../config/token.ts';
import { ChangesPendingError, type ExitCode, ReportedError, UsageError } from '../errors.ts';
import { ClosedPipe, type Io, say, write } from './io.ts';
import type { ServiceFlags } from './output/next-command.ts';
import { createStyle } from './output/style.ts';
import { createProgram, groupNames } from './program.ts';

/** @param argv the arguments after the program's name */
export async function run(argv: readonly string[], io: Io): Promise<ExitCode> {
  const given = environmentToken(io.env);
  if (given !== undefined) io.secrets.hold(given);
  const program = createProgram(io, argv);
  let event: unknown;
  program.hook('preAction', (_, command) => {
    ({ event } = command.opts());
  });
  try {
    await execute(program, argv, io);
    return 0;
  } catch (error) {
    if (error instanceof ClosedPipe) return 0;
    if (error instanceof ChangesPendingError || error instanceof ReportedError) return error.exitCode;
    return report(error, argv, { ...program.opts(), event }, io);
  }
}

async function execute(program: Command, argv: readonly string[], io: Io): Promise<void> {
  refuseUnreadable(argv);
  const written: Promise<void>[] = [];
  let said = '';
  prepare(program, {
    out: (text) => void written.push(write(io.stdout, text)),
    err: (text) => {
      said += text;
    },
    columns: io.stdout.isTTY === true ? io.stdout.columns || 80 : 80,
  });
  try {
    if (argv.length === 0) program.outputHelp();
    else await program.parseAsync(withoutCommandWords(program, argv), { from: 'user' });
  } catch (error) {
    if (!isCommanderError(error)) throw error;
    if (error.exitCode === 0) return void (await Promise.all(written));
    const { isMissingCommand, usageError } = await import('./usage-error.ts');
    if (isMissingCommand(error) && !wantsJson(argv)) await say(io, `${said}\n`);
    throw usageError(error, said, argv, () => createProgram(io, groupNames));
  }
  await Promise.all(written);
}

/** Node replaces bytes that are not UTF-8. A file may really have U+FFFD in its name. @throws {UsageError} */
function refuseUnreadable(argv: readonly string[]): void {
  const unreadable = argv.find((argument) => argument.includes('\uFFFD') && !existsSync(argument));
  if (unreadable === undefined) return;
  throw new UsageError(`an argument is not UTF-8: ${unreadable}`, {
    fix: 'check the encoding of the terminal; if it is the name of a file, rename the file',
  });
}

/** `help speakers add` is `speakers add --help` (commander's own `help` looks one level deep), and `version` is `--version`. */
function withoutCommandWords(program: Command, argv: readonly string[]): readonly string[] {
  const [first, ...words] = argv;
  if (first === 'version') return ['--version', ...words];
  if (first !== 'help' || words.length === 0) return argv;
  const find = (command: Command | undefined, word: string) => command?.commands.find((each) => each.name() === word);
  const isCommand = words.reduce(find, program) !== undefined;
  return isCommand ? [...words, '--help'] : withoutCommandWords(program, words);
}

interface HelpStreams {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly columns: number;
}

/** Makes commander throw instead of ending the process, and write through us. Subcommands do not inherit these settings. */
function prepare(command: Command, streams: HelpStreams): void {
  command.exitOverride();
  command.helpOption('-h, --help', 'print help');
  command.configureOutput({
    writeOut: streams.out,
    writeErr: streams.err,
    getOutHelpWidth: () => streams.columns,
    getErrHelpWidth: () => streams.columns,
  });
  for (const child of command.commands) prepare(child, streams);
}

function isCommanderError(error: unknown): error is CommanderError {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('commander.');
}

/** @param flags as far as they were parsed before the error occurred */
async function report(error: unknown, argv: readonly string[], flags: ServiceFlags, io: Io): Promise<ExitCode> {
  const { causeLines, errorJson, errorText, knownError } = await import('./output/error.ts');
  const known = knownError(error, io);
  const text = wantsJson(argv)
    ? errorJson(known, flags)
    : errorText(known, createStyle(io, !argv.includes('--no-color')).stderr, flags);
  if (argv.includes('--debug')) await say(io, causeLines(known));
  await say(io, text);
  return known.exitCode;
}

/** Reads the arguments themselves, because an error may occur before they are parsed. */
function wantsJson(argv: readonly string[]): boolean {
  const format = argv.findIndex((arg) => arg === '--output' || arg === '-o');
  return (
    argv.includes('--json') ||
    argv.some((arg) => /^(--output=|-o=?)(nd)?json$/.test(arg)) ||
    (format >= 0 && /^(nd)?json$/.test(argv[format + 1] ?? ''))
  );
}
