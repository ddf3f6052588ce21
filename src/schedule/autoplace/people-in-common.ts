// Finds the talks that need the same person. Pure.
import { sharedPeople } from '../clashes.ts';
import type { Session } from '../session.ts';
import type { AutoplaceInput, Talk } from './input.ts';
import type { PersonPair } from './placing.ts';

/**
 * The people who speak more than once: pairs of items, which are the placeable talks and then the fixed ones, and of each
 * placeable talk the fixed sessions of its people.
 */
export function peopleInCommon({ talks, breaks }: AutoplaceInput, placeable: readonly Talk[], fixed: readonly Talk[]) {
  const itemOf = new Map([...placeable, ...fixed].map(({ session }, item) => [session, item]));
  const isPlaceable = (item: number | undefined) => item !== undefined && item < placeable.length;
  const pairs = new Map<string, PersonPair>();
  const busyOf = new Map<number, Session[]>();
  for (const { name: person, sessions, isApart } of sharedPeople([...talks.map(({ session }) => session), ...breaks])) {
    for (const [at, one] of sessions.entries()) {
      for (const other of sessions.slice(at + 1)) {
        if (isApart(one) && isApart(other)) continue;
        const [first, second] = [itemOf.get(one), itemOf.get(other)];
        if (!isPlaceable(first) && !isPlaceable(second)) continue;
        if (first !== undefined && second !== undefined) {
          if (!pairs.has(`${first} ${second}`)) pairs.set(`${first} ${second}`, { first, second, person });
        }
        if (isPlaceable(first) && isPlaceable(second)) continue;
        const [item = 0, session] = isPlaceable(first) ? [first, other] : [second, one];
        busyOf.set(item, [...(busyOf.get(item) ?? []), session]);
      }
    }
  }
  return { pairs: [...pairs.values()], busyOf };
}
