// Describes the lines of a journal. Loaded only for JSON Schemas.
import { catchall, describe, extend, optional, string, union, unknown } from 'zod/mini';
import { entries, header } from './entry.ts';

export const journalLine = union([
  catchall(header, unknown()).check(describe('First line: what is needed to resume the run')),
  entries.change.check(describe('What a row is about to change, with the values that it replaces')),
  entries.sending.check(describe('First and last rows that are about to be sent')),
  entries.unsent.check(describe('Rows that were not sent after all')),
  // Why a row failed is for people, and not read again.
  extend(entries.row, { message: optional(string()) }).check(
    describe('Outcome of a row; a row that was about to be sent and has none is in doubt'),
  ),
  entries.ended.check(describe('Last line: nothing is left to do')),
]);
