// Repeats pieces of text, for hostile files.

/** @param count at least one is written */
export function repeat(count: number, text: string, between = ''): string {
  return (text + between).repeat(Math.max(1, Math.floor(count)) - 1) + text;
}

/** @param piece gets the number of each, from 0 */
export function numbered(count: number, piece: (at: number) => string, between = ''): string {
  return Array.from({ length: Math.max(1, Math.floor(count)) }, (_, at) => piece(at)).join(between);
}
