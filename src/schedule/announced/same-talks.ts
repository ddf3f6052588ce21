// Decides which talks of two states of a program are the same, by id or title. Must not know what
// has changed of them. Pure.

import { grouped, joinedByKeys, joiner } from '../../contract/grouped.ts';
import { type ProgramTalk, sharingPeople, titleKeyOf } from './program.ts';

/** What is one talk in the two states: usually one of each, or of one of them. */
export interface SameTalk {
  readonly before: readonly ProgramTalk[];
  readonly after: readonly ProgramTalk[];
}

/**
 * Talks with an id in common are one. The others are compared by title and people, unless both
 * have an id and the ids of the two states mean the same.
 */
export function sameTalks(
  old: readonly ProgramTalk[],
  now: readonly ProgramTalk[],
): readonly SameTalk[] {
  const isOld = memberOf(old);
  const isNow = memberOf(now);
  const isInBoth = (group: readonly ProgramTalk[]) => group.some(isOld) && group.some(isNow);
  const all = [...old, ...now];
  const byId = joinedByKeys(all, ({ ids }) => ids);
  const idsDecide = byId.some(isInBoth);
  const rest = byId.filter((group) => !isInBoth(group)).flat();
  const { join, groups } = joiner(all);
  for (const group of byId) join(group);
  const byTitle = grouped(rest, ({ title, isBreak }) =>
    JSON.stringify([isBreak, titleKeyOf(title)]),
  );
  for (const same of [...byTitle.values()].flatMap((talks) => byPeople(talks, isInBoth))) {
    if (!isInBoth(same)) continue;
    const open = same.filter(({ ids }) => !idsDecide || ids.length === 0);
    for (const isOne of [isOld, isNow]) {
      const some = open.filter(isOne);
      if (some.length > 0) join([...some, ...same.filter((talk) => !isOne(talk))]);
    }
  }
  return groups().map((group) => ({
    before: group.filter(isOld),
    after: group.filter(isNow),
  }));
}

/**
 * Of several talks with one title, those with a person in common in both states. The rest of them
 * may have other people now.
 */
function byPeople(
  talks: readonly ProgramTalk[],
  isInBoth: (group: readonly ProgramTalk[]) => boolean,
): readonly (readonly ProgramTalk[])[] {
  // Names are slow to read.
  if (talks.length < 3) return [talks];
  const same = sharingPeople(talks).filter(isInBoth);
  const paired = new Set(same.flat());
  return [...same, talks.filter((talk) => !paired.has(talk))];
}

function memberOf<Item>(items: readonly Item[]): (item: Item) => boolean {
  const members = new Set(items);
  return (item) => members.has(item);
}
