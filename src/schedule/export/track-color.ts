// Owns the colors of tracks, the same in every export: nothing in the program specifies one, so they follow from the names.
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

/** As many as differ clearly from each other. */
export const slotCount = 12;

/**
 * The color of each track by its folded name, whatever the order of the names. A track keeps its own color when others are
 * added, unless that color is too similar to one that another track has.
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
    colors.set(key, { slot, repetition, light: schemeColors('light', slot), dark: schemeColors('dark', slot) });
  }
  return colors;
}

/** OKLCH as `#rrggbb` (https://www.w3.org/TR/css-color-4/#color-conversion-code). A chroma that no screen shows is reduced. */
export function hexOf(lightness: number, chroma: number, hue: number): string {
  let channels = linearOf(lightness, chroma, hue);
  for (let less = chroma; less > 0 && !channels.every(isInGamut); less -= 0.002) {
    channels = linearOf(lightness, less, hue);
  }
  return `#${channels.map((channel) => byteOf(channel).toString(16).padStart(2, '0')).join('')}`;
}

/** By slots with an even and an odd number. Two lightnesses separate neighboring hues, also for people who confuse hues. */
const schemes = {
  light: { edges: [0.47, 0.64], tint: [0.945, 0.04], name: [0.37, 0.1] },
  dark: { edges: [0.6, 0.8], tint: [0.27, 0.045], name: [0.88, 0.07] },
} as const;

const edgeChroma = 0.17;

function schemeColors(scheme: keyof typeof schemes, slot: number): SchemeColors {
  const { edges, tint, name } = schemes[scheme];
  const hue = hueOf(slot);
  return {
    tint: hexOf(tint[0], tint[1], hue),
    edge: hexOf(edges[slot % 2 === 0 ? 0 : 1], edgeChroma, hue),
    name: hexOf(name[0], name[1], hue),
  };
}

/** In degrees. */
function hueOf(slot: number): number {
  return 20 + (slot * 360) / slotCount;
}

/** The slot that follows from the name, if none beside it is taken; else the free one that is farthest from all others. */
function slotFor(key: string, taken: readonly number[]): number {
  const own = createHash('sha1').update(key).digest().readUInt32BE(0) % slotCount;
  const room = (slot: number) => Math.min(slotCount, ...taken.map((other) => distance(slot, other)));
  if (room(own) > 1) return own;
  const slots = Array.from({ length: slotCount }, (_, offset) => (own + offset) % slotCount);
  return slots.reduce((best, slot) => (room(slot) > room(best) ? slot : best), own);
}

/** Around the circle of hues. */
function distance(one: number, other: number): number {
  const steps = Math.abs(one - other);
  return Math.min(steps, slotCount - steps);
}

/** Linear sRGB. */
function linearOf(lightness: number, chroma: number, hue: number): readonly number[] {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

// The primaries themselves are a rounding error outside.
function isInGamut(channel: number): boolean {
  return channel >= -0.0005 && channel <= 1.0005;
}

function byteOf(channel: number): number {
  const inGamut = Math.min(1, Math.max(0, channel));
  return Math.round(255 * (inGamut <= 0.0031308 ? 12.92 * inGamut : 1.055 * inGamut ** (1 / 2.4) - 0.055));
}
