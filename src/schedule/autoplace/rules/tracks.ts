// Owns the rules about the talks of a track.

import { isBroken } from '../../../autoplace/tables.ts';
import { amount, listText, quoted } from '../../../contract/amount.ts';
import { grouped } from '../../../contract/grouped.ts';
import type { PlacedTalk, TrackRule } from './rule.ts';

export const trackRules = [
  {
    code: 'parallel',
    strength: 'strong',
    cost: 'overlap',
    find: (placed, { tracks }) =>
      tracksIn(placed).flatMap((talks) =>
        parallelPairs(talks).map(([talk, other]) => {
          const both = `both in the track ${nameOf(tracks, talk.group)}, at the same time`;
          const message = `${titleOf(talk)} and ${titleOf(other)}: ${both}`;
          return { amount: 1, talks: [talk, other], message };
        }),
      ),
  },
  {
    code: 'track_rooms',
    strength: 'weak',
    cost: 'rooms',
    find: (placed, { tracks, rooms }) =>
      tracksIn(placed).flatMap((talks) => {
        const names = [...new Set(talks.map(({ room }) => nameOf(rooms, room)))].sort();
        if (names.length < 2) return [];
        const where = `${names.length} rooms (${names.join(', ')})`;
        const what = `${amount(talks.length, 'talk')} in ${where}`;
        const message = `track ${nameOf(tracks, talks[0]?.group)}: ${what}`;
        return [{ amount: names.length - 1, talks, message }];
      }),
  },
  {
    code: 'interrupted',
    strength: 'weak',
    cost: 'interrupted',
    find: (placed, { tracks, rooms }) => {
      const days = grouped(placed, ({ room, day }) => `${room} ${day}`);
      return [...days.values()].flatMap(interruptions).map(({ talks, between, returns }) => {
        const where = `interrupted in ${nameOf(rooms, talks[0]?.room)}`;
        const by = listText(between.map(titleOf), 3);
        const message = `track ${nameOf(tracks, talks[0]?.group)}: ${where} by ${by}`;
        return { amount: returns, talks, message };
      });
    },
  },
] as const satisfies readonly TrackRule[];

function nameOf(names: readonly string[], index = -1): string {
  return names[index] ?? '';
}

function titleOf({ talk }: PlacedTalk): string {
  return quoted(talk.session.title);
}

/** The talks of each track. */
function tracksIn(placed: readonly PlacedTalk[]): readonly (readonly PlacedTalk[])[] {
  const inTracks = placed.filter(({ group }) => group >= 0);
  return [...grouped(inTracks, ({ group }) => group).values()];
}

function parallelPairs(talks: readonly PlacedTalk[]) {
  return talks.flatMap((talk, at) =>
    talks
      .slice(at + 1)
      .filter((other) => other.lane !== talk.lane && isBroken('overlap', talk, other))
      .map((other) => [talk, other] as const),
  );
}

/** The tracks that begin more than once in a room on a day, with what is between their talks. */
function interruptions(talks: readonly PlacedTalk[]) {
  const inRoom = talks.toSorted((a, b) => a.start - b.start || a.lane - b.lane);
  const begins = inRoom.filter(({ group }, at) => group >= 0 && group !== inRoom[at - 1]?.group);
  return [...grouped(begins, ({ group }) => group)].flatMap(([track, ofTrack]) => {
    if (ofTrack.length < 2) return [];
    const isOfTrack = ({ group }: PlacedTalk) => group === track;
    const span = inRoom.slice(inRoom.findIndex(isOfTrack), inRoom.findLastIndex(isOfTrack) + 1);
    const between = span.filter((talk) => !isOfTrack(talk));
    return [{ talks: span.filter(isOfTrack), between, returns: ofTrack.length - 1 }];
  });
}
