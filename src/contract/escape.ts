// Escapes text for HTML, XML and shells, and reads what was escaped for HTML. Pure.
import { normalForm } from './normal-form.ts';

/** For text and quoted attributes in HTML and XML. */
export function escapeMarkup(text: string): string {
  return stripUnsafe(text).replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

/**
 * Removes characters that XML 1.0 forbids, and marks that reverse the direction of the text after
 * them.
 */
export function stripUnsafe(text: string): string {
  return text.replace(unpresentable, '');
}

/**
 * A word of a command that people paste; in single quotes only where a shell would read it
 * differently.
 */
export function shellWord(word: string): string {
  return /^[\w@.:+/,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** A file or a folder as such a word: one that begins with a dash is no flag. */
export function pathWord(path: string): string {
  return shellWord(/^-./.test(path) ? `./${path}` : path);
}

/**
 * The value of a flag that a sentence suggests: quoted, and so that a shell runs no part of a text
 * that somebody else wrote.
 */
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

// Controls except tab, line feed and carriage return; unpaired surrogates; noncharacters;
// bidirectional overrides.
const unpresentable = /[^\P{Cc}\t\n\r]|\p{Surrogate}|[\uFFFE\uFFFF]|[\u202A-\u202E\u2066-\u2069]/gu;

/**
 * The text with its character references replaced (`&amp;`, `&#8211;`, `&uuml;`); unknown ones
 * remain.
 */
export function unescapeHtml(text: string): string {
  return text.replace(reference, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return named(name) ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

const reference = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([A-Za-z]{2,8}));/g;

function named(name: string): string | undefined {
  const [, letter, accent] =
    /^([A-Za-z])(acute|caron|cedil|circ|grave|ring|tilde|uml)$/.exec(name) ?? [];
  if (letter !== undefined && accent !== undefined)
    return normalForm(`${letter}${accents[accent]}`, 'NFC');
  return characters[name];
}

const accents: Readonly<Record<string, string>> = {
  acute: '\u0301',
  caron: '\u030c',
  cedil: '\u0327',
  circ: '\u0302',
  grave: '\u0300',
  ring: '\u030a',
  tilde: '\u0303',
  uml: '\u0308',
};

const characters: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  gt: '>',
  lt: '<',
  quot: '"',
  nbsp: '\u00a0',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  laquo: '«',
  raquo: '»',
  ldquo: '“',
  rdquo: '”',
  lsquo: '‘',
  rsquo: '’',
  oslash: 'ø',
  szlig: 'ß',
  aelig: 'æ',
  AElig: 'Æ',
  Oslash: 'Ø',
};
