// Finds the talks that need the same person. Pure.
import { sharedPeople } from '../clashes.ts';
import type { Session } from '../session.ts';
import type { AutoplaceInput, Talk } from './input.ts';
import type { PersonPair } from './placing.ts';

/** The people who speak more than once: in two placeable talks, or in a placeable one beside a fixed session. */
export function peopleInCommon({ talks, breaks }: AutoplaceInput, placeable: readonly Talk[]) {
  const itemOf = new Map(placeable.map(({ session }, item) => [session, item]));
  const pairs = new Map<string, PersonPair>();
  const busyOf = new Map<number, Session[]>();
  for (const { name: person, sessions, isApart } of sharedPeople([...talks.map(({ session }) => session), ...breaks])) {
    for (const [at, one] of sessions.entries()) {
      for (const other of sessions.slice(at + 1)) {
        if (isApart(one) && isApart(other)) continue;
        const [first, second] = [itemOf.get(one), itemOf.get(other)];
        if (first !== undefined && second !== undefined) {
          if (!pairs.has(`${first} ${second}`)) pairs.set(`${first} ${second}`, { first, second, person });
          continue;
        }
        const item = first ?? second;
        if (item !== undefined) busyOf.set(item, [...(busyOf.get(item) ?? []), first === undefined ? one : other]);
      }
    }
  }
  return { pairs: [...pairs.values()], busyOf };
}
