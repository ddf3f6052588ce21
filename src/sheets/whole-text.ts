// Reads a text that has to be in memory as a whole. Must not know formats.
import { InvalidInputError } from '../errors.ts';

/** How many characters a schedule may have. */
export const maxTextLength = 32 * 1024 * 1024;

/** @param format names it in messages @throws {InvalidInputError} if it is too large */
export async function readWholeText(text: AsyncIterable<string>, file: string, format: string): Promise<string> {
  const pieces: string[] = [];
  let length = 0;
  for await (const piece of text) {
    length += piece.length;
    if (length > maxTextLength) throw tooLarge(file, format);
    pieces.push(piece);
  }
  return pieces.join('');
}

export function tooLarge(file: string, format: string): InvalidInputError {
  return new InvalidInputError(`${file} is too large for ${format}`, {
    details: [{ file, message: 'it has more than 32 MiB of text, and must be in memory as a whole' }],
    fix: 'export it in parts, or as CSV, which may have any size',
  });
}
