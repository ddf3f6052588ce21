// Text for messages: what a service sent without the token, without control characters and short; durations in words. Pure.

/** Removes the token from a value's strings, at any depth. */
export function redact(value: unknown, token: string): unknown {
  if (typeof value === 'string') return hide(token, value);
  if (Array.isArray(value)) return value.map((item) => redact(item, token));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [hide(token, name), redact(item, token)]));
}

/** Tokens of this length are hidden wherever they occur. A shorter one may be a part of other words, and is hidden as a whole word. */
export const hiddenLength = 8;
// Even shorter ones are common words themselves.
const hiddenWordLength = 4;

function hide(token: string, text: string): string {
  if (token.length >= hiddenLength) return text.replaceAll(token, '[token]');
  if (token.length < hiddenWordLength || !text.includes(token)) return text;
  const literal = token.replace(/[^\w]/g, '\\$&');
  return text.replace(new RegExp(`(?<![\\p{L}\\p{N}_])${literal}(?![\\p{L}\\p{N}_])`, 'gu'), '[token]');
}

/** One line of at most 200 characters, or as many as given; of an HTML document, the visible text. */
export function excerpt(text: string, longest = 200): string {
  const visible = isHtml(text) ? textOfHtml(text) : text;
  const line = visible.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  const characters = [...line];
  return characters.length <= longest ? line : `${characters.slice(0, longest - 1).join('')}…`;
}

export function isHtml(text: string): boolean {
  return /^\s*<(!doctype|html|head|body)/i.test(text);
}

/** `450 ms`, `30 s`, `2.5 s`, `15 min`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 120_000) return `${Math.round(ms / 100) / 10} s`;
  return `${Math.ceil(ms / 60_000)} min`;
}

function textOfHtml(html: string): string {
  return html.replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, ' ').replace(/<[^>]*>/g, ' ');
}
