// Owns `runs verify`: whether the service still has what a run wrote.

import { recordId } from '../../../client/response.ts';
import { dateAndTime } from '../../../columns/dates/zoned-time.ts';
import { recordName } from '../../../columns/record-name.ts';
import { amount, plural } from '../../../contract/amount.ts';
import type { DocumentOf } from '../../../contract/document.ts';
import { type Endpoint, singularOf } from '../../../contract/endpoint.ts';
import { creationOf } from '../../../contract/index.ts';
import { ChangesPendingError, ConflictError } from '../../../errors.ts';
import { listRecords } from '../../../import/event-records.ts';
import { programResource } from '../../../plans/run-header.ts';
import {
  type RowDifference,
  type SightedRecord,
  type Verification,
  verify,
} from '../../../runs/verify.ts';
import { type EventSubmission, fetchSubmissions } from '../../../schedule/submissions.ts';
import type { Context } from '../../context.ts';
import type { runVerification } from '../../documents.ts';
import { publicValue } from '../../output/cell-text.ts';
import { nextCommand } from '../../output/next-command.ts';
import { oneBatch, printRecord, printRecords } from '../../output/records.ts';
import { savedRuns } from '../../review/sending.ts';
import { usualClock } from '../../usual-clock.ts';
import {
  damagedJournal,
  findRun,
  type RunArgument,
  readWritten,
  type WrittenPart,
} from './find.ts';
import { undoersOf } from './summary.ts';

/**
 * @throws {ConflictError} if something differs; {@link ChangesPendingError} with
 *   --detailed-exitcode
 */
export async function verifyRun(
  context: Context<{ readonly detailedExitcode: boolean }>,
  { run: name }: RunArgument,
): Promise<void> {
  const saved = await findRun(context, name);
  const { run, resource, event } = saved.header;
  context.useEvent(event);
  const runs = savedRuns(context.io);
  await noticeUndone(context, run, undoersOf(run, await runs.list()));
  const results: (Verification & { readonly kind: string })[] = [];
  const { parts, damage } = await readWritten(saved, runs);
  for (const part of parts) {
    results.push({ kind: singularOf(part.resource), ...(await verifyPart(context, event, part)) });
  }
  const counts = addCounts(results);
  const differences = results.flatMap(({ kind, differences }) =>
    differences.map((difference) => ({ kind, ...difference })),
  );
  if ((await context.format()) === 'json') {
    const verification: DocumentOf<typeof runVerification> = {
      schemaVersion: '2.0',
      run,
      kind: singularOf(resource),
      event,
      counts,
      differences,
    };
    await printRecord(context, verification);
  } else if (differences.length > 0) {
    const isProgram = resource === programResource || results.length > 1;
    await printDifferences(context, differences, isProgram ? 'kind' : 'row');
  }
  await context.notice(`${countsText(counts)}.`);
  if (damage !== undefined)
    throw damagedJournal(damage, 'what they say of further rows cannot be verified');
  if (differences.length === 0) return;
  const changed = counts.different + counts.gone;
  const differ = `${amount(counts.rows, 'row')} ${plural(changed, 'differs', 'differ')}`;
  const message = `the service no longer has what run ${run} wrote: ${changed} of ${differ}`;
  throw context.flags.detailedExitcode
    ? new ChangesPendingError(message)
    : new ConflictError(message);
}

async function noticeUndone(
  context: Context,
  run: string,
  [last]: readonly string[],
): Promise<void> {
  if (last === undefined) return;
  const command = nextCommand(`plenary runs verify ${last}`, context.serviceFlags);
  await context.notice(`Run ${run} was undone by run ${last}. To verify that one: ${command}`);
}

/** @param first the first column of a table */
async function printDifferences(
  context: Context,
  differences: readonly RowDifference[],
  first: 'kind' | 'row',
): Promise<void> {
  const rows = differences.map((difference) => tableRow(difference, context.interactive));
  const shown = (await context.format()) === 'table' ? await onOneClock(context, rows) : rows;
  await printRecords(context, oneBatch(shown), {
    noun: 'differences',
    defaultFields: [first, 'name', 'field', 'wrote', 'now'],
  });
}

/** `12 of 14 rows as written, 1 changed since, 1 not in the list of the service` */
function countsText({ rows, same, different, gone, unknown }: Verification['counts']): string {
  return [
    `${same} of ${amount(rows, 'row')} as written`,
    different > 0 ? `${different} changed since` : '',
    gone > 0 ? `${gone} not in the list of the service` : '',
    unknown > 0 ? `${unknown} cannot be compared` : '',
  ]
    .filter(Boolean)
    .join(', ');
}

/** A difference as it is printed. */
interface DifferenceRow extends Readonly<Record<string, unknown>> {
  readonly field: string;
  readonly wrote: unknown;
  readonly now: unknown;
}

/** Starts with different offsets look equal, or different, without being so. */
async function onOneClock(
  context: Context,
  rows: readonly DifferenceRow[],
): Promise<readonly DifferenceRow[]> {
  const starts = rows.flatMap(({ field, wrote }) => (field === 'start' ? [String(wrote)] : []));
  if (starts.length === 0) return rows;
  const { value } = await context.setting('timezone');
  const zone = value ?? (await usualClock(context, starts));
  const shown = (value: unknown) => {
    const ms = Date.parse(String(value));
    return Number.isNaN(ms) ? value : dateAndTime(ms, zone);
  };
  return rows.map((row) =>
    row.field === 'start' ? { ...row, wrote: shown(row.wrote), now: shown(row.now) } : row,
  );
}

/** @param isWhole whether values of private columns are shown: logs store what is printed */
function tableRow({ field, wrote, now, ...row }: RowDifference, isWhole: boolean): DifferenceRow {
  const shown = (value: unknown) => (isWhole || field === null ? value : publicValue(field, value));
  return { ...row, field: field ?? '(gone)', wrote: shown(wrote), now: shown(now) };
}

function addCounts(results: readonly Verification[]): Verification['counts'] {
  const total = { rows: 0, same: 0, different: 0, gone: 0, unknown: 0 };
  for (const { counts } of results) {
    for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += counts[name];
  }
  return total;
}

async function verifyPart(
  context: Context,
  event: string,
  { resource, written }: WrittenPart,
): Promise<Verification> {
  const client = await context.client();
  if (resource !== 'sessions') return verify(written, sighted(creationOf(resource)));
  // Instants are compared, so the zone of the event is not asked for.
  const { value: timeZone } = await context.setting('timezone');
  const program = await fetchSubmissions(client, { event, timeZone });
  return verify(written, program.map(toSighted));

  async function* sighted(endpoint: Endpoint): AsyncGenerator<SightedRecord> {
    for await (const values of listRecords({ endpoint, event }, { client })) {
      const id = recordId(values, endpoint.resource);
      if (id !== undefined) yield { id, name: recordName(endpoint.resource, values), values };
    }
  }
}

/** A session that is not placed has no room. */
function toSighted({ id, title: name, placement }: EventSubmission): SightedRecord {
  return { id, name, values: { room: null, start: null, ...placement } };
}
