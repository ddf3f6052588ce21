// Counts an event's submissions by status and track, now and after a plan. Pure.
import type { RecordData } from '../client/client.ts';

/** By status, then by track; a submission without a track has the empty one. */
export type Totals = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** A submission that gets another status; `from` is undefined if it is new. */
export interface StatusChange {
  readonly from: unknown;
  readonly to: unknown;
  readonly track: unknown;
}

/** The submissions of an event now, and after a plan. */
export interface PlannedTotals {
  readonly now: Totals;
  readonly planned: Totals;
}

export function createTotals() {
  const counts = new Map<string, Map<string, number>>();

  function count(status: unknown, track: unknown, by: number): void {
    const name = String(status ?? '');
    const group = String(track ?? '');
    const tracks = counts.get(name) ?? new Map<string, number>();
    tracks.set(group, (tracks.get(group) ?? 0) + by);
    counts.set(name, tracks);
  }

  return {
    add: ({ status, track_id }: RecordData) => count(status, track_id, 1),
    totals(changes: Iterable<StatusChange>): PlannedTotals {
      const now = toTotals(counts);
      for (const { from, to, track } of changes) {
        if (from !== undefined) count(from, track, -1);
        count(to, track, 1);
      }
      return { now, planned: toTotals(counts) };
    },
  };
}

function toTotals(counts: ReadonlyMap<string, ReadonlyMap<string, number>>): Totals {
  return Object.fromEntries([...counts].map(([status, tracks]) => [status, Object.fromEntries(tracks)]));
}
