// An instance of CoSPLib (Kheiri et al., European Journal of Operational Research 317(2), 2024), as JSON, and its two modes.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

export type Mode = 'exact' | 'full';

type Table = readonly (readonly number[])[];

export interface Instance {
  readonly name: string;
  /** A session is a block of time, and has this number of slots in each room. */
  readonly sessions: readonly { readonly slots: number }[];
  readonly rooms: readonly unknown[];
  /** `chairConf`: other tracks that have a chair in common. */
  readonly tracks: readonly { readonly subs: readonly number[]; readonly chairConf: readonly number[] }[];
  readonly subs: readonly Submission[];
  readonly trackSession: Table;
  readonly trackRoom: Table;
  readonly sessionRoom: Table;
  readonly trackTrack: Table;
  readonly subSession: Table;
  readonly subRoom: Table;
  readonly subTz: Table;
  readonly params: Readonly<Record<string, unknown>>;
}

export interface Submission {
  readonly name: string;
  readonly track: number;
  readonly slots: number;
  /** Its place in its track, from 1; 0 without one. */
  readonly order: number;
  /** Submissions that have a presenter, or an attendee, in common. */
  readonly pc: readonly number[];
  readonly ac: readonly number[];
}

/** Where a submission is: its first slot, from 0. */
export interface Place {
  readonly submission: number;
  readonly session: number;
  readonly room: number;
  readonly slot: number;
}

/** @throws if the file cannot be read, or lacks what every instance has */
export function readInstance(path: string): Instance {
  const instance: Omit<Instance, 'name'> = JSON.parse(readFileSync(path, 'utf8'));
  for (const key of ['sessions', 'rooms', 'tracks', 'subs', 'params'] as const) {
    if (instance[key] === undefined) throw new Error(`${path} has no "${key}": it is not a CoSPLib instance as JSON`);
  }
  return { ...instance, name: basename(path, '.json') };
}

/** A weight of the evaluator; 0 switches its term off. */
export function weight({ params }: Instance, term: string): number {
  const value = params[`${term}_weight`];
  return typeof value === 'number' ? value : 0;
}

/** The fewest sessions that can hold a track: the exact model permits no more cells than that, counted with the smallest sessions. */
export function cellLimits({ sessions, tracks, subs }: Instance): readonly number[] {
  const sizes = sessions.map(({ slots }) => slots).toSorted((a, b) => a - b);
  return tracks.map((track) => {
    let missing = track.subs.reduce((sum, sub) => sum + (subs[sub]?.slots ?? 0), 0);
    let cells = 0;
    for (const size of sizes) {
      if (missing <= 0) break;
      missing -= size;
      cells++;
    }
    return cells;
  });
}
