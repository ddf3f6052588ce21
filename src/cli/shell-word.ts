// A word as it is typed in a shell, for commands that are shown to people.

/** Quoted only where a shell would take it for something else. */
export function shellWord(word: string): string {
  return /^[\w@.:+/,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
