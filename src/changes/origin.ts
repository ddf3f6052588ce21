// Owns where a change is written in its file: what a plan shows of a change and saves unchanged.
// A member that is added here is in the plan document, and is the same when the plan is applied.
// Pure.
import { describe, int, keyof, object, optional, type output, positive, string } from 'zod/mini';

/** The members, as a plan document has them. */
export const originFields = {
  line: int().check(positive()),
  column: optional(string()).check(describe('In a grid')),
  sheet: optional(string()),
};

const origin = object(originFields);
const memberNames = keyof(origin).options;

export type Origin = Readonly<output<typeof origin>>;

/** The origin of a change, without what else it has. */
export function originOf(change: Origin): Origin {
  const members = memberNames.flatMap((name) => {
    return change[name] === undefined ? [] : [[name, change[name]]];
  });
  return Object.fromEntries(members);
}
