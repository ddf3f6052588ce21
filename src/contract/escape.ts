// Escapes text for HTML, XML and shells. Pure.

/** For text and quoted attributes in HTML and XML. */
export function escapeMarkup(text: string): string {
  return stripUnsafe(text).replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** Removes characters that XML 1.0 forbids, and marks that reverse the direction of the text after them. */
export function stripUnsafe(text: string): string {
  return text.replace(unpresentable, '');
}

/** A word of a command that people paste; in single quotes only where a shell would read it differently. */
export function shellWord(word: string): string {
  return /^[\w@.:+/,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** The value of a flag that a sentence suggests: quoted, and so that a shell runs no part of a text that somebody else wrote. */
export function flagValue(text: string): string {
  return /[$`!]/.test(text) ? shellWord(text) : JSON.stringify(text);
}

/** A flag for the end of a command that people paste: ` --name value`; empty without a value. */
export function flagText(name: string, value: string | undefined): string {
  return value === undefined ? '' : ` --${name} ${shellWord(value)}`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

// Controls except tab, line feed and carriage return; unpaired surrogates; noncharacters; bidirectional overrides.
const unpresentable = /[^\P{Cc}\t\n\r]|\p{Surrogate}|[\uFFFE\uFFFF]|[\u202A-\u202E\u2066-\u2069]/gu;
