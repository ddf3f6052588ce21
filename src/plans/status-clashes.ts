// Finds the changes of statuses that the room rule of the service refuses. Pure.
import { type NewPlace, newPlaces, type Placement } from '../changes/place.ts';
import { type Slot, servedSlot, takesRoom } from '../changes/room-rule.ts';
import { type RecordData, recordId } from '../client/response.ts';
import { toRfc3339 } from '../columns/dates/zoned-time.ts';
import { recordName } from '../columns/record-name.ts';
import { quoted } from '../contract/amount.ts';
import { keyText } from '../contract/key.ts';
import type { EventRecords } from '../import/event-records.ts';
import type { Rows } from '../runs/rows.ts';
import type { ClashReport } from '../schedule/clashes/clash-report.ts';
import { type Counted, listedPairs, overlapsInRooms } from '../schedule/clashes/overlaps.ts';

/**
 * Sessions that would become accepted where another such session is. It counts as well if the same
 * run calls it off or moves it, because that may come later.
 * @param submissions their rows, and the event as it was listed
 * @param moved the placements that are sent before the statuses: those of an undo
 */
export function statusClashes(
  submissions: {
    readonly rows: Pick<Rows, 'in'>;
    readonly listed?: Pick<EventRecords, 'all'> | undefined;
  },
  { moved, timeZone }: { readonly moved: Iterable<NewPlace>; readonly timeZone: string },
): Counted<ClashReport> {
  const places = newPlaces(moved);
  const rows = new Map([...submissions.rows.in('update')].map((row) => [row.note.id, row]));
  const placed = (submissions.listed?.all ?? []).flatMap(claimOf);
  const claims = placed.flatMap(({ id, title, status, slot }): Claim[] => {
    const row = rows.get(id);
    const next = row?.note.changes?.status?.to ?? status;
    if (!takesRoom(status) && !takesRoom(next)) return [];
    const becomes = takesRoom(status) ? undefined : String(next);
    const place = places.get(id);
    if (place === null) return [];
    const now = place === undefined ? slot : movedTo(slot, place);
    return [{ ...now, id, title, becomes, line: row?.line ?? null }];
  });
  return clashesAmong(claims, timeZone);
}

/**
 * The sessions in whose place one submission would become accepted.
 * @param change what the submission is to become
 */
export function clashesOfStatus(
  submissions: readonly RecordData[],
  change: { readonly id: string; readonly status: string },
  timeZone: string,
): Counted<ClashReport> {
  const claims = submissions.flatMap(claimOf).flatMap(({ id, title, status, slot }): Claim[] => {
    const isChanged = id === change.id && !takesRoom(status);
    const becomes = isChanged ? change.status : undefined;
    return isChanged || takesRoom(status) ? [{ ...slot, id, title, becomes, line: null }] : [];
  });
  return clashesAmong(claims, timeZone);
}

/** A submission with its place; none if it has no place, or the service shows no ends. */
function claimOf(record: RecordData) {
  const [id, slot] = [recordId(record, 'submissions'), servedSlot(record)];
  if (id === undefined || slot === undefined) return [];
  const title = recordName('submissions', record);
  return [{ id, title, status: keyText(record.status), slot }];
}

/** Claims that do not change are compared with others only. At most `listedPairs` are listed. */
function clashesAmong(claims: readonly Claim[], timeZone: string): Counted<ClashReport> {
  const { count, listed } = overlapsInRooms(claims, ({ id, title, becomes }) => ({
    submissionId: id,
    title,
    standing: becomes === undefined ? 'outside' : undefined,
  }));
  const first = listed.slice(0, listedPairs);
  return { count, listed: first.map(([earlier, later]) => clashOf(earlier, later, timeZone)) };
}

function clashOf(earlier: Claim, later: Claim, timeZone: string): ClashReport {
  const changed = later.becomes === undefined ? earlier : later;
  return {
    code: 'service',
    what: later.room,
    sessions: [reportOf(earlier, timeZone), reportOf(later, timeZone)],
    byName: false,
    reason: `${quoted(changed.title)} would become ${changed.becomes}`,
  };
}

/** A session that has its room to itself, before the run or after it. */
interface Claim extends Slot {
  readonly id: string;
  readonly title: string;
  /** The status by which it takes the room, if it did not before. */
  readonly becomes: string | undefined;
  /** Of its row. */
  readonly line: number | null;
}

function movedTo({ startMs, endMs }: Slot, { room, start }: Placement): Slot {
  const newMs = Date.parse(start);
  return { room, startMs: newMs, endMs: newMs + endMs - startMs };
}

function reportOf({ id, title, startMs, endMs, line }: Claim, timeZone: string) {
  return {
    id,
    title,
    start: toRfc3339(startMs, timeZone),
    end: toRfc3339(endMs, timeZone),
    line,
  };
}
