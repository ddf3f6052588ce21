// Owns which sessions of a file are parts of another one, such as the papers of a session: a block
// takes place while its parts do. Must not know columns. Pure.

import { filePlaceKey, placeText } from '../../changes/file-place.ts';
import { quoteCell } from '../../columns/quote.ts';
import { amount, listText } from '../../contract/amount.ts';
import { firstByKey, grouped } from '../../contract/grouped.ts';
import { foldKey, foldKeys } from '../../contract/key.ts';
import { inRooms } from '../rooms/row-rooms.ts';
import { roomsOf } from '../session.ts';
import type { Warning } from '../warning.ts';
import type { ScheduleRow } from './schedule-row.ts';

/**
 * The rows with their blocks: that of a sub-session is the next session above it, others name
 * theirs by its id or title. A name that no row has is none.
 */
export function withBlocks(rows: readonly ScheduleRow[]): readonly ScheduleRow[] {
  const names = nameOfBlocks(rows);
  const blockOf = blockFinder(rows, names);
  const parts = new Map(rows.map((row) => [row, blockOf(row)]));
  const blocks = new Set([...parts.values()].filter((block) => block !== undefined));
  if (blocks.size === 0) return rows;
  return rows.map((row) => {
    const name = names(row);
    return { ...row, partOf: parts.get(row), block: blocks.has(name) ? name : undefined };
  });
}

/** A part without a room is in those of its block, if it has a start. */
export function inRoomsOfBlocks(rows: readonly ScheduleRow[]): readonly ScheduleRow[] {
  const placed = rows.filter(({ block, room }) => block !== undefined && room !== '');
  const blocks = firstByKey(placed, ({ block }) => block);
  return rows.map((row) => {
    const isOpen = row.partOf !== undefined && row.room === '' && row.startMs !== undefined;
    const block = isOpen ? blocks.get(row.partOf) : undefined;
    if (block === undefined) return row;
    const rooms = roomsOf(block).map((name) => ({ name }));
    return inRooms(row, rooms);
  });
}

/** At most one warning: parents that no row is. */
export function parentWarnings(rows: readonly ScheduleRow[]): readonly Warning[] {
  const keys = new Set(rows.flatMap(keysOf));
  const lost = rows.filter(({ parent }) => parent !== undefined && !keys.has(foldKey(parent)));
  const named = lost.map((row) => `${quoteCell(row.parent ?? '')} (${placeText(row)})`);
  if (named.length === 0) return [];
  const have = amount(named.length, 'row has', 'rows have');
  const message = `${have} a parent that is the id or title of no row: ${listText(named)}`;
  return [{ code: 'unknown_parent', message }];
}

/**
 * The rows whose block is left out, also because it is a part of another one, each with that block.
 * A repeated block is left out if all of its rows are.
 * @param rows with their blocks
 */
export function partsWithoutBlock(
  rows: readonly ScheduleRow[],
  leftOut: Iterable<ScheduleRow>,
): ReadonlyMap<ScheduleRow, ScheduleRow> {
  const blocks = grouped(rows, ({ block }) => block);
  const parts = grouped(rows, ({ partOf }) => partOf);
  const missing = new Set(leftOut);
  const withoutBlock = new Map<ScheduleRow, ScheduleRow>();
  // A set is visited with what is added meanwhile.
  for (const block of missing) {
    const { block: name } = block;
    if (name === undefined || !blocks.get(name)?.every((row) => missing.has(row))) continue;
    for (const row of parts.get(name) ?? []) {
      if (missing.has(row)) continue;
      missing.add(row);
      withoutBlock.set(row, block);
    }
  }
  return withoutBlock;
}

/** Rows of one id or title are one block, which may be repeated. */
function nameOfBlocks(rows: readonly ScheduleRow[]): (row: ScheduleRow) => string {
  const first = new Map<string, string>();
  for (const row of rows) {
    for (const key of keysOf(row)) if (!first.has(key)) first.set(key, filePlaceKey(row));
  }
  return (row) => {
    const [key] = keysOf(row);
    return (key && first.get(key)) ?? filePlaceKey(row);
  };
}

function blockFinder(
  rows: readonly ScheduleRow[],
  nameOf: (row: ScheduleRow) => string,
): (row: ScheduleRow) => string | undefined {
  const keyed = rows.flatMap((row) => keysOf(row).map((key) => ({ key, row })));
  const named = firstByKey(keyed, ({ key }) => key);
  const above = new Map<ScheduleRow, ScheduleRow>();
  let session: ScheduleRow | undefined;
  for (const row of rows) {
    if (row.isSubSession !== true) session = row;
    else if (session !== undefined) above.set(row, session);
  }
  return (row) => {
    const parent = row.parent === undefined ? undefined : named.get(foldKey(row.parent))?.row;
    const block = parent ?? above.get(row);
    return block === undefined || block === row ? undefined : nameOf(block);
  };
}

/** The id first, because titles may repeat. */
function keysOf({ submissionId, possibleId, title }: ScheduleRow): readonly string[] {
  return foldKeys([submissionId, possibleId, title]);
}
