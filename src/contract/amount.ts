// Owns counts and quoted values as messages write them. Must not contain a message.

/**
 * `1 row`, `2 rows`. With both forms, a whole clause: `amount(n, 'row is invalid', 'rows are
 * invalid')`.
 */
export function amount(count: number, one: string, many = `${one}s`): string {
  return `${count} ${plural(count, one, many)}`;
}

/**
 * The form that agrees with a number that the sentence writes elsewhere: `plural(n, 'was',
 * 'were')`.
 */
export function plural(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? one : many;
}

/**
 * A value in double quotes, so that its ends are visible; line breaks and quotes inside it are
 * escaped.
 */
export function quoted(text: string): string {
  return JSON.stringify(text);
}

/** `"A", "B", and 3 more` */
export function listText(named: readonly string[], limit = 5): string {
  const shown = named.slice(0, limit);
  const more = named.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? `, and ${more} more` : ''}`;
}

/** `A`, `A and B`, `A, B and C` */
export function joined(texts: readonly string[], word: 'and' | 'or' = 'and'): string {
  const others = texts.slice(0, -1);
  const last = texts.at(-1) ?? '';
  return others.length === 0 ? last : `${others.join(', ')} ${word} ${last}`;
}

/** `line 7`, `lines 7, 9` */
export function linesText(lines: readonly number[]): string {
  return `${plural(lines.length, 'line')} ${listText(lines.map(String))}`;
}

/** How many columns or sheets of a file a message names. A file may have thousands. */
export const namedColumns = 50;
