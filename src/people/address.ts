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
