// Checks what a command printed after it read any file: an expected error, without characters of control and without secrets.
import type { CommandResult } from '../support/program.ts';

/** C0 (but the line break), DEL, C1 and bidirectional controls. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find
const unsafe = /[\0-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** What is wrong; undefined if nothing is. @param secrets that no output has */
export function faultOf({ exitCode, stdout, stderr }: CommandResult, secrets: readonly string[]): string | undefined {
  if (codeOf({ exitCode, stderr }) === 'unexpected') return `an unexpected error: ${stderr.trim().slice(0, 500)}`;
  const control = unsafe.exec(stderr);
  if (control !== null) return `a control character in a message: ${JSON.stringify(around(stderr, control.index))}`;
  const secret = secrets.find((each) => (stdout + stderr).includes(each));
  if (secret !== undefined) return `the secret ${secret} in the output`;
  return undefined;
}

/** `read`, or the code of the error as far as it follows from the exit code. */
export function codeOf({ exitCode, stderr }: Pick<CommandResult, 'exitCode' | 'stderr'>): string {
  if (/unexpected error: |"code":"unexpected"/.test(stderr)) return 'unexpected';
  return exitCode === 0 ? 'read' : (codes[exitCode ?? -1] ?? `exit ${exitCode}`);
}

const codes: Readonly<Record<number, string>> = {
  1: 'damaged',
  2: 'usage',
  3: 'invalid input',
  5: 'not found',
  6: 'conflict',
  8: 'changes pending',
  9: 'partly done',
};

function around(text: string, at: number): string {
  return text.slice(Math.max(0, at - 60), at + 60);
}
