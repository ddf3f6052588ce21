// Writes text into HTML and XML so that it stays text. It knows no element.

/** For text and for attributes in double quotes, in both languages. */
export function escaped(text: string): string {
  return presentable(text).replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** Without what XML 1.0 forbids, and without the marks that turn the direction of all that follows. */
export function presentable(text: string): string {
  return text.replace(unpresentable, '');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

// Controls but tab, line feed and carriage return; half surrogate pairs; what is no character; bidirectional overrides.
const unpresentable = /[^\P{Cc}\t\n\r]|\p{Surrogate}|[\uFFFE\uFFFF]|[\u202A-\u202E\u2066-\u2069]/gu;
