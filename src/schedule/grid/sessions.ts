// Finds the sessions in the cells of a grid, which may take several lines and several rooms.
// Must not know when they begin. Pure.

import { type FilePlace, filePlaceOf } from '../../changes/file-place.ts';
import { formulaFault } from '../../columns/cell.ts';
import type { PersonCell } from '../../columns/person-cell.ts';
import { quoteCell } from '../../columns/quote.ts';
import { readRowPeople } from '../../columns/row-people.ts';
import type { PersonPart } from '../../columns/table-spec.ts';
import { foldKey } from '../../contract/key.ts';
import type { InputFault } from '../../errors.ts';
import { type OnStage, peopleOnStage, type ScheduleRow } from '../read/schedule-row.ts';
import { sessionFields } from '../read/session-table.ts';
import { type Block, type GridLine, placeInBlock } from './blocks.ts';
import { firstLine } from './cell.ts';
import { joinSame } from './join-same.ts';

/** A session in a grid. */
export interface GridSession {
  /** Of its first cell. */
  readonly place: FilePlace;
  /** The whole cell. */
  readonly text: string;
  readonly rooms: readonly string[];
  /** By field, what the columns of people have; empty without any. */
  readonly people: ReadonlyMap<string, string>;
  /** The indexes of its first and its last line in the block. */
  readonly from: number;
  readonly to: number;
}

/** @param text of the cell, if the fault is one of a cell */
export type AddFault = (fault: InputFault & FilePlace, text?: string) => void;

/**
 * A text that is repeated in the next lines is one longer session; in other rooms of the same
 * lines, it is one session in several rooms. Two texts with different people are two sessions, and
 * so are two with time between their lines, unless their cells are merged.
 * @param hasGapAbove whether there is time between the line of an index and the one above it
 */
export function sessionsIn(
  block: Block,
  addFault: AddFault,
  hasGapAbove: (line: number) => boolean,
): readonly GridSession[] {
  const runs = runsIn(block, hasGapAbove);
  const sessions = runs.flatMap(({ at, from, to, ...cell }) => {
    const place = placeInBlock(block, block.lines[from]?.line, at);
    const room = block.headers[at] ?? '';
    const message = faultOf(cell, room);
    if (message === undefined) return [{ place, ...cell, rooms: [room], from, to }];
    addFault({ ...filePlaceOf(place), code: 'format', message }, cell.text);
    return [];
  });
  return joinSame(sessions, {
    keyOf: ({ from, to, text }) => JSON.stringify([from, to, foldKey(text)]),
    peopleOf: peopleText,
    join(first, other) {
      first.rooms.push(...other.rooms);
      return { ...first, people: peopleOfBoth(first, other) };
    },
  });
}

/** The row of a session that has no time yet. */
export function rowOf({ place, text, rooms, people }: GridSession): ScheduleRow {
  const [room = '', ...otherRooms] = rooms;
  return {
    ...place,
    submissionId: undefined,
    title: firstLine(text),
    cell: text,
    submitterEmail: undefined,
    room,
    ...(otherRooms.length > 0 && { otherRooms }),
    startMs: undefined,
    start: undefined,
    durationMs: undefined,
    ...readPeopleOf(people),
    track: undefined,
    format: undefined,
  };
}

/** @param texts by field */
function readPeopleOf(texts: GridSession['people']): OnStage {
  const byRole = new Map<string, Partial<Record<PersonPart, PersonCell>>>();
  for (const [field, text] of texts) {
    const spec = Object.entries(sessionFields).find(([name]) => name === field)?.[1];
    if (spec === undefined || !('person' in spec)) continue;
    const { role, person } = spec;
    const column = { column: field, index: 0, target: field, fields: [field], isGuarded: false };
    byRole.set(role, { ...byRole.get(role), [person]: { column, text } });
  }
  const read = [...byRole.values()].map((cells) => readRowPeople(cells, false));
  return peopleOnStage(read);
}

type Cell = Pick<GridSession, 'text' | 'people'>;

const noPeople: ReadonlyMap<string, string> = new Map();

/**
 * The cells of one column, one below the other, that are one session; in the order of their first
 * cells.
 */
function runsIn(block: Block, hasGapAbove: (line: number) => boolean) {
  const runs: (Cell & Pick<GridSession, 'from' | 'to'> & { readonly at: number })[] = [];
  const last = new Map<number, number>();
  for (const [line, cells] of block.lines.entries()) {
    for (const [at, written] of readLine(block, cells)) {
      const index = last.get(at) ?? runs.length;
      const run = runs[index];
      const cell = run?.to === line - 1 ? asAbove(written, run) : written;
      const touches = cells.mergedAbove.has(at) || !hasGapAbove(line);
      if (run !== undefined && run.to === line - 1 && touches && isOneSession(run, cell)) {
        runs[index] = { ...run, people: peopleOfBoth(run, cell), to: line };
      } else {
        last.set(at, runs.length);
        runs.push({ ...cell, at, from: line, to: line });
      }
    }
  }
  return runs;
}

/** A mark that repeats the cell above has its text and its people. */
function asAbove(cell: Cell, { text, people }: Cell): Cell {
  return isDitto(cell.text) ? { text, people } : cell;
}

function isDitto(text: string): boolean {
  return ditto.test(text.trim());
}

const ditto = new RegExp(
  [
    String.raw`^(?:["”“″〃↓⬇↑']+\uFE0F?`,
    String.raw`[-–]\s*["”]\s*[-–]`,
    'ditto|idem|dto\\.?|same as above|see above|as above|siehe oben|wie oben|同上',
    String.raw`\(?cont(?:inued|\.)?\)?)$`,
  ].join('|'),
  'iu',
);

function peopleOfBoth(one: Cell, other: Cell): Cell['people'] {
  return one.people.size > 0 ? one.people : other.people;
}

/** The cells of a line that are not empty, by the index of their column. */
function readLine({ columns }: Block, { texts }: GridLine): ReadonlyMap<number, Cell> {
  const people = new Map<number, Map<string, string>>();
  for (const [at, column] of columns.entries()) {
    const text = texts[at] ?? '';
    // A cell that is merged across the rooms is also in the columns of people between them.
    if (column.kind !== 'people' || text === '' || text === texts[column.room]) continue;
    const ofRoom = people.get(column.room) ?? new Map<string, string>();
    people.set(column.room, ofRoom.set(column.field, text));
  }
  return new Map(
    texts.flatMap((text, at): readonly (readonly [number, Cell])[] => {
      const kind = columns[at]?.kind ?? 'room';
      if (text === '' || (kind !== 'room' && kind !== 'field')) return [];
      return [[at, { text, people: people.get(at) ?? noPeople }]];
    }),
  );
}

function isOneSession(one: Cell, other: Cell): boolean {
  if (foldKey(one.text) !== foldKey(other.text)) return false;
  if (one.people.size === 0 || other.people.size === 0) return true;
  return peopleText(one) === peopleText(other);
}

function peopleText({ people }: Cell): string {
  return people.size === 0 ? '' : JSON.stringify([...people]);
}

function faultOf({ text, people }: Cell, room: string): string | undefined {
  if (isDitto(text)) return `${quoteCell(text)} has no session above it`;
  if (room === '') return `${quoteCell(text)} is in a column without a room`;
  return [text, ...people.values()].map(formulaFault).find((fault) => fault !== undefined);
}
