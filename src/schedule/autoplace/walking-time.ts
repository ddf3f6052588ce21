// Owns the time that people need between two rooms. Pure.
import { foldKey } from '../../contract/key.ts';
import type { Way } from './files/rooms.ts';

/** Minutes between two rooms; 0 within a room, and without a way between them. */
export type WalkingTime = (from: string, to: string) => number;

/** A way between two rooms counts in both directions, and instead of the ways from one of them to all other rooms. */
export function walkingTime(ways: readonly Way[]): WalkingTime {
  const own = new Map<string, number>();
  const between = new Map<string, number>();
  for (const { from, to, minutes } of ways) {
    if (to === undefined) raise(own, foldKey(from), minutes);
    else for (const key of [keyOf(from, to), keyOf(to, from)]) raise(between, key, minutes);
  }
  return (from, to) => {
    if (foldKey(from) === foldKey(to)) return 0;
    return between.get(keyOf(from, to)) ?? Math.max(own.get(foldKey(from)) ?? 0, own.get(foldKey(to)) ?? 0);
  };
}

function keyOf(from: string, to: string): string {
  return JSON.stringify([foldKey(from), foldKey(to)]);
}

function raise(map: Map<string, number>, key: string, minutes: number): void {
  map.set(key, Math.max(map.get(key) ?? 0, minutes));
}
