// Judges by the first cells of a column whether it can hold what its header says. Must not know the
// other columns.
import { readZonedClocks } from './dates/clock.ts';
import { isAboutZones, longestTime, readZone } from './dates/zone.ts';
import { isNo, isYes } from './marks.ts';

/** The cells of a column in the first rows of a file, trimmed; an empty one is the empty text. */
export type Cells = readonly string[];

/** Why a column is not used for a target: `its cells are numbers, so it is not title`. */
export function misfitOf(target: string, cells: Cells): string | undefined {
  if (!isOfText(target)) return undefined;
  const filled = cells.filter((cell) => cell !== '');
  // One title or one family name may be such a word or a number; nobody is called Yes.
  const isTelling = filled.length > (isOfPeople(target) ? 0 : 2);
  if (isTelling && filled.every((cell) => isYes(cell) || isNo(cell))) {
    return `its cells say yes or no, so it is not ${target}`;
  }
  if (filled.length > 2 && filled.every((cell) => number.test(cell))) {
    return `its cells are numbers, so it is not ${target}`;
  }
  return undefined;
}

/** Whether all cells are ids of another system, or numbers: `12`, `P-7`. */
export function areIds(cells: Cells): boolean {
  return cells.every((cell) => cell === '' || shortId.test(cell));
}

const shortId = /^(?=.*\d)[\p{L}\d#._/-]{1,20}$/u;

/** Whether the cells number the rows from 1. */
export function areRowNumbers(cells: Cells): boolean {
  return cells.filter(Boolean).every((cell, at) => cell.replace(/\.$/, '') === String(at + 1));
}

/** Whether all cells have a date and a time; midnight is what spreadsheets add to a date. */
export function areMoments(cells: Cells): boolean {
  const filled = cells.filter((cell) => cell !== '');
  return filled.every(isMoment) && filled.some((cell) => !midnight.test(cell));
}

/** Whether the cells of a column name time zones, also if none of them is exact. */
export function areZones(cells: Cells): boolean {
  const filled = cells.filter((cell) => cell !== '');
  return filled.length > 0 && filled.every((cell) => readZone(cell).ok || isAboutZones(cell));
}

function isMoment(cell: string): boolean {
  return cell.length <= longestTime && readZonedClocks(cell) === undefined && moment.test(cell);
}

function isOfText(target: string): boolean {
  return isOfPeople(target) || /^(title|about|abstract|feedback)$|(first|last)_name$/.test(target);
}

function isOfPeople(target: string): boolean {
  return /^(name|speakers|co_speakers|co_authors|moderators|chairs|hosts)$/.test(target);
}

const number = /^[#\d\s.,-]*\d[\s.,-]*$/;

/** A text with digits, as a date has, before a clock time. */
const moment = /^[^:]*\d[^:]*[T\s,]\s*\d{1,2}[:.h]\d\d/i;

const midnight = /[T\s]0?0:00(?::00(?:\.0+)?)?$/i;
