// Owns the text that an export may publish: speakers' names without addresses, links, and text escaped for HTML and XML.
// Must not know any export format.
import type { Session } from '../session.ts';

/** Names, in order. Where a form was filled in with an address for a name, the address is left out. */
export function speakerNames({ people }: Session): string[] {
  return people.map(({ name }) => withoutAddress(name)).filter((name) => name !== '');
}

/** A session's place on the published page; nothing where no page is known. */
export function pageLink(page: string | undefined, uuid: string): string | undefined {
  if (page === undefined || !/^https?:/i.test(page) || !URL.canParse(page)) return undefined;
  return Object.assign(new URL(page), { hash: uuid }).href;
}

/** For text and for attributes in double quotes, in both languages. */
export function escapeMarkup(text: string): string {
  return stripUnsafe(text).replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** Without what XML 1.0 forbids, and without the marks that turn the direction of all that follows. */
export function stripUnsafe(text: string): string {
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

function withoutAddress(name: string): string {
  return name
    .replace(/[<(]?[^\s<>(),;]+@[^\s<>(),;]+[>)]?/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
