// Owns the ledger of letters: who has which one. It is committed, so it must not know names or
// addresses.

import { existsSync, readFileSync } from 'node:fs';
import { listFaults } from '../columns/fault-list.ts';
import { type InputFault, InvalidInputError } from '../errors.ts';
import { readCsv } from '../files/csv.ts';
import { csvText, guard, unguard } from '../files/csv-write.ts';
import { lineEndsOf } from '../files/line-ends.ts';
import type { RawRecord } from '../files/table.ts';
import { refuseOther } from '../program/entries.ts';

/** A letter that somebody has. */
export interface LedgerEntry {
  /** The id of a speaker, or a hash of the address. */
  readonly person: string;
  /** The name of the template. */
  readonly template: string;
  /** A hash of the subject and the text. */
  readonly text: string;
  /** The day on which it was written, in UTC. */
  readonly date: string;
}

const columns = ['person', 'template', 'text', 'date'] as const;

export interface Ledger {
  readonly entries: readonly LedgerEntry[];
  /** Empty if there is no file yet. */
  readonly source: string;
}

/**
 * The ledger of a file, which may not exist.
 * @throws {InvalidInputError} for what is no file, and for a line that is no entry: who has a
 *   letter would be unknown
 */
export function readLedger(file: string): Ledger {
  refuseOther(file, 'file');
  if (!existsSync(file)) return { entries: [], source: '' };
  const bytes = readFileSync(file);
  const { records } = readCsv(bytes, { file, fix: 'save the file as "CSV UTF-8"' });
  const [header, ...rows] = records;
  const faults: InputFault[] = [];
  if (header?.cells.join() !== columns.join()) {
    const message = `expected the columns ${columns.join(',')}`;
    faults.push({ file, line: header?.line ?? 1, code: 'no_ledger', message });
  }
  const entries = rows.flatMap((row) => {
    const entry = entryOf(row);
    if (entry === undefined) {
      faults.push({ file, line: row.line, code: 'no_entry', message: 'the line is no entry' });
    }
    return entry ?? [];
  });
  if (faults.length > 0) {
    throw new InvalidInputError(`${file} cannot be read, so who has a letter is unknown`, {
      details: listFaults(faults).listed,
      fix: 'restore the file; after a merge, keep the lines of both sides',
    });
  }
  return { entries, source: bytes.toString('utf8') };
}

function entryOf({ cells }: RawRecord): LedgerEntry | undefined {
  const [person = '', template = '', text = '', date = ''] = cells.map(unguard);
  const isEntry = cells.length === columns.length && person !== '' && template !== '';
  return isEntry && /^sha256:[\da-f]{64}$/.test(text)
    ? { person, template, text, date }
    : undefined;
}

/** The entries of a template by their people. */
export function entriesOf({ entries }: Ledger, template: string): ReadonlyMap<string, LedgerEntry> {
  const own = entries.filter((entry) => entry.template === template);
  return new Map(own.map((entry) => [entry.person, entry]));
}

/** Whether the key of a person is a hash of an address, and not an id. */
export function isHash(person: string): boolean {
  return person.startsWith('sha256:');
}

/** The text of the ledger with entries that are new, or replace those of their people. */
export function ledgerText({ entries, source }: Ledger, added: readonly LedgerEntry[]): string {
  const all = new Map([...entries, ...added].map((entry) => [keyOf(entry), entry]));
  const rows = Array.from(all.values(), ({ person, template, text, date }) => [
    guard(person),
    guard(template),
    text,
    date,
  ]);
  return csvText([[...columns], ...rows], { lineEnd: lineEndsOf(source).end });
}

function keyOf({ person, template }: LedgerEntry): string {
  return JSON.stringify([person, template]);
}
