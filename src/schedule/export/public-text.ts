// Owns the names of speakers that an export may publish: without addresses. Must not know any
// export format.
import { joinPeople } from '../../people/people.ts';
import type { Person, Session } from '../session.ts';

/** Names in order. An address that was entered as a name is left out. */
export function speakerNames(session: Session): string[] {
  return publicPeople(session).map(({ name }) => name);
}

/** The people whose names may be published, by these names. */
export function publicPeople({ people }: Session): Pick<Person, 'name' | 'details'>[] {
  return people.flatMap(({ name, details }) => {
    const shown = publicName(name);
    const shownDetails = details && { ...details, name: publicName(details.name) || shown };
    return shown === '' ? [] : [{ name: shown, details: shownDetails }];
  });
}

/** As one cell, or one property. */
export function speakerList(session: Session): string {
  return joinPeople(speakerNames(session).map((name) => name.replaceAll(';', ',')));
}

/** What may be published of a name: nothing of an address. */
export function publicName(name: string): string {
  return name
    .replace(/[<(]?(?<![^\s<>(),;])[^\s<>(),;]+@[^\s<>(),;]+[>)]?/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
