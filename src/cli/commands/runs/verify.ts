// Owns `runs verify`: whether the service still has what a run wrote.
import { endpoints } from '../../../contract/index.ts';
import { ChangesPendingError, ConflictError } from '../../../errors.ts';
import { verifyRecords } from '../../../import/verify.ts';
import type { RunHeader } from '../../../runs/entry.ts';
import type { Verification } from '../../../runs/verification.ts';
import { readWritten, type Written } from '../../../runs/written.ts';
import { fetchSubmissions } from '../../../schedule/submissions.ts';
import { verifyPlacements } from '../../../schedule/verify.ts';
import type { Context } from '../../context.ts';
import { oneBatch, printRecord, printRecords } from '../../output/records.ts';
import { amount } from '../../output/text.ts';
import { savedRuns } from '../sending.ts';
import { findRun } from './find.ts';

/** @throws {ConflictError} if something differs; {@link ChangesPendingError} with --detailed-exitcode */
export async function verifyRun(context: Context): Promise<void> {
  const { header } = await findRun(context);
  const { run, resource, event } = header;
  const { counts, differences } = await verify(
    context,
    header,
    await readWritten(savedRuns(context.io).folder(run).entries()),
  );
  const { same, unknown, different, gone } = counts;
  if ((await context.format()) === 'json') {
    await printRecord(context, { schemaVersion: '1.0', run, resource, event, counts, differences });
  } else if (differences.length > 0) {
    await printRecords(context, oneBatch(differences.map((each) => ({ ...each, field: each.field ?? '(gone)' }))), {
      noun: 'differences',
      defaultFields: ['row', 'name', 'field', 'wrote', 'now'],
    });
  }
  const others = [
    different > 0 ? `${different} changed since` : '',
    gone > 0 ? `${gone} not in the list of the service` : '',
    unknown > 0 ? `${unknown} cannot be compared` : '',
  ].filter(Boolean);
  await context.notice(`${[`${same} of ${amount(counts.rows, 'row')} as written`, ...others].join(', ')}.`);
  if (differences.length === 0) return;
  const rows = `${different + gone} of ${amount(counts.rows, 'row')}`;
  const message = `the service no longer has what run ${run} wrote: ${rows} differ`;
  throw context.own.detailedExitcode === true ? new ChangesPendingError(message) : new ConflictError(message);
}

async function verify(context: Context, { resource, event }: RunHeader, written: Written): Promise<Verification> {
  const client = await context.client({ concurrency: 'auto' });
  if (resource === 'sessions') {
    const timeZone = (await context.setting('timezone')).value;
    return verifyPlacements(written, await fetchSubmissions(client, { event, timeZone }));
  }
  const endpoint = resource === 'speakers' ? endpoints.createSpeaker : endpoints.createSubmission;
  return verifyRecords(written, { client, endpoint, event });
}
