// Owns the limit of texts that are in memory as a whole. Must not know their formats.
import { type LargeFormat, tooLarge } from './too-large.ts';

/** The formats whose texts are in memory as a whole. */
type TextFormat = Extract<LargeFormat, 'a schedule (XML)' | 'a calendar (ICS)'>;

/** The same pieces. @throws {InvalidInputError} if they are too large together */
export async function* limited(text: AsyncIterable<string>, file: string, format: TextFormat): AsyncGenerator<string> {
  let length = 0;
  for await (const piece of text) {
    length += piece.length;
    if (length > maxTextLength) {
      throw tooLarge(file, format, { message: 'it has more than 32 MiB of text, and must be in memory as a whole' });
    }
    yield piece;
  }
}

/** @throws {InvalidInputError} if it is too large */
export async function readWholeText(text: AsyncIterable<string>, file: string, format: TextFormat): Promise<string> {
  const pieces: string[] = [];
  for await (const piece of limited(text, file, format)) pieces.push(piece);
  return pieces.join('');
}

const maxTextLength = 32 * 1024 * 1024;
