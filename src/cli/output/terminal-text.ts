// Removes control characters from text that the program did not write, before a person sees it: at
// a terminal, in a log or on a page.
import type { OutputStream } from '../io.ts';

// C0 and C1 controls (which include ESC and CSI), and the bidirectional overrides, which can
// disguise a text.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
const unsafe = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** One line: line breaks and tabs become spaces, other control characters are removed. */
export function toLine(text: string): string {
  return text
    .replace(sequence, '')
    .replace(/\s+/g, (space) => (/[\r\n\t]/.test(space) ? ' ' : space))
    .replace(unsafe, '');
}

/**
 * What begins with ESC or CSI: a title or a link until its end, or a command with its numbers. One
 * that does not end is text without its first character.
 */
const sequence = new RegExp(
  [
    String.raw`\u001b\][^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)`,
    String.raw`[\u001b\u009b][[\]()#;?\d]*[\dA-PR-TZcf-nq-uy=><~]`,
  ].join('|'),
  'g',
);

/** Several lines: line breaks stay, other control characters are removed. */
export function toLines(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map(toLine)
    .join('\n');
}

/**
 * Text for stdout: unchanged for a pipe; for a terminal, without the characters that it would
 * interpret.
 */
export function outputText({ isTTY }: Pick<OutputStream, 'isTTY'>, text: string): string {
  return isTTY === true ? toLines(text) : text;
}
