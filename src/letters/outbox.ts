// Owns `letters.csv`: the letters that are in their folder, as a table for another mailer.

import { existsSync, readFileSync } from 'node:fs';
import { InvalidInputError } from '../errors.ts';
import { readCsv } from '../files/csv.ts';
import { csvText, guard } from '../files/csv-write.ts';
import { refuseOther } from '../program/entries.ts';
import type { Letter } from './letter.ts';

export const outboxName = 'letters.csv';

const columns = ['file', 'email', 'subject', 'text'] as const;

/**
 * The cells of each letter, by the name of its file; empty if the table does not exist.
 * @throws {InvalidInputError} for what is no file, and for a table of something else, which would
 *   be overwritten
 */
export function readOutbox(path: string): ReadonlyMap<string, readonly string[]> {
  refuseOther(path, 'file');
  if (!existsSync(path)) return new Map();
  const { records } = readCsv(readFileSync(path), { file: path });
  const [header, ...rows] = records;
  if (header?.cells.join() !== columns.join()) {
    throw new InvalidInputError(`${path} is another table than one of letters`, {
      fix: 'move the file away, or pass another folder with --out',
    });
  }
  return new Map(rows.map(({ cells: [file = '', ...cells] }) => [file, cells]));
}

/**
 * @param before as `readOutbox` returns it
 * @param files the letters that are in the folder
 */
export function outboxText(
  before: ReadonlyMap<string, readonly string[]>,
  letters: readonly Letter[],
  files: ReadonlySet<string>,
): string {
  const written = letters.map(
    ({ file, email, subject, text }) => [file, [email, subject, text].map(guard)] as const,
  );
  const all = [...new Map([...before, ...written])];
  const rows = all.filter(([file]) => files.has(file)).map(([file, cells]) => [file, ...cells]);
  return csvText([[...columns], ...rows]);
}
