// Executes one command line: arguments in, exit code out. The only place that turns errors into
// messages.
import { existsSync } from 'node:fs';
import { type Command, CommanderError } from 'commander';
import { environmentToken } from '../config/token.ts';
import { ChangesPendingError, type ExitCode, UsageError } from '../errors.ts';
import { createProgram } from './command-tree.ts';
import { rowOf } from './declare.ts';
import { ClosedPipe, type Io, say, sayProse, unprinted, write } from './io.ts';
import type { ServiceFlags } from './output/next-command.ts';
import { shellOf } from './output/shell.ts';
import { createStyle } from './output/style.ts';
import { ReportedError } from './wrapped-errors.ts';

/** @param argv the arguments after the program's name */
export async function run(argv: readonly string[], io: Io): Promise<ExitCode> {
  const token = environmentToken(io.env);
  if (token !== undefined) io.secrets.hold(token);
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
    if (error instanceof ChangesPendingError) return error.exitCode;
    if (error instanceof ReportedError && !wantsJson(argv)) return error.exitCode;
    return report(error, io, { argv, flags: { ...program.opts(), event, shell: shellOf(io) } });
  }
}

async function execute(program: Command, argv: readonly string[], io: Io): Promise<void> {
  refuseUnreadable(argv);
  let output = '';
  let errorOutput = '';
  let refused = program;
  prepare(program, {
    out: (text) => {
      output += text;
    },
    err: (text, command) => {
      errorOutput += text;
      refused = command;
    },
    columns: io.stdout.isTTY === true ? io.stdout.columns || 80 : 80,
  });
  try {
    if (argv.length === 0) program.outputHelp();
    else await program.parseAsync(withoutCommandWords(program, argv), { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const isWrong = error.exitCode !== 0;
    if (isWrong && error.code === 'commander.help' && !wantsJson(argv))
      await say(io, `${errorOutput}\n`);
    if (isWrong) throw refusalOf(error, errorOutput, refused);
  }
  if (output === '') return;
  if (wantsJson(argv)) throw helpIsText();
  await write(io.stdout, output);
}

/** In whatever form it is asked for. */
function helpIsText(): UsageError {
  return new UsageError('help and the version are text, and have no JSON', {
    fix: 'remove the format, or read all commands with their flags and exit codes as JSON',
    next: [{ command: 'plenary commands --json' }],
  });
}

/**
 * @param output what commander wrote: the error, and perhaps `(Did you mean …?)`
 * @param command the one that refused it
 */
function refusalOf({ code }: CommanderError, output: string, command: Command): UsageError {
  if (code === 'commander.help') {
    const names = command.commands.map((subcommand) => subcommand.name());
    return new UsageError('a command is missing', { fix: `add one of ${names.join(', ')}` });
  }
  const [, message = '', suggestion] =
    /^error: (.*?)\.?(?:\n\(D(.*)\))?$/s.exec(output.trim()) ?? [];
  if (suggestion !== undefined) return new UsageError(message, { fix: `d${suggestion}` });
  const [, negative] = /^unknown option '(-\d.*)'$/.exec(message) ?? [];
  const { refuseNegative } =
    Object.values(rowOf(command)?.arguments ?? {}).find((named) => named.refuseNegative) ?? {};
  if (negative !== undefined && refuseNegative !== undefined) return refuseNegative(negative);
  const isFlagMissing = code === 'commander.missingMandatoryOptionValue';
  return new UsageError(message, {
    fix: isFlagMissing ? missingFlagFix(command) : 'look up the usage',
    next: [{ command: `${wordsOf(command)} --help` }],
  });
}

/** Commander names the first flag that is missing. */
function missingFlagFix(command: Command): string | undefined {
  const missing = command.options.find(
    (option) => option.mandatory && command.getOptionValue(option.attributeName()) === undefined,
  );
  return missing && `pass ${missing.long}: ${missing.description}`;
}

/** `plenary speakers add`. */
function wordsOf(command: Command): string {
  const { parent } = command;
  return parent === null ? command.name() : `${wordsOf(parent)} ${command.name()}`;
}

/**
 * Node replaces bytes that are not UTF-8. A file may really have U+FFFD in its name.
 * @throws {UsageError}
 */
function refuseUnreadable(argv: readonly string[]): void {
  const unreadable = argv.find((argument) => argument.includes('\uFFFD') && !existsSync(argument));
  if (unreadable === undefined) return;
  throw new UsageError(`an argument is not UTF-8: ${unreadable}`, {
    fix: 'check the encoding of the terminal; if it is the name of a file, rename the file',
  });
}

/**
 * `help speakers add` is `speakers add --help`: commander's own `help` looks one level deep. What
 * else is typed never runs the command. `version` is `--version`.
 */
function withoutCommandWords(program: Command, argv: readonly string[]): readonly string[] {
  const [first, ...words] = argv;
  if (first === 'version') return ['--version', ...words];
  if (first !== 'help') return argv;
  const names = words.filter((word) => !word.startsWith('-'));
  let command = program;
  for (const [at, name] of names.entries()) {
    const upToHere = names.slice(0, at + 1);
    const subcommand = command.commands.find((candidate) => candidate.name() === name);
    if (subcommand === undefined) return withoutCommandWords(program, upToHere);
    if (subcommand.commands.length === 0) return [...upToHere, '--help'];
    command = subcommand;
  }
  return names.length === 0 ? argv : [...names, '--help'];
}

/**
 * Makes commander throw instead of ending the process, and write through us. Subcommands do not
 * inherit these settings.
 */
function prepare(
  command: Command,
  streams: {
    readonly out: (text: string) => void;
    readonly err: (text: string, command: Command) => void;
    readonly columns: number;
  },
): void {
  command.exitOverride();
  command.helpOption('-h, --help', 'print help');
  command.configureOutput({
    writeOut: streams.out,
    writeErr: (text) => streams.err(text, command),
    getOutHelpWidth: () => streams.columns,
    getErrHelpWidth: () => streams.columns,
  });
  for (const child of command.commands) prepare(child, streams);
}

/** @param flags as far as they were parsed before the error occurred */
async function report(
  error: unknown,
  io: Io,
  { argv, flags }: { readonly argv: readonly string[]; readonly flags: ServiceFlags },
): Promise<ExitCode> {
  io.releaseFile();
  const { causeLines, errorJson, errorText, knownError } = await import('./output/error.ts');
  const reported = knownError(error, io);
  if (argv.includes('--debug')) await say(io, causeLines(reported));
  if (wantsJson(argv)) await say(io, errorJson(reported, flags));
  else {
    const { stderr } = createStyle(io, !argv.includes('--no-color'));
    await sayProse(io, errorText(reported, stderr, flags));
  }
  if (wantsMarkdown(argv)) {
    const { errorMarkdown } = await import('./output/markdown.ts');
    await write(io.stdout, io.secrets.hide(errorMarkdown(reported, flags))).catch(unprinted);
  }
  return reported.exitCode;
}

/** Whether somebody who does not see the log is to read the error as well. */
function wantsMarkdown(argv: readonly string[]): boolean {
  const form = argv.indexOf('--summary');
  return argv.includes('--summary=markdown') || (form >= 0 && argv[form + 1] === 'markdown');
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
