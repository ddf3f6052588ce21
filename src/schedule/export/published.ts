// What an export may show of a session's people, and no more; where the session is shown.
import type { Session } from '../session.ts';

/** Names, in order. Where a form was filled in with an address for a name, the address is left out. */
export function speakersOf({ people }: Session): string[] {
  return people.map(({ name }) => withoutAddress(name)).filter((name) => name !== '');
}

/** A session's place on the published page; nothing where no page is known. */
export function linkTo(page: string | undefined, uuid: string): string | undefined {
  if (page === undefined || !/^https?:/i.test(page) || !URL.canParse(page)) return undefined;
  return Object.assign(new URL(page), { hash: uuid }).href;
}

function withoutAddress(name: string): string {
  return name
    .replace(/[<(]?[^\s<>(),;]+@[^\s<>(),;]+[>)]?/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
