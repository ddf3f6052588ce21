// Creates the submissions that a plan lacks, as an import creates its rows, before their sessions are placed.
import { createLedger } from '../../../changes/ledger.ts';
import { endpoints } from '../../../contract/index.ts';
import { OutcomeUnknownError } from '../../../errors.ts';
import { type RecordsPart, recordsPart } from '../../../import/records-part.ts';
import { startWork } from '../../../import/start-work.ts';
import type { RowFile } from '../../../runs/row-file.ts';
import { amount } from '../../output/text.ts';

/** The part of a run that creates submissions. @param file as messages call it */
export function creatingPart(rows: RowFile, { event, file }: Readonly<Record<'event' | 'file', string>>): RecordsPart {
  const endpoint = endpoints.createSubmission;
  const work = startWork(createLedger(rows), { endpoint, event });
  return recordsPart(work, { file, skipInvalid: false, maxErrors: () => Number.POSITIVE_INFINITY, saveIds: true });
}

/** The service lists no submission with the title and the address of one that was created. */
export function notListed(count: number): OutcomeUnknownError {
  return new OutcomeUnknownError(
    `${amount(count, 'new submission is', 'new submissions are')} not in the list of the service yet, so no session was placed`,
    { retryable: true, fix: 'run the same command again' },
  );
}
