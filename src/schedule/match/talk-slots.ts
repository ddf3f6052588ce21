// Owns what the rows of a schedule file mean together: the slots of a talk, whose first row the
// service stores, and talks that the file calls off. Must not know how rows are read. Pure.

import { filePlaceKey } from '../../changes/file-place.ts';
import { isSamePlace, type Placement } from '../../changes/place.ts';
import { dateAndTime } from '../../columns/dates/zoned-time.ts';
import { grouped } from '../../contract/grouped.ts';
import { foldKey } from '../../contract/key.ts';
import type { ScheduleRow } from '../read/schedule-row.ts';
import type { EventSubmission } from '../submissions.ts';
import type { FileDetails } from './file-details.ts';
import type { Matches } from './match.ts';

/** The placement that a row specifies; undefined without a room or a start, or if called off. */
export function wantedPlacement(row: ScheduleRow): Placement | undefined {
  return row.isCalledOff === true ? undefined : writtenPlacement(row);
}

/** The place of a row, also of one that is called off. */
export function writtenPlacement({ room, start }: ScheduleRow): Placement | undefined {
  return start === undefined || room === '' ? undefined : { room, start };
}

/** A talk as a file has it, in one row or in several. */
export interface FiledTalk {
  /** Undefined if its rows match none. */
  readonly submission: EventSubmission | undefined;
  /** In the order of the file. */
  readonly rows: readonly ScheduleRow[];
  /** The rows that place it. */
  readonly slots: readonly ScheduleRow[];
  /** Of the first row that has it; what other rows lack. */
  readonly shared: Pick<
    FileDetails,
    'durationMs' | 'people' | 'areBesideSpeakers' | 'track' | 'format'
  >;
}

/** The talks of a file. Rows that match no submission are one talk by their ids or titles. */
export function filedTalks({
  rows,
  matched,
  breaks,
}: Pick<Matches, 'rows' | 'matched' | 'breaks'>): readonly FiledTalk[] {
  const ofTalks = rows.filter((row) => !breaks.has(filePlaceKey(row)));
  const submissionOf = (row: ScheduleRow) => matched.get(filePlaceKey(row));
  const talkOf = (row: ScheduleRow) => {
    const id = submissionOf(row)?.id ?? row.submissionId ?? row.possibleId;
    if (id !== undefined) return JSON.stringify([id]);
    return JSON.stringify([foldKey(row.title), row.submitterEmail && foldKey(row.submitterEmail)]);
  };
  return Array.from(grouped(ofTalks, talkOf).values(), (sameTalk): FiledTalk => {
    const slots = sameTalk.filter((row) => wantedPlacement(row) !== undefined);
    return {
      submission: sameTalk.map(submissionOf)[0],
      rows: sameTalk,
      slots,
      shared: sharedDetails(sameTalk),
    };
  });
}

/**
 * All slots of a talk, also those that are called off, in the order of their numbers: 1 is the one
 * that the service stores.
 */
export function numberedSlots(talk: FiledTalk, stored: ScheduleRow | undefined) {
  const others = talk.rows.filter((row) => row !== stored && writtenPlacement(row) !== undefined);
  const further = others.map((row, at) => ({ row, number: at + 2 }));
  return stored === undefined ? further : [{ row: stored, number: 1 }, ...further];
}

/** Whether the file calls the talk off: a talk with another row takes place there. */
export function isOffInFile({ rows }: Pick<FiledTalk, 'rows'>): boolean {
  return rows.every(({ isCalledOff }) => isCalledOff === true);
}

/** Whether the first row of a talk, which is that of its session, has no place yet. */
export function waitsForPlace({ rows: [first] }: Pick<FiledTalk, 'rows'>): boolean {
  return first !== undefined && first.room === '' && first.start === undefined;
}

/**
 * The row that the service stores: that of the place that it has, else the first one. Of a talk
 * that the file calls off, it is one of its rows as well.
 */
export function storedSlot(
  { rows, slots }: FiledTalk,
  placement?: Placement | undefined,
): ScheduleRow | undefined {
  const placed = slots.length > 0 ? slots : rows.filter((row) => writtenPlacement(row));
  const isThere = (row: ScheduleRow) => {
    const place = writtenPlacement(row);
    return place !== undefined && isSamePlace(place, placement);
  };
  return placed.find(isThere) ?? placed[0];
}

function sharedDetails(rows: readonly ScheduleRow[]): FiledTalk['shared'] {
  const named = rows.find(({ people }) => people.length > 0);
  return {
    durationMs: rows.find(({ durationMs }) => durationMs !== undefined)?.durationMs,
    people: named?.people ?? [],
    areBesideSpeakers: named?.areBesideSpeakers,
    track: rows.find(({ track }) => track !== undefined)?.track,
    format: rows.find(({ format }) => format !== undefined)?.format,
  };
}

/** The details of a row; what it lacks is in the first row of its talk that has it. */
export function detailsOf(row: ScheduleRow, { shared }: Pick<FiledTalk, 'shared'>): FileDetails {
  const named = row.people.length > 0 ? row : shared;
  return {
    durationMs: row.durationMs ?? shared.durationMs,
    people: named.people,
    areBesideSpeakers: named.areBesideSpeakers,
    track: row.track ?? shared.track,
    format: row.format ?? shared.format,
    room: row.room,
    otherRooms: row.otherRooms,
    startMs: row.startMs,
    block: row.block,
    partOf: row.partOf,
    isExclusive: row.isExclusive,
  };
}

/** `in Lab at 2027-05-20 10:15`; without a time zone, on the clock of the row. */
export function slotText(
  { room, start = '' }: Pick<ScheduleRow, 'room' | 'start'>,
  timeZone: string | undefined,
): string {
  const isKnown = timeZone !== undefined && start !== '';
  const written = start.slice(0, 16).replace('T', ' ');
  return `in ${room} at ${isKnown ? dateAndTime(Date.parse(start), timeZone) : written}`;
}
