// Owns how lists of words and texts are written: separated by `|` or line breaks. Must not know
// languages.

/** The texts of such a list, trimmed. */
export function textsIn(list: string): readonly string[] {
  return list.split(/[|\n]/).flatMap((text) => text.trim() || []);
}
