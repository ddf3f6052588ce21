// Writes text into Markdown.
import { toLine } from './terminal-text.ts';

/** Text in one line, with Markdown and HTML escaped. */
export function markdownText(text: string): string {
  return toLine(text)
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_{}[\]<>()#+!|~&]/g, (mark) => (mark === '<' ? '&lt;' : mark === '&' ? '&amp;' : `\\${mark}`));
}
