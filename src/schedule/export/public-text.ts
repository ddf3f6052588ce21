// Owns the text that an export may publish: speakers' names without addresses, links, and text escaped for HTML and XML.
// Must not know any export format.
import { joinPeople } from '../../columns/people.ts';
import type { Session } from '../session.ts';

/** Names in order. An address that was entered as a name is left out. */
export function speakerNames({ people }: Session): string[] {
  return people.map(({ name }) => withoutAddress(name)).filter((name) => name !== '');
}

/** As one cell, or one property. */
export function speakerList(session: Session): string {
  return joinPeople(speakerNames(session).map((name) => name.replaceAll(';', ',')));
}

/** The id of a session's element on the page. HTML checkers want a letter first. */
export function anchorOf(uuid: string): string {
  return `session-${uuid}`;
}

/** The address of the published page, or of a session on it; undefined without a page. */
export function pageLink(page: string | undefined, uuid?: string): string | undefined {
  if (page === undefined || !/^https?:/i.test(page) || !URL.canParse(page)) return undefined;
  return Object.assign(new URL(page), { hash: uuid === undefined ? '' : anchorOf(uuid) }).href;
}

/** For text and quoted attributes in HTML and XML. */
export function escapeMarkup(text: string): string {
  return stripUnsafe(text).replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** Removes characters that XML 1.0 forbids, and marks that reverse the direction of the text after them. */
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

// Controls except tab, line feed and carriage return; unpaired surrogates; noncharacters; bidirectional overrides.
const unpresentable = /[^\P{Cc}\t\n\r]|\p{Surrogate}|[\uFFFE\uFFFF]|[\u202A-\u202E\u2066-\u2069]/gu;

function withoutAddress(name: string): string {
  return name
    .replace(/[<(]?[^\s<>(),;]+@[^\s<>(),;]+[>)]?/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
