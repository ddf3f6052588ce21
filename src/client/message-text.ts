// Text for messages: what a service sent without control characters and short; durations in words.
// Pure.

/**
 * One line of at most 200 characters, or as many as given; of an HTML document, the visible text.
 */
export function excerpt(text: string, longest = 200): string {
  const opening = text.slice(0, longestExamined);
  const visible = isHtml(opening) ? textOfHtml(opening) : opening;
  const line = visible.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  const characters = [...line];
  return characters.length <= longest ? line : `${characters.slice(0, longest - 1).join('')}…`;
}

/** Of what is not shown, such as styles, a page has less before its text. */
const longestExamined = 20_000;

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
  return html.replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, ' ').replace(/<[^<>]*>/g, ' ');
}
