// Owns `runs verify`: whether the service still has what a run wrote.
import { creationOf } from '../../../contract/index.ts';
import { ChangesPendingError, ConflictError } from '../../../errors.ts';
import { verifyRecords } from '../../../import/verify.ts';
import { programResource } from '../../../program/header.ts';
import { usingTemporaryRows } from '../../../runs/row-file.ts';
import type { RowDifference, Verification } from '../../../runs/verification.ts';
import { fetchSubmissions } from '../../../schedule/submissions.ts';
import { verifyPlacements } from '../../../schedule/verify.ts';
import type { Context } from '../../context.ts';
import { nextCommand } from '../../output/next-command.ts';
import { publicValue } from '../../output/private-values.ts';
import { oneBatch, printRecord, printRecords } from '../../output/records.ts';
import { amount } from '../../output/text.ts';
import { savedRuns } from '../sending.ts';
import { findRun, type RunArgument, readParts, type WrittenPart } from './find.ts';
import { undoersOf } from './summary.ts';

/** @throws {ConflictError} if something differs; {@link ChangesPendingError} with --detailed-exitcode */
export async function verifyRun(
  context: Context<{ readonly detailedExitcode: boolean }>,
  { run: name }: RunArgument,
): Promise<void> {
  const found = await findRun(context, name);
  const { run, resource, event } = found.header;
  const runs = savedRuns(context.io);
  const undoneBy = undoersOf(run, await runs.list());
  if (undoneBy.length > 0) {
    const [last] = undoneBy;
    const command = nextCommand(`plenary runs verify ${last}`, context.serviceFlags);
    await context.notice(`Run ${run} was undone by run ${last}. To verify that one: ${command}`);
  }
  const results = await usingTemporaryRows(runs, async (file) => {
    const all: (Verification & { readonly resource: string })[] = [];
    for (const part of await readParts(found, runs, file)) {
      all.push({ resource: part.resource, ...(await verify(context, event, part)) });
    }
    return all;
  });
  const isProgram = resource === programResource || results.length > 1;
  const counts = addCounts(results);
  const differences = results.flatMap((each) =>
    each.differences.map((difference) => (isProgram ? { resource: each.resource, ...difference } : difference)),
  );
  const { same, unknown, different, gone } = counts;
  if ((await context.format()) === 'json') {
    await printRecord(context, { schemaVersion: '1.0', run, resource, event, counts, differences });
  } else if (differences.length > 0) {
    await printRecords(context, oneBatch(differences.map((each) => tableRow(each, context.interactive))), {
      noun: 'differences',
      defaultFields: [isProgram ? 'resource' : 'row', 'name', 'field', 'wrote', 'now'],
    });
  }
  const others = [
    different > 0 ? `${different} changed since` : '',
    gone > 0 ? `${gone} not in the list of the service` : '',
    unknown > 0 ? `${unknown} cannot be compared` : '',
  ].filter(Boolean);
  await context.notice(`${[`${same} of ${amount(counts.rows, 'row')} as written`, ...others].join(', ')}.`);
  if (differences.length === 0) return;
  const changed = different + gone;
  const rows = `${changed} of ${amount(counts.rows, 'row')} ${changed === 1 ? 'differs' : 'differ'}`;
  const message = `the service no longer has what run ${run} wrote: ${rows}`;
  throw context.flags.detailedExitcode ? new ChangesPendingError(message) : new ConflictError(message);
}

/** @param isWhole whether values of private columns are shown: logs store what is printed */
function tableRow({ field, wrote, now, ...row }: RowDifference, isWhole: boolean): Readonly<Record<string, unknown>> {
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

async function verify(context: Context, event: string, { resource, written }: WrittenPart): Promise<Verification> {
  const client = await context.client({ concurrency: 'auto' });
  if (resource === 'sessions') {
    const timeZone = (await context.setting('timezone')).value;
    return verifyPlacements(written, await fetchSubmissions(client, { event, timeZone }));
  }
  return verifyRecords(written, { client, endpoint: creationOf(resource), event });
}
