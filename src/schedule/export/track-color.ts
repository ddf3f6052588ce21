// Owns the colors of tracks, the same in every export: nothing in the program specifies one, so
// they follow from the names.
import { createHash } from 'node:crypto';
import { foldKey } from '../../contract/key.ts';

/** The colors of a track in one scheme, as `#rrggbb`. */
export interface SchemeColors {
  /** The background of its sessions. */
  readonly tint: string;
  /** The bar beside them, by which tracks are distinguished. */
  readonly edge: string;
  /** Its name on the tint. */
  readonly name: string;
}

export interface TrackColor {
  /** One of the twelve colors, from 0. */
  readonly slot: number;
  /** How often its color was given away before: such tracks differ in the pattern of the edge. */
  readonly repetition: number;
  readonly light: SchemeColors;
  readonly dark: SchemeColors;
}

/**
 * Twelve hues around the circle of OKLCH, as tint, edge and name for light screens, and then for
 * dark ones. The edges of neighbors differ in lightness as well, for people who confuse hues.
 */
const slots = [
  ['#fee6e6', '#a51c30', '#6b2529', '#3a1d1d', '#d24b54', '#fec8c7'],
  ['#fee8db', '#d96604', '#672c00', '#381f11', '#ffa571', '#fecbaf'],
  ['#fbebcf', '#775300', '#553a01', '#32240a', '#a77601', '#f0d3a3'],
  ['#eef0d1', '#929300', '#434301', '#28280c', '#c5c619', '#dadca7'],
  ['#dff4db', '#1d6e00', '#1e4c13', '#1a2c16', '#3e9727', '#c0e3b8'],
  ['#d4f6e9', '#05a480', '#004c3a', '#0a2d23', '#04deae', '#a9e7d0'],
  ['#cff6f7', '#00686c', '#02494d', '#012d2f', '#009298', '#a0e6ea'],
  ['#d8f1ff', '#0999c9', '#00465f', '#0a2a38', '#58ccff', '#a8e1fd'],
  ['#e3eeff', '#1554b8', '#1e3e74', '#19263c', '#3e7ce4', '#c2d9ff'],
  ['#eceaff', '#8d75eb', '#403470', '#26223b', '#bcb2ff', '#d6d1fe'],
  ['#f9e5fe', '#823094', '#562b60', '#301f34', '#ab58be', '#edc9f5'],
  ['#ffe5f0', '#d4599b', '#652547', '#371d29', '#ff98ca', '#fcc5de'],
] as const;

export const slotCount = slots.length;

/**
 * The color of each track by its folded name, whatever the order of the names. A track keeps its
 * own color when others are added, unless that color is too similar to one that another track has.
 */
export function trackColors(names: Iterable<string>): ReadonlyMap<string, TrackColor> {
  const keys = [...new Set(Array.from(names, foldKey))].filter((key) => key !== '').sort();
  const colors = new Map<string, TrackColor>();
  let taken: number[] = [];
  for (const key of keys) {
    if (taken.length === slotCount) taken = [];
    const slot = slotFor(key, taken);
    taken.push(slot);
    const repetition = Math.floor(colors.size / slotCount);
    const [tint = '', edge = '', name = '', darkTint = '', darkEdge = '', darkName = ''] =
      slots[slot] ?? [];
    const dark = { tint: darkTint, edge: darkEdge, name: darkName };
    colors.set(key, { slot, repetition, light: { tint, edge, name }, dark });
  }
  return colors;
}

/**
 * The slot that follows from the name, if none beside it is taken; else the free one that is
 * farthest from all others.
 */
function slotFor(key: string, taken: readonly number[]): number {
  const hashed = createHash('sha1').update(key).digest().readUInt32BE(0) % slotCount;
  const room = (slot: number) =>
    Math.min(slotCount, ...taken.map((other) => distance(slot, other)));
  if (room(hashed) > 1) return hashed;
  const others = Array.from({ length: slotCount }, (_, offset) => (hashed + offset) % slotCount);
  return others.reduce((best, slot) => (room(slot) > room(best) ? slot : best), hashed);
}

/** Around the circle of hues. */
function distance(one: number, other: number): number {
  const steps = Math.abs(one - other);
  return Math.min(steps, slotCount - steps);
}
