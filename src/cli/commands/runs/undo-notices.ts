// Reports what an undo leaves as it is, before anything is sent.

import { amount, plural } from '../../../contract/amount.ts';
import type { DocumentOf } from '../../../contract/document.ts';
import { singularOf } from '../../../contract/endpoint.ts';
import { ConflictError } from '../../../errors.ts';
import type { RunHeader } from '../../../runs/entry.ts';
import type { RunSummary } from '../../../runs/folder.ts';
import type { FinalRow } from '../../../runs/undo.ts';
import type { Context } from '../../context.ts';
import { printRecord } from '../../output/records.ts';
import type { emptyUndo } from '../../review/report-schema.ts';

/** What an undo leaves of a resource. */
export interface FinalPart {
  readonly resource: string;
  readonly rows: readonly FinalRow[];
}

export async function noticeFinal(context: Context, parts: readonly FinalPart[]): Promise<void> {
  for (const text of textsOf(parts)) await context.notice(text);
}

/** An unfinished run cannot be resumed once it is undone. */
export async function noticeEnd(context: Context, { header, ended }: RunSummary): Promise<void> {
  if (ended === undefined)
    await context.notice(`Run ${header.run} is unfinished. The undo ends it: it cannot be resumed afterward.`);
}

/** @throws {ConflictError} if the run has written something */
export async function nothingToUndo(
  context: Context,
  { run, resource }: RunHeader,
  parts: readonly FinalPart[],
): Promise<void> {
  const texts = textsOf(parts);
  if (texts.length > 0) {
    const details = texts.map((message) => ({ message }));
    throw new ConflictError(`nothing of run ${run} can be undone; nothing was sent`, { details });
  }
  const report: DocumentOf<typeof emptyUndo> = {
    schemaVersion: '1.0',
    undoes: run,
    resource,
    counts: { rows: 0 },
    final: finalOf(parts),
  };
  await printRecord(context, report, { rows: 0 });
  await context.notice(`Run ${run} has changed nothing.`);
}

/** As reports have it: each row with its resource. */
export function finalOf(parts: readonly FinalPart[]): readonly FinalRow[] {
  return parts.flatMap(({ resource, rows }) => rows.map((row) => ({ resource, ...row })));
}

function textsOf(parts: readonly FinalPart[]): readonly string[] {
  return parts.flatMap(({ resource, rows }) => finalTexts(rows, resource));
}

/** What an undo leaves as it is, and why; a sentence for each reason. */
export function finalTexts(final: readonly FinalRow[], resource: string): readonly string[] {
  const noun = singularOf(resource);
  const count = (kind: FinalRow['kind']) => final.filter((row) => row.kind === kind).length;
  const [created, placed, unsaved] = [count('created'), count('placed'), count('not_saved')];
  const hidden = final.filter(({ kind }) => kind === 'not_shown');
  const fields = [...new Set(hidden.flatMap((row) => row.fields ?? []))];
  const withdraw =
    resource === 'submissions'
      ? ` To set ${plural(created, 'its', 'their')} status to withdrawn, pass --withdraw.`
      : '';
  return [
    created > 0
      ? `${amount(created, `new ${noun} remains`, `new ${noun}s remain`)}: the API cannot delete.${withdraw}`
      : '',
    placed > 0
      ? `${amount(placed, 'session')} ${plural(placed, 'remains', 'remain')} in the schedule: the API cannot take a session out that was placed for the first time.`
      : '',
    hidden.length > 0
      ? `${fields.join(', ')} of ${amount(hidden.length, noun)} cannot be restored: the service did not return the old ${plural(fields.length, 'value')}.`
      : '',
    unsaved > 0 ? `${amount(unsaved, 'row')} cannot be undone: the old values were not saved.` : '',
  ].filter(Boolean);
}
