// Finds sessions at the same time that have one submitter and no known speakers: they may need the same person. Pure.
import { foldKey } from '../contract/key.ts';
import { type ClashOptions, findClashes } from './clashes.ts';
import type { Session } from './session.ts';
import type { Warning } from './warnings.ts';

/**
 * @param standIn an address that is known to be nobody's on stage
 * @param apart leaves out pairs of two sessions for which it is true
 */
export function submitterWarnings(
  sessions: readonly Session[],
  options: ClashOptions,
  {
    standIn = '',
    apart = () => false,
  }: { readonly standIn?: string | undefined; readonly apart?: (session: Session) => boolean } = {},
): readonly Warning[] {
  const submitters = new Set(sessions.flatMap(({ submitter }) => (submitter === undefined ? [] : foldKey(submitter))));
  submitters.delete(foldKey(standIn));
  if (submitters.size === 0) return [];
  const reduced = sessions.flatMap((session): Session[] => {
    const { people, submitter } = session;
    const present = submitter === undefined ? people : [{ name: '', email: submitter }];
    const same = present.filter(({ email = '' }) => submitters.has(foldKey(email)));
    return same.length === 0 ? [] : [{ ...session, room: '', otherRooms: [], people: same }];
  });
  const named = reduced.filter(({ submitter }) => submitter === undefined);
  const { listed, count } = findClashes(reduced, options, apart);
  const pairs = count - findClashes(named, options, apart).count;
  const example = listed.find((clash) => clash.sessions.some(({ submitter }) => submitter !== undefined))?.sessions;
  if (example === undefined) return [];
  return [{ code: 'same_submitter', pairs, titles: [example[0].title, example[1].title] }];
}
