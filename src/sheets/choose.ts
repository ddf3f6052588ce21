// Chooses a table of a file: the one that the user names, or the first that has cells and the contents that are wanted. Must not know what is in it.
import { InvalidInputError, UsageError } from '../errors.ts';
import type { PeekableEntry } from './peek.ts';
import type { Contents, OnSheetNotice, RawTable, TableEntry } from './table.ts';

interface Choice {
  readonly file: string;
  /** The name or the number of a sheet; if undefined, the first visible one with cells. */
  readonly sheet: string | undefined;
  readonly contents: Contents | undefined;
  /** Whether the cells of a line may be the header of what is wanted; a sheet with such a line is preferred. */
  readonly isHeader?: ((cells: readonly string[]) => boolean) | undefined;
  readonly onNotice: OnSheetNotice;
}

/** @throws {UsageError} if there is no such sheet @throws {InvalidInputError} for a workbook without sheets */
export async function chooseSheet(all: readonly PeekableEntry[], choice: Choice): Promise<RawTable> {
  const { file, sheet, contents, isHeader, onNotice } = choice;
  if (sheet !== undefined) return namedSheet(all, sheet, file).open();
  const entries = meantFor(contents, all, file);
  const visible = entries.filter(({ isHidden }) => isHidden !== true);
  const [first = entries[0]] = visible;
  if (first === undefined) {
    throw new InvalidInputError(`${file} has no sheets`, {
      fix: 'open it in a spreadsheet program, and save it again',
    });
  }
  if (entries.length === 1) return first.open();
  const filled: PeekableEntry[] = [];
  for (const [at, entry] of entries.entries()) {
    const isEmpty = entry.isEmpty ?? (at < examined && (await entry.preview(1)).length === 0);
    if (!isEmpty) filled.push(entry);
  }
  const candidates = visible.filter((entry) => filled.includes(entry));
  const chosen = (isHeader && (await firstWithHeader(candidates, isHeader))) ?? candidates[0] ?? first;
  const others = filled.filter((entry) => entry !== chosen);
  for (const entry of all) if (entry !== chosen) await entry.close();
  if (others.length > 0) {
    await onNotice({
      kind: 'sheet_chosen',
      file,
      sheet: chosen.name ?? '',
      others: others.map(({ name = '', isHidden = false }) => ({ name, isHidden })),
    });
  }
  return chosen.open();
}

/** A workbook may begin with a cover. */
async function firstWithHeader(entries: readonly PeekableEntry[], isHeader: (cells: readonly string[]) => boolean) {
  for (const entry of entries.slice(0, examined)) {
    if ((await entry.preview(examinedLines)).some(({ cells }) => isHeader(cells))) return entry;
  }
  return undefined;
}

/** The tables that are meant for what is wanted; else those that may contain anything. @throws {InvalidInputError} if there are none */
export function meantFor<Entry extends TableEntry>(
  contents: Contents | undefined,
  entries: readonly Entry[],
  file: string,
): readonly Entry[] {
  const isFor = (each: Contents) => entries.filter(({ holds }) => holds?.includes(each));
  const meant = contents === undefined ? entries : isFor(contents);
  const found = meant.length > 0 ? meant : entries.filter(({ holds }) => holds === undefined);
  if (found.length > 0 || entries.length === 0) return found;
  throw new InvalidInputError(`${file} contains no ${contents}`, {
    details: [{ file, message: `contains ${entries.map(({ name = '' }) => name).join(', ')}` }],
    fix: `choose a file that contains ${contents}`,
  });
}

/** By name, or else by number, from 1. @throws {UsageError} */
export function namedSheet<Entry extends TableEntry>(entries: readonly Entry[], wanted: string, file: string): Entry {
  const named = entries.filter(({ name }) => name !== undefined);
  const found =
    named.find(({ name }) => name === wanted) ??
    named.find(({ name }) => name?.trim().toLowerCase() === wanted.trim().toLowerCase()) ??
    (/^\d{1,4}$/.test(wanted) ? named[Number(wanted) - 1] : undefined);
  if (found !== undefined) return found;
  if (named.length === 0) throw new UsageError(`${file} has no sheets to choose from`, { fix: 'leave out the sheet' });
  const shown = named.slice(0, namedSheets).map(({ name }) => JSON.stringify(name));
  throw new UsageError(`${file} has no sheet ${JSON.stringify(wanted)}`, {
    fix: `name one of its sheets: ${shown.join(', ')}${named.length > shown.length ? `, and ${named.length - shown.length} more` : ''}`,
  });
}

/** How many sheets a message names. */
const namedSheets = 50;
/** How many sheets are examined for cells. */
const examined = 100;
/** In how many of their lines a header is looked for. */
const examinedLines = 20;
