// Checks each command that the program prints with the program's own command tree. Runs none of
// them.
import { type Command, CommanderError } from 'commander';
import { groupNames } from '../../src/cli/command-tree.ts';

/** What a command line printed, and in which state. */
export interface Printed {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * @throws {Error} for a command that cannot be pasted: an unknown command or flag, a missing
 *   argument or flag, or one that lacks the event, the profile or the address with which the
 *   program was called
 * @param createTree builds the commands that a command line names
 */
export function checkPrintedCommands(
  { args, env, stdout, stderr }: Printed,
  createTree: (words: readonly string[]) => Command,
): void {
  const { texts, commands } = readOutput(stdout, stderr, isHelp(args));
  const needed = typedFlags.filter(
    ({ flag, variable }) =>
      !env[variable] && args.some((word) => word === flag || word.startsWith(`${flag}=`)),
  );
  for (const text of texts) commands.push(...commandsIn(text));
  for (const { command, isMention } of commands) {
    const flags = isHelp(args)
      ? []
      : needed.filter(({ unneeded }) => !unneeded.test(`${command} `));
    const key = JSON.stringify([command, isMention, flags]);
    // A tree can parse only one command line, and takes long to build.
    if (faultless.has(key)) continue;
    const [, ...words] = wordsOf(command);
    const fault = faultOf(createTree(words), words, { isMention, needed: flags });
    if (fault === undefined) faultless.add(key);
    else throw new Error(`the program printed \`${command}\`, which ends with: ${fault}`);
  }
}

const faultless = new Set<string>();

const needsNoService = /^plenary (?:service|serve|demo|help|runs (?:list|show)|config) /;
const typedFlags = [
  { flag: '--event', variable: 'PLENARY_EVENT', unneeded: /^$/ },
  {
    flag: '--profile',
    variable: 'PLENARY_PROFILE',
    unneeded: /^plenary (?:service|serve|demo|help|runs (?:list|show)) /,
  },
  { flag: '--base-url', variable: 'PLENARY_BASE_URL', unneeded: needsNoService },
] as const;

/** A mention within a sentence may leave out what the reader knows. */
interface PrintedCommand {
  readonly command: string;
  readonly isMention: boolean;
}

export function isHelp(args: readonly string[]): boolean {
  return args.length === 0 || args[0] === 'help' || args.includes('--help') || args.includes('-h');
}

function readOutput(stdout: string, stderr: string, isStdoutText: boolean) {
  const texts = [...(isStdoutText ? [stdout] : [])];
  const commands: PrintedCommand[] = [];
  const addNext = (next: unknown) => {
    for (const { command } of Array.isArray(next) ? next : [])
      commands.push({ command, isMention: false });
  };
  addNext(jsonOf(stdout)?.next);
  for (const line of stderr.split('\n')) {
    const { error } = jsonOf(line) ?? {};
    if (error === undefined) texts.push(line);
    else {
      addNext(error.next);
      for (const { message = '' } of [error, { message: error.fix }, ...(error.details ?? [])])
        texts.push(message);
    }
  }
  return { texts, commands };
}

function jsonOf(text: string) {
  if (!text.trimStart().startsWith('{')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const groups = [...groupNames, 'api', 'serve', 'demo', 'help'];
const anyCommand = new RegExp(`(?<![\\w/.-])plenary (?:${groups.join('|')})(?![\\w-])`);

/**
 * A command is in backticks, or ends its line, and begins it or follows a colon.
 * @throws {Error} for one without clear ends
 */
function commandsIn(text: string): readonly PrintedCommand[] {
  return text.split('\n').flatMap((line) => {
    if (line.startsWith('Usage: ')) return [];
    const mentions = Array.from(line.matchAll(/`(plenary [^`]+)`/g), ([, command = '']) => command);
    const rest = line.replaceAll(/`[^`]*`/g, '');
    const [, whole] = /(?:^\s*|: )(?:PLENARY_\w+=\S+ )?(plenary .*)$/.exec(rest) ?? [];
    if (whole === undefined && anyCommand.test(rest))
      throw new Error(`the command in this line has no clear end: ${line}`);
    const found = mentions.map((command) => ({ command, isMention: true }));
    // Help describes commands beside them.
    return whole !== undefined && anyCommand.test(whole)
      ? [...found, { command: whole.replace(/ {2,}\S.*$| < \S+$/, ''), isMention: false }]
      : found;
  });
}

/** The words of a command as a shell reads them. */
function wordsOf(command: string): readonly string[] {
  const words = command.matchAll(/(?:'[^']*'|"[^"]*"|\\.|[^\s'"\\])+/g);
  return Array.from(words, ([word]) => word.replaceAll(/'([^']*)'|"([^"]*)"|\\(.)/g, '$1$2$3'));
}

interface Expected {
  readonly isMention: boolean;
  readonly needed: readonly { readonly flag: string }[];
}

function faultOf(
  program: Command,
  argv: readonly string[],
  { isMention, needed }: Expected,
): string | undefined {
  let found: Command | undefined;
  const prepare = (command: Command) => {
    command
      .exitOverride()
      .configureOutput({ writeOut: () => undefined, writeErr: () => undefined });
    if (command.commands.length === 0) {
      command.action(() => {
        found = command;
      });
    }
    for (const child of command.commands) prepare(child);
  };
  prepare(program);
  try {
    program.parse(argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0 || (isMention && incomplete.includes(error.code))) return undefined;
    return error.message;
  }
  if (found === undefined) return 'no command';
  if (isMention) return undefined;
  // The program asks for a record that is missing, but a command to paste names it.
  const [, ...terms] = found.usage().split(' ');
  if (found.args.length < terms.filter((term) => term.startsWith('<')).length)
    return 'a missing argument';
  const lacks = needed.filter(
    ({ flag }) =>
      [program, found].some((each) => each?.options.some(({ long }) => long === flag)) &&
      !argv.includes(flag),
  );
  return lacks.length === 0 ? undefined : `without ${lacks.map(({ flag }) => flag).join(' and ')}`;
}

const incomplete = [
  'commander.missingArgument',
  'commander.missingMandatoryOptionValue',
  'commander.help',
];
