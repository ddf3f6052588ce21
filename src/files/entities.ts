// Replaces HTML entities in the cells of a table (`Q&amp;A`) by the characters that they stand for.
// Must not know what the cells mean. Pure.
import { unescapeHtml } from '../contract/escape.ts';
import type { RawRecord, Sheet } from './table.ts';

/**
 * The text of a cell of one line without markup. What has tags or several lines may be HTML or
 * Markdown, whose entities are part of it.
 */
export function withoutEntities(text: string): string {
  return !text.includes('&') || /[\r\n]|<[a-z/!]/i.test(text) ? text : unescapeHtml(text);
}

/** The same for a cell of a grid, each of whose lines is a title or names people. */
export function linesWithoutEntities(text: string): string {
  return text.includes('&') ? text.split('\n').map(withoutEntities).join('\n') : text;
}

/** The table with such cells; the same one if it has no entities. */
export function sheetWithoutEntities(sheet: Sheet): Sheet {
  const rows = recordsWithoutEntities(sheet.rows);
  const columns = sheet.columns.map(withoutEntities);
  return rows === sheet.rows && columns.join() === sheet.columns.join()
    ? sheet
    : { ...sheet, columns, rows };
}

/**
 * The records with such cells; the same ones if they have no entities.
 * @param read replaces the entities of a cell
 */
export function recordsWithoutEntities<R extends RawRecord>(
  records: readonly R[],
  read = withoutEntities,
): readonly R[] {
  const replaced = records.map((record) => {
    const cells = record.cells.map(read);
    if (cells.every((cell, at) => cell === record.cells[at])) return record;
    const lists = [...(record.elements ?? [])].map(([at, list]) => [at, list.map(read)] as const);
    return { ...record, cells, elements: record.elements && new Map(lists) };
  });
  return replaced.every((record, at) => record === records[at]) ? records : replaced;
}
