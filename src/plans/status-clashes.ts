// Finds the changes of statuses that the room rule of the service refuses. Pure.
import type { Change } from '../changes/change.ts';
import { newPlaces, type Placement } from '../changes/place.ts';
import { type Slot, servedSlot, takesRoom } from '../changes/room-rule.ts';
import { type RecordData, recordId } from '../client/response.ts';
import { toRfc3339 } from '../columns/dates/zoned-time.ts';
import { recordName } from '../columns/record-name.ts';
import { quoted } from '../contract/amount.ts';
import { foldKey, keyText } from '../contract/key.ts';
import type { EventRecords } from '../import/event-records.ts';
import type { Rows } from '../runs/rows.ts';
import type { ClashReport } from '../schedule/clash-report.ts';
import { grouped } from '../schedule/grouped.ts';
import { listedPairs, overlapsIn } from '../schedule/overlaps.ts';
import type { Session } from '../schedule/session.ts';

interface StatusTerms {
  /** The placements that are sent before the statuses: those of an undo. */
  readonly moved: Iterable<Pick<Change, 'names' | 'fields'>>;
  /** Of the times. */
  readonly timeZone: string;
}

/** The rows of submissions, and the event as it was listed. */
export interface StatusRows {
  readonly rows: Pick<Rows, 'in'>;
  readonly listed?: Pick<EventRecords, 'all'> | undefined;
}

/** How many pairs there are, and the first `listedPairs` of them. */
export interface StatusClashes {
  readonly count: number;
  readonly listed: readonly ClashReport[];
}

/**
 * Sessions that would become accepted where another such session is. It counts as well if the same
 * run calls it off or moves it, because that may come later.
 */
export function statusClashes(part: StatusRows, terms: StatusTerms): StatusClashes {
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
): StatusClashes {
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

function clashesAmong(claims: readonly Claim[], timeZone: string): StatusClashes {
  let count = 0;
  const listed: ClashReport[] = [];
  for (const inRoom of grouped(claims, ({ room }) => foldKey(room)).values()) {
    const sorted = inRoom.toSorted((one, other) => one.startMs - other.startMs);
    const claimOf = new Map(sorted.map((claim) => [asSession(claim), claim]));
    const { clashes } = overlapsIn({ code: 'room', gapMs: 0, sessions: [...claimOf.keys()] });
    count += clashes.count;
    for (const pair of clashes.listed.slice(0, listedPairs - listed.length)) {
      const [earlier, later] = pair.map((session) => claimOf.get(session));
      if (earlier && later) listed.push(clashOf(earlier, later, timeZone));
    }
  }
  return { count, listed };
}

/** A claim as its overlaps are counted: those that do not change are compared with others only. */
function asSession({ id, title, room, startMs, endMs, becomes }: Claim): Session {
  const session: Session = {
    submissionId: id,
    title,
    room,
    startMs,
    endMs,
    isDurationAssumed: false,
    people: [],
  };
  return becomes === undefined ? { ...session, standing: 'outside' } : session;
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

function claimsOf(part: StatusRows, { moved }: StatusTerms): readonly Claim[] {
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
