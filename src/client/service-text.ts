// Makes text taken from a service fit to be shown: without the token, without control characters, and short. Pure.

/** Takes every occurrence of the token out of a value's strings, however deep. */
export function redact(value: unknown, token: string): unknown {
  if (typeof value === 'string') return value.replaceAll(token, '[token]');
  if (Array.isArray(value)) return value.map((item) => redact(item, token));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name.replaceAll(token, '[token]'), redact(item, token)]),
  );
}

/** One line of at most 200 characters; of HTML, what a reader would see. */
export function excerpt(text: string): string {
  const visible = /^\s*<(!doctype|html|head|body)/i.test(text) ? textOfHtml(text) : text;
  const line = visible.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  const characters = [...line];
  return characters.length <= longest ? line : `${characters.slice(0, longest - 1).join('')}…`;
}

const longest = 200;

function textOfHtml(html: string): string {
  return html.replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, ' ').replace(/<[^>]*>/g, ' ');
}
