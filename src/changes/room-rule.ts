// Owns the rule by which the public server refuses placements: two accepted sessions never overlap
// in a room, by the ends that the server has or would give them. Pure.
import type { RecordData } from '../client/response.ts';
import { foldKey, keyText } from '../contract/key.ts';
import { hasOffset } from '../contract/start.ts';

/** A room for some time, half-open: a session may begin when another one ends. */
export interface Slot {
  readonly room: string;
  /** In milliseconds since 1970. */
  readonly startMs: number;
  readonly endMs: number;
}

/** How long the service has a session, or will have it once it is placed. */
export interface ServedDuration {
  readonly ms: number;
  /**
   * What it follows from: `session`, the present times; `format`, the minutes of its format;
   * `usual`, because it has neither.
   */
  readonly by: 'session' | 'format' | 'usual';
  /** The name of the format, if it follows from that. */
  readonly format?: string | undefined;
}

/** Whether a session with this status has its room to itself. */
export function takesRoom(status: unknown): boolean {
  return status === 'accepted' || status === 'accept_queue';
}

/**
 * The duration of a submission, as the client reads it; undefined if the service shows no ends.
 * A placement keeps the present one.
 */
export function servedDuration(record: RecordData): ServedDuration | undefined {
  const presentMs = instantOf(record.end) - instantOf(record.start);
  if (presentMs > 0) return { ms: presentMs, by: 'session' };
  const { duration, format_minutes: minutes, format } = record;
  if (isLength(duration)) return { ms: duration * minuteMs, by: 'session' };
  if (isLength(minutes)) return { ms: minutes * minuteMs, by: 'format', format: keyText(format) };
  return record.end === undefined ? undefined : { ms: usualMs, by: 'usual' };
}

/**
 * The duration that a submission would get if it were taken out of the schedule and placed again;
 * undefined if that is unknown.
 */
export function durationAnew(record: RecordData): ServedDuration | undefined {
  const { end, format, format_minutes: minutes } = record;
  const isKnown = end !== undefined && (format === null || isLength(minutes));
  return isKnown ? servedDuration({ ...record, start: null, end: null }) : undefined;
}

/** Where the service has a submission; undefined if it has no place, or shows no end. */
export function servedSlot(record: RecordData): Slot | undefined {
  const room = keyText(record.room);
  const startMs = instantOf(record.start);
  const duration = servedDuration(record);
  if (room === undefined || Number.isNaN(startMs) || duration === undefined) return undefined;
  return { room, startMs, endMs: startMs + duration.ms };
}

/**
 * Calls `visit` with each pair of a wanted and a taken slot that overlap in a room, by the start of
 * the later one. Wanted slots are not compared with each other, nor taken ones: thousands of them
 * may be at one time.
 */
export function forEachOverlap<Wanted extends Slot, Taken extends Slot>(
  wanted: readonly Wanted[],
  taken: readonly Taken[],
  visit: (wanted: Wanted, taken: Taken) => void,
): void {
  const rooms = new Map<string, { wanted: Wanted[]; taken: Taken[] }>();
  const byStart = [
    ...wanted.map((slot) => ({ slot, isWanted: true as const })),
    ...taken.map((slot) => ({ slot, isWanted: false as const })),
  ].sort((one, other) => one.slot.startMs - other.slot.startMs);
  for (const { slot, isWanted } of byStart) {
    const key = foldKey(slot.room);
    const open = rooms.get(key) ?? { wanted: [], taken: [] };
    rooms.set(key, open);
    if (isWanted) {
      open.taken = endingAfter(slot.startMs, open.taken);
      for (const other of open.taken) visit(slot, other);
      open.wanted.push(slot);
    } else {
      open.wanted = endingAfter(slot.startMs, open.wanted);
      for (const other of open.wanted) visit(other, slot);
      open.taken.push(slot);
    }
  }
}

function endingAfter<S extends Slot>(ms: number, slots: readonly S[]): S[] {
  return slots.filter(({ endMs }) => endMs > ms);
}

const minuteMs = 60_000;

/** The public server's duration of a session without a format. */
const usualMs = 30 * minuteMs;

function isLength(minutes: unknown): minutes is number {
  return typeof minutes === 'number' && minutes > 0;
}

/** A time without an offset is taken as UTC: within an event, all are written alike. */
function instantOf(time: unknown): number {
  if (typeof time !== 'string') return Number.NaN;
  return Date.parse(hasOffset(time) ? time : `${time}Z`);
}
