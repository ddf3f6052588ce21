// Owns what a file may take while it is read: counts that follow from its size, and pauses in which signals are handled. Must not know formats.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DecodeOptions } from '../csv/decode.ts';
import type { InvalidInputError } from '../errors.ts';
import { tooLarge } from './too-large.ts';

export interface Budget {
  readonly file: string;
  /** Adds bytes of the file that were read: what it may take grows with them. */
  grow(bytes: number): void;
  /**
   * Counts what the file takes.
   * @throws {InvalidInputError} if it is more than a file of this size may take
   */
  spend(what: Counted, count: number): void;
  /** Lets signals be handled, unless that was a moment ago. @throws the signal's reason */
  pause(): Promise<void>;
}

/** What the reader of a format gets. */
export interface ReadOptions extends DecodeOptions {
  readonly budget: Budget;
}

export type Counted = keyof typeof allowances;

/**
 * What any file may take, and how much more for each of its bytes. A file of the real world takes much less: a cell of a
 * packed workbook has a byte or more, and what is packed has been at most 100 times as large.
 */
const allowances = {
  rows: { base: 20_000, perByte: 0.25, format: 'a spreadsheet', unit: 'rows, with those that are repeated' },
  cells: { base: 100_000, perByte: 4, format: 'a spreadsheet', unit: 'cells, with those that are repeated or merged' },
  characters: {
    base: 64 * 1024 * 1024,
    perByte: 50,
    format: 'a spreadsheet',
    unit: 'characters, with those of texts that are used again',
  },
  unpacked: { base: 16 * 1024 * 1024, perByte: 400, format: 'a spreadsheet', unit: 'bytes in the parts that are read' },
  formatCodes: { base: 30_000, perByte: 0, format: 'a spreadsheet', unit: 'characters of number formats' },
  sheets: { base: 1_000, perByte: 0, format: 'a spreadsheet', unit: 'sheets' },
  events: { base: 50_000, perByte: 0, format: 'a schedule', unit: 'events' },
  people: { base: 200_000, perByte: 0, format: 'a schedule', unit: 'names of people in its events' },
  zoneRules: { base: 5_000, perByte: 0, format: 'a schedule', unit: 'rules of time zones' },
  recordCells: { base: 1_000_000, perByte: 40, format: 'a table', unit: 'cells, with the empty ones of each record' },
} as const;

/** @param signal ends the reading with its reason */
export function createBudget(file: string, signal?: AbortSignal): Budget {
  const spent = new Map<Counted, number>();
  let size = 0;
  let pausedAt = performance.now();
  return {
    file,
    grow(bytes) {
      size += bytes;
    },
    spend(what, count) {
      const { base, perByte } = allowances[what];
      const total = (spent.get(what) ?? 0) + count;
      spent.set(what, total);
      if (total > base + perByte * size) throw exceeded(file, what, size);
    },
    async pause() {
      if (performance.now() - pausedAt < longestTurnMs) return;
      await nextTurn();
      signal?.throwIfAborted();
      pausedAt = performance.now();
    },
  };
}

/** The same records, with a pause after each batch. */
export async function* withPauses<T>(batches: AsyncIterable<T>, budget: Pick<Budget, 'pause'>): AsyncGenerator<T> {
  for await (const batch of batches) {
    await budget.pause();
    yield batch;
  }
}

const longestTurnMs = 50;

function exceeded(file: string, what: Counted, size: number): InvalidInputError {
  const { base, perByte, format, unit } = allowances[what];
  const limit = Math.floor(base + perByte * size).toLocaleString('en');
  const reason = perByte === 0 ? '' : `; a file of ${size.toLocaleString('en')} bytes may have no more`;
  return tooLarge(file, format, { message: `it has more than ${limit} ${unit}${reason}` });
}
