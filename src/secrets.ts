// Owns what no message may show: tokens in use, and passwords in addresses. Pure.

/** The secrets of one process, and texts without them. */
export interface Secrets {
  /** From now on, no message shows this secret. */
  hold(secret: string): void;
  /** The text of a message as it may be shown. */
  hide(text: string): string;
}

export function createSecrets(): Secrets {
  const held = new Set<string>();
  return {
    hold: (secret) => void held.add(secret),
    hide: (text) => [...held].reduce(withoutSecret, text.replace(password, '$1@')),
  };
}

/** Removes a token from a value's strings, at any depth. */
export function redact(value: unknown, token: string): unknown {
  if (typeof value === 'string') return withoutSecret(value, token);
  if (Array.isArray(value)) return value.map((item) => redact(item, token));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [withoutSecret(name, token), redact(item, token)]),
  );
}

/**
 * Tokens of this length are hidden wherever they occur. A shorter one may be a part of other words,
 * and is hidden as a whole word.
 */
export const hiddenLength = 8;
// Even shorter ones are common words themselves.
const hiddenWordLength = 4;

/** In `scheme://user:password@host`. */
const password = /(?<=[a-z\d+.-])(:\/\/[^\s:/?#@]*):[^\s/@]*@/gi;

function withoutSecret(text: string, secret: string): string {
  if (secret.length >= hiddenLength) return text.replaceAll(secret, '[token]');
  if (secret.length < hiddenWordLength || !text.includes(secret)) return text;
  const literal = secret.replace(/[^\w]/g, '\\$&');
  return text.replace(
    new RegExp(`(?<![\\p{L}\\p{N}_])${literal}(?![\\p{L}\\p{N}_])`, 'gu'),
    '[token]',
  );
}
