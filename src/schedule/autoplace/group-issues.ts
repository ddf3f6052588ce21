// Lists what groups of talks break: those of a track, and those at about the same time. Pure.
import { foldKey } from '../../contract/key.ts';
import { grouped } from '../grouped.ts';
import { overlaps } from './intervals.ts';
import type { Issue, PlacedTalk } from './issue.ts';
import { type Placing, varieties } from './placing.ts';

/** The bands whose talks, two or more, all have one level or language. */
export function varietyIssues(placed: readonly PlacedTalk[]): readonly Issue[] {
  return varieties.flatMap((of) => {
    const known = placed.filter(({ talk }) => (talk[of] ?? '').trim() !== '');
    return [...grouped(known, ({ place }) => place.band).values()].flatMap((inBand): readonly Issue[] => {
      const [what = ''] = inBand.map(({ talk }) => talk[of] ?? '');
      if (inBand.length < 2 || inBand.some(({ talk }) => foldKey(talk[of] ?? '') !== foldKey(what))) return [];
      return [{ kind: 'variety', strength: 'weak', amount: 1, talks: indexesOf(inBand), of, what }];
    });
  });
}

export function trackIssues({ tracks, rooms }: Placing, placed: readonly PlacedTalk[]): readonly Issue[] {
  const inTrack = placed.filter(({ group }) => group >= 0);
  const inTracks = [...grouped(inTrack, ({ group }) => group).values()];
  const trackOf = ([first]: readonly PlacedTalk[]) => tracks[first?.group ?? -1] ?? '';
  return [
    ...inTracks.flatMap((own) => parallelIssues(trackOf(own), own)),
    ...inTracks.flatMap((own) => roomIssues(trackOf(own), own)),
    ...[...grouped(placed, ({ place: { room, day } }) => `${room} ${day}`).values()].flatMap((inRoom) =>
      interruptions(inRoom).map((own): Issue => {
        const room = rooms[own.talks[0]?.place.room ?? -1] ?? '';
        const [talks, by] = [indexesOf(own.talks), indexesOf(own.between)];
        return {
          kind: 'interrupted',
          strength: 'weak',
          amount: own.returns,
          talks,
          what: trackOf(own.talks),
          room,
          by,
        };
      }),
    ),
  ];
}

function parallelIssues(what: string, own: readonly PlacedTalk[]): readonly Issue[] {
  return own.flatMap((one, at) =>
    own
      .slice(at + 1)
      .filter((other) => other.lane !== one.lane && overlaps(one, other))
      .map((other): Issue => {
        return { kind: 'parallel', strength: 'strong', amount: 1, talks: [one.index, other.index], what };
      }),
  );
}

function roomIssues(what: string, own: readonly PlacedTalk[]): readonly Issue[] {
  const rooms = [...new Map(own.map(({ place, room }) => [place.room, room])).values()].sort();
  if (rooms.length < 2) return [];
  return [{ kind: 'track_rooms', strength: 'weak', amount: rooms.length - 1, talks: indexesOf(own), what, rooms }];
}

/** A track that begins more than once, with what is between its talks. */
interface Interruption {
  readonly talks: readonly PlacedTalk[];
  readonly between: readonly PlacedTalk[];
  readonly returns: number;
}

/** Of the talks in a room on a day. */
function interruptions(given: readonly PlacedTalk[]): readonly Interruption[] {
  const inRoom = given.toSorted((a, b) => a.place.start - b.place.start || a.lane - b.lane || a.from - b.from);
  const begins = inRoom.filter(({ group }, at) => group >= 0 && group !== inRoom[at - 1]?.group);
  return [...grouped(begins, ({ group }) => group).values()].flatMap((own): readonly Interruption[] => {
    const isOwn = ({ group }: PlacedTalk) => group === own[0]?.group;
    const talks = inRoom.filter(isOwn);
    const span = inRoom.slice(inRoom.findIndex(isOwn), inRoom.findLastIndex(isOwn));
    return own.length < 2 ? [] : [{ talks, between: span.filter((each) => !isOwn(each)), returns: own.length - 1 }];
  });
}

function indexesOf(placed: readonly PlacedTalk[]): readonly number[] {
  return placed.map(({ index }) => index);
}
