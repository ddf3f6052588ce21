// The value of a solution, counted from its places and the instance alone: it shares no code with the engine.
import { cellLimits, type Instance, type Mode, type Place, weight } from './instance.ts';

export interface Evaluation {
  readonly value: number;
  /** Why the solution is not feasible; empty if it is. */
  readonly faults: readonly string[];
}

interface Cell {
  readonly session: number;
  readonly room: number;
  readonly track: number;
}

export function evaluate(instance: Instance, mode: Mode, places: readonly Place[]): Evaluation {
  const faults = [...placementFaults(instance, places)];
  const cells = usedCells(instance, places);
  const tables = cellTables(instance, cells) + submissionTables(instance, places, mode === 'full');
  if (mode === 'full') return { value: tables + fullTerms(instance, places, cells), faults };
  faults.push(...exactFaults(instance, places, cells));
  return { value: tables, faults };
}

function* placementFaults({ subs, sessions, rooms }: Instance, places: readonly Place[]): Generator<string> {
  const times = subs.map(() => 0);
  const taken = new Map<string, number>();
  for (const { submission, session, room, slot } of places) {
    times[submission] = (times[submission] ?? 0) + 1;
    const { slots = 0, track = -1 } = subs[submission] ?? {};
    if (slot < 0 || slot + slots > (sessions[session]?.slots ?? 0) || rooms[room] === undefined) {
      yield `submission ${submission} does not fit into session ${session}, room ${room} from slot ${slot}`;
    }
    for (let at = slot; at < slot + slots; at++) {
      const key = `${session} ${room} ${at}`;
      if (taken.has(key)) yield `submissions ${taken.get(key)} and ${submission} are both in ${key}`;
      taken.set(key, submission);
    }
    const other = places.find((place) => {
      return place.session === session && place.room === room && subs[place.submission]?.track !== track;
    });
    if (other !== undefined) yield `submissions ${submission} and ${other.submission} of two tracks are in one cell`;
  }
  for (const [sub, count] of times.entries()) if (count !== 1) yield `submission ${sub} is placed ${count} times`;
}

function* exactFaults(instance: Instance, places: readonly Place[], cells: readonly Cell[]): Generator<string> {
  for (const [a, b] of conflictPairs(instance, places, 'pc')) {
    if (a.session === b.session && a.room !== b.room) yield `${a.submission} and ${b.submission} share a presenter`;
  }
  const limits = cellLimits(instance);
  for (const track of instance.tracks.keys()) {
    const own = cells.filter((cell) => cell.track === track);
    if (new Set(own.map(({ room }) => room)).size > 1) yield `track ${track} has several rooms`;
    if (own.length > (limits[track] ?? 0)) yield `track ${track} has ${own.length} cells instead of ${limits[track]}`;
  }
}

function usedCells({ subs }: Instance, places: readonly Place[]): readonly Cell[] {
  const cells = new Map<string, Cell>();
  for (const { submission, session, room } of places) {
    const track = subs[submission]?.track ?? -1;
    cells.set(`${session} ${room} ${track}`, { session, room, track });
  }
  return [...cells.values()];
}

function cellTables(instance: Instance, cells: readonly Cell[]): number {
  let sum = 0;
  for (const { session, room, track } of cells) {
    sum += weight(instance, 'tracks_sessions_penalty') * (instance.trackSession[track]?.[session] ?? 0);
    sum += weight(instance, 'tracks_rooms_penalty') * (instance.trackRoom[track]?.[room] ?? 0);
    sum += weight(instance, 'sessions_rooms_penalty') * (instance.sessionRoom[session]?.[room] ?? 0);
  }
  return sum;
}

function submissionTables(instance: Instance, places: readonly Place[], perSlot: boolean): number {
  let sum = 0;
  for (const { submission, session, room } of places) {
    const times = perSlot ? (instance.subs[submission]?.slots ?? 0) : 1;
    sum += times * weight(instance, 'submissions_timezones_penalty') * (instance.subTz[submission]?.[session] ?? 0);
    sum += times * weight(instance, 'submissions_sessions_penalty') * (instance.subSession[submission]?.[session] ?? 0);
    sum += times * weight(instance, 'submissions_rooms_penalty') * (instance.subRoom[submission]?.[room] ?? 0);
  }
  return sum;
}

function fullTerms(instance: Instance, places: readonly Place[], cells: readonly Cell[]): number {
  let sum = 0;
  for (const [at, a] of cells.entries()) {
    for (const b of cells.slice(at + 1)) {
      if (a.session !== b.session || a.track === b.track) continue;
      sum += weight(instance, 'similar_tracks_penalty') * (instance.trackTrack[a.track]?.[b.track] ?? 0);
      if (instance.tracks[a.track]?.chairConf.includes(b.track)) sum += weight(instance, 'chairs_conflicts');
    }
  }
  for (const track of instance.tracks.keys()) sum += trackTerms(instance, track, places, cells);
  for (const who of ['pc', 'ac'] as const) {
    const name = who === 'pc' ? 'presenters' : 'attendees';
    for (const [a, b] of conflictPairs(instance, places, who)) {
      if (a.session !== b.session || a.room === b.room) continue;
      sum += weight(instance, `${name}_conflicts`);
      sum += weight(instance, `${name}_conflicts_timeslot_level`) * commonSlots(instance, a, b);
    }
  }
  return sum;
}

function trackTerms(instance: Instance, track: number, places: readonly Place[], cells: readonly Cell[]): number {
  const own = cells.filter((cell) => cell.track === track);
  const sessions = [...new Set(own.map(({ session }) => session))].toSorted((a, b) => a - b);
  let sum = weight(instance, 'num_rooms_per_track') * (new Set(own.map(({ room }) => room)).size - 1);
  sum += weight(instance, 'parallel_tracks') * (own.length - sessions.length);
  const isConsecutive = sessions.length === (sessions.at(-1) ?? 0) - (sessions[0] ?? 0) + 1;
  if (!isConsecutive) sum += weight(instance, 'consecutive_tracks');
  const inOrder = places
    .filter(({ submission }) => instance.subs[submission]?.track === track)
    .toSorted((a, b) => a.session - b.session || a.room - b.room || a.slot - b.slot);
  const orderOf = ({ submission }: Place) => instance.subs[submission]?.order ?? 0;
  let wrong = inOrder.filter((place, at) => orderOf(place) !== 0 && orderOf(place) !== at + 1).length;
  const ordered = inOrder.filter((place) => orderOf(place) !== 0);
  for (const [at, a] of ordered.entries()) {
    wrong += ordered.slice(at + 1).filter((b) => a.session === b.session && commonSlots(instance, a, b) > 0).length;
  }
  return sum + weight(instance, 'submissions_order') * wrong;
}

function conflictPairs({ subs }: Instance, places: readonly Place[], who: 'pc' | 'ac') {
  const placeOf = new Map(places.map((place) => [place.submission, place]));
  return places.flatMap((a) =>
    (subs[a.submission]?.[who] ?? []).flatMap((other): (readonly [Place, Place])[] => {
      const b = placeOf.get(other);
      return b === undefined || other < a.submission ? [] : [[a, b]];
    }),
  );
}

function commonSlots({ subs }: Instance, a: Place, b: Place): number {
  const end = (place: Place) => place.slot + (subs[place.submission]?.slots ?? 0);
  return Math.max(0, Math.min(end(a), end(b)) - Math.max(a.slot, b.slot));
}
