// Finds the changes of statuses that the room rule of the service refuses. Pure.
import type { Change } from '../changes/change.ts';
import { newPlaces, type Placement } from '../changes/place.ts';
import { forEachOverlap, type Slot, servedSlot, takesRoom } from '../changes/room-rule.ts';
import { type RecordData, recordId } from '../client/response.ts';
import { toRfc3339 } from '../columns/dates/zoned-time.ts';
import { recordName } from '../columns/record-name.ts';
import { quoted } from '../contract/amount.ts';
import { keyText } from '../contract/key.ts';
import type { RecordsPart } from '../import/records-part.ts';
import type { ClashReport } from '../schedule/clash-report.ts';

interface StatusTerms {
  /** The placements that are sent before the statuses: those of an undo. */
  readonly moved: Iterable<Pick<Change, 'names' | 'fields'>>;
  /** Of the times. */
  readonly timeZone: string;
}

/**
 * Sessions that would become accepted where another such session is. It counts as well if the same
 * run calls it off or moves it, because that may come later.
 */
export function statusClashes(part: RecordsPart, terms: StatusTerms): readonly ClashReport[] {
  return clashesAmong(claimsOf(part, terms), terms.timeZone);
}

/** What one submission is to become. */
interface StatusChange {
  readonly id: string;
  readonly status: string;
}

/** The sessions in whose place one submission would become accepted. */
export function clashesOfStatus(
  submissions: readonly RecordData[],
  change: StatusChange,
  timeZone: string,
): readonly ClashReport[] {
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

function clashesAmong(claims: readonly Claim[], timeZone: string): readonly ClashReport[] {
  const clashes: ClashReport[] = [];
  forEachOverlap(claims, (earlier, later) => {
    const changed = later.becomes === undefined ? earlier : later;
    if (changed.becomes === undefined) return;
    clashes.push({
      code: 'service',
      what: later.room,
      sessions: [reportOf(earlier, timeZone), reportOf(later, timeZone)],
      byName: false,
      reason: `${quoted(changed.title)} would become ${changed.becomes}`,
    });
  });
  return clashes;
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

function claimsOf(part: RecordsPart, { moved }: StatusTerms): readonly Claim[] {
  const places = newPlaces(moved);
  const rows = new Map([...part.rows.in('update')].map((row) => [row.note.id, row]));
  const placed = (part.listed?.all ?? []).flatMap(claimOf);
  return placed.flatMap(({ id, title, status, slot }): Claim[] => {
    const row = rows.get(id);
    const next = row?.note.changes?.status?.to ?? status;
    if (!takesRoom(status) && !takesRoom(next)) return [];
    const becomes = takesRoom(status) ? undefined : String(next);
    const place = places.get(id);
    if (place === null) return [];
    const now = place === undefined ? slot : movedTo(slot, place);
    return [{ ...now, id, title, becomes, line: row?.line ?? null }];
  });
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
