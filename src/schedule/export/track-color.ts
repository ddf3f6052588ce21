// Owns the color of a track, the same in every export: nothing in the program specifies one, so it follows from the name.
import { createHash } from 'node:crypto';

/** In degrees; the golden angle separates similar hashes. */
export function hueOf(track: string): number {
  const hash = createHash('sha1').update(track.trim().toLowerCase()).digest().readUInt16BE(0);
  return Math.round((hash * 137.508) % 360);
}

/** The color of the track's edge on the page, as `#rrggbb`. */
export function colorOf(track: string): string {
  return hexOf(0.58, 0.15, hueOf(track));
}

/** OKLCH as `#rrggbb` (https://www.w3.org/TR/css-color-4/#color-conversion-code). */
export function hexOf(lightness: number, chroma: number, hue: number): string {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return `#${channels.map((channel) => byteOf(channel).toString(16).padStart(2, '0')).join('')}`;
}

function byteOf(channel: number): number {
  const inGamut = Math.min(1, Math.max(0, channel));
  return Math.round(255 * (inGamut <= 0.0031308 ? 12.92 * inGamut : 1.055 * inGamut ** (1 / 2.4) - 0.055));
}
