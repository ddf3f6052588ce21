// The rooms, formats and times of numbered talks. Must not know how they are changed.
import type { Fields } from './crash-contents.ts';
import type { EventLists } from './crash-servers.ts';

export const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
export const numberOf = (text: unknown) => Number(/\d+/.exec(String(text))?.[0]);
/** Two kinds of talks take turns. */
export const isOdd = (n: number) => n % 2 === 1;

export const roomCount = 6;
/** No talk is in it. */
export const spareRoom = 'Cinema';
/** Of the n-th talk. */
export const room = (n: number) => `Room ${(n % roomCount) + 1}`;
/** Long enough for each format: in a room, every second session begins when the one before ends. */
const slotMinutes = 45;
const minutesInto = (n: number) => Math.floor(n / roomCount) * slotMinutes;

/** What each event has. */
export const eventLists: EventLists = {
  rooms: [...numbers(roomCount).map((n) => `Room ${n}`), spareRoom],
  tracks: ['Web'],
  formats: {
    Talk: 30,
    Long: 45,
  },
};

/** When the n-th talk begins: from four o'clock, in the zone of the event. */
export function localTime(n: number, laterMinutes = 0, day = 20): string {
  const minutes = 4 * 60 + minutesInto(n) + laterMinutes;
  const clock = [Math.floor(minutes / 60), minutes % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `2027-05-${day} ${clock.join(':')}`;
}

/** The same in UTC, with the end: after the minutes of the format, or the usual ones. */
export function timesOf({ title, format }: Fields, laterMinutes = 0, day = 20) {
  const startMs =
    Date.UTC(2027, 4, day, 2) + (minutesInto(numberOf(title)) + laterMinutes) * 60_000;
  const instant = (ms: number) => new Date(ms).toISOString().replace('.000Z', '+00:00');
  const minutes = format === 'Long' ? 45 : 30;
  return { start: instant(startMs), end: instant(startMs + minutes * 60_000) };
}
