// Owns what an e-mail address is. Must not know rows. Pure.
const longestAddress = 1000;

/**
 * Whether a text is one e-mail address: a local part (quoted, if it has spaces), one `@`, and a
 * domain with a dot or `localhost`. Letters of all scripts are allowed (RFC 6531); invisible
 * characters are not.
 */
export function isAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  if (at < 1 || text.length > longestAddress || /[\p{Cc}\p{Cf}]/u.test(text)) return false;
  const local = text.slice(0, at);
  const isLocal = /^[^\s@<>()[\]\\,;:"]+$/.test(local) || /^"(?:[^"\\]|\\.)+"$/.test(local);
  return isLocal && isDomain(text.slice(at + 1));
}

/**
 * What is wrong with a text that is no address, without the text: logs store what is printed. What
 * nobody sees in the cell may be all of it.
 */
export function addressFault(text: string): string {
  const none = 'not an e-mail address';
  const [mark] = /[\p{Cc}\p{Cf}]/u.exec(text) ?? [];
  if (mark !== undefined) return `${none}: it has the invisible character ${codeOf(mark)}`;
  const signs = text.split('@').length - 1;
  if (signs !== 1) return `${none}: it has ${signs === 0 ? 'no' : signs} "@"`;
  const at = text.indexOf('@');
  if (at === 0) return `${none}: nothing is before "@"`;
  if (/\s/.test(text)) return `${none}: it has a space`;
  return isDomain(text.slice(at + 1)) ? none : `${none}: what follows "@" is no domain`;
}

/** `U+200B` */
function codeOf(character: string): string {
  return `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Without the star of CMT, as in `ada@example.org*`. Any other text stays as it is. */
export function withoutStar(text: string): string {
  const address = text.replace(/^\*(?=[^*]*$)|\*$/, '').trim();
  return isAddress(address) ? address : text;
}

function isDomain(domain: string): boolean {
  if (domain === 'localhost' || /^\[[\da-f.:]+\]$/i.test(domain)) return true;
  const labels = domain.split('.');
  return labels.length > 1 && labels.every(isLabel) && !/^\d+$/.test(labels.at(-1) ?? '');
}

function isLabel(label: string): boolean {
  return /^[\p{L}\p{N}\p{M}-]+$/u.test(label) && !label.startsWith('-') && !label.endsWith('-');
}
