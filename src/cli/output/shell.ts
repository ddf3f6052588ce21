// Owns how a command is written for the shell in which it is pasted. Must not know any command.
import type { Home } from '../../config/paths.ts';

export type Shell = 'posix' | 'powershell' | 'cmd';

/** The shell that has probably started the program. */
export function shellOf({ platform, env }: Pick<Home, 'platform' | 'env'>): Shell {
  // Git Bash and Cygwin.
  if (platform !== 'win32' || env.MSYSTEM || env.SHELL) return 'posix';
  // Only cmd sets it.
  return env.PROMPT === undefined ? 'powershell' : 'cmd';
}

/** @param command in the quotes of POSIX shells */
export function commandFor(shell: Shell, command: string): string {
  return shell === 'posix' ? command : command.replace(posixWord, (word) => quote[shell](word));
}

/** @param text has commands of the program between backticks, in the quotes of POSIX shells */
export function sentenceFor(shell: Shell, text: string): string {
  return text.replace(posixCommand, (_, command: string) => `\`${commandFor(shell, command)}\``);
}

/** What is quoted may have backticks. */
const posixCommand = /`(plenary (?:'[^']*'|"(?:[^"\\]|\\.)*"|\\.|[^`'"\\])*)`/g;

/** Parts in single or double quotes, escaped characters, and others. */
const posixWord = /(?:'[^']*'|"(?:[^"\\]|\\.)*"|\\.|[^\s'"\\])+/g;
const posixPart = /'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)/g;

function textOf(word: string): string {
  return word.replace(
    posixPart,
    (_, single?: string, double?: string, escaped?: string) =>
      single ?? double?.replace(/\\(.)/g, '$1') ?? escaped ?? '',
  );
}

const quote: Readonly<Record<Exclude<Shell, 'posix'>, (word: string) => string>> = {
  // A comma makes a list. Typographic quotes are quotes.
  powershell: (word) => (plain.test(word) ? word : `'${textOf(word).replace(/['‘’‚‛]/g, '$&$&')}'`),
  // A backslash before a quote would not hide it from cmd.
  cmd: (word) =>
    plain.test(word.replaceAll(',', '')) ? word : `"${textOf(word).replaceAll('"', '""')}"`,
};

/** Read as it is by both. */
const plain = /^[\w.:+/=-][\w.:+/=@-]*$/;
