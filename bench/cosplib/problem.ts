// An instance as a problem of the engine: sessions are bands, a session in a room is a lane, a slot is a unit of time.
import { type Cost, moved, must, strong } from '../../src/autoplace/cost.ts';
import type { Lanes } from '../../src/autoplace/placement.ts';
import type { GroupCosts, Pair, Problem } from '../../src/autoplace/problem.ts';
import type { SearchOptions } from '../../src/autoplace/search.ts';
import { cellLimits, type Instance, type Mode, type Place, weight } from './instance.ts';

/** More than any session has slots, so that sessions are apart. */
const sessionLength = 1000;

export function problemOf(instance: Instance, mode: Mode): Problem {
  const { sessions, rooms, tracks, subs } = instance;
  const cells = sessions.flatMap(({ slots }, session) => rooms.map((_, room) => ({ session, room, slots })));
  return {
    lanes: cells.map(({ session, room, slots }) => ({
      ...{ room, band: session, day: 0 },
      ...{ start: session * sessionLength, end: session * sessionLength + slots },
    })),
    items: subs.map(({ slots, track, order }) => ({ length: slots, group: track, order })),
    ...{ rooms: rooms.length, bands: sessions.length, groups: tracks.length, turnaround: 0 },
    itemLane: Float64Array.from(
      subs.flatMap(({ slots }, sub) => {
        const times = mode === 'exact' ? 1 : slots;
        return cells.map(({ session, room }) => times * submissionCost(instance, sub, session, room));
      }),
    ),
    groupLane: Float64Array.from(
      tracks.flatMap((_, track) => cells.map(({ session, room }) => trackCost(instance, track, session, room))),
    ),
    groupPairs: mode === 'exact' ? new Float64Array(tracks.length ** 2) : trackPairs(instance),
    groupLanes: cellLimits(instance),
    groupCosts: groupCosts(instance, mode),
    pairs: mode === 'exact' ? conflicts(instance, 'pc', 'band', must(1)) : weightedConflicts(instance),
    overlapPerUnit: true,
    leftOut: must(1),
  };
}

/** All costs below a must are one number; a must is more than any single one of them, but not so much that the search gets stuck. */
export function linearWeights({
  itemLane,
  groupLane,
  groupPairs,
  groupCosts,
  pairs,
}: Problem): SearchOptions['weights'] {
  const single = [...Object.values(groupCosts), ...pairs.map(({ cost }) => cost)].filter((cost) => cost < must(1));
  const largest = [...itemLane, ...groupLane, ...groupPairs, ...single].reduce((a, b) => Math.max(a, b), 1);
  return { must: 2.5 * largest, moved: moved(1), strong: strong(1) };
}

/** @throws if the engine has left a submission out */
export function placesOf(instance: Instance, problem: Problem, lanes: Lanes): readonly Place[] {
  return lanes.flatMap((items, lane) => {
    let slot = 0;
    return items.map((submission) => {
      const { band: session = 0, room = 0 } = problem.lanes[lane] ?? {};
      const place = { submission, session, room, slot };
      slot += instance.subs[submission]?.slots ?? 0;
      return place;
    });
  });
}

function submissionCost(instance: Instance, sub: number, session: number, room: number): Cost {
  return (
    weight(instance, 'submissions_timezones_penalty') * (instance.subTz[sub]?.[session] ?? 0) +
    weight(instance, 'submissions_sessions_penalty') * (instance.subSession[sub]?.[session] ?? 0) +
    weight(instance, 'submissions_rooms_penalty') * (instance.subRoom[sub]?.[room] ?? 0)
  );
}

function trackCost(instance: Instance, track: number, session: number, room: number): Cost {
  return (
    weight(instance, 'tracks_sessions_penalty') * (instance.trackSession[track]?.[session] ?? 0) +
    weight(instance, 'tracks_rooms_penalty') * (instance.trackRoom[track]?.[room] ?? 0) +
    weight(instance, 'sessions_rooms_penalty') * (instance.sessionRoom[session]?.[room] ?? 0)
  );
}

function trackPairs(instance: Instance): Float64Array {
  const similar = weight(instance, 'similar_tracks_penalty');
  const chairs = weight(instance, 'chairs_conflicts');
  return Float64Array.from(
    instance.tracks.flatMap(({ chairConf }, track) =>
      instance.tracks.map((_, other) => {
        if (other === track) return 0;
        return similar * (instance.trackTrack[track]?.[other] ?? 0) + (chairConf.includes(other) ? chairs : 0);
      }),
    ),
  );
}

function groupCosts(instance: Instance, mode: Mode): GroupCosts {
  const none = { rooms: 0, parallel: 0, overlap: 0, hole: 0, lanes: 0, interrupted: 0, order: 0 };
  if (mode === 'exact') return { ...none, mixed: must(1), rooms: must(1), lanes: must(1) };
  return {
    ...none,
    mixed: must(1),
    rooms: weight(instance, 'num_rooms_per_track'),
    parallel: weight(instance, 'parallel_tracks'),
    hole: weight(instance, 'consecutive_tracks'),
    order: weight(instance, 'submissions_order'),
  };
}

function weightedConflicts(instance: Instance): readonly Pair[] {
  return [
    ...conflicts(instance, 'pc', 'band', weight(instance, 'presenters_conflicts')),
    ...conflicts(instance, 'pc', 'overlap', weight(instance, 'presenters_conflicts_timeslot_level')),
    ...conflicts(instance, 'ac', 'band', weight(instance, 'attendees_conflicts')),
    ...conflicts(instance, 'ac', 'overlap', weight(instance, 'attendees_conflicts_timeslot_level')),
  ];
}

function conflicts({ subs }: Instance, who: 'pc' | 'ac', kind: Pair['kind'], cost: Cost): readonly Pair[] {
  if (cost === 0) return [];
  return subs.flatMap((sub, first) =>
    sub[who].filter((second) => second > first).map((second) => ({ first, second, kind, cost })),
  );
}
