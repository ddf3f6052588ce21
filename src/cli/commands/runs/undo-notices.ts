// Reports what an undo leaves as it is, before anything is sent.
import { ConflictError } from '../../../errors.ts';
import { programResource } from '../../../program/run.ts';
import type { RunHeader } from '../../../runs/entry.ts';
import type { RunSummary } from '../../../runs/folder.ts';
import type { FinalRow } from '../../../runs/written.ts';
import type { Context } from '../../context.ts';
import { printRecord } from '../../output/records.ts';
import { finalTexts } from './words.ts';

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
    const fix = texts.map((text) => text.replace(/\.$/, '')).join('; ');
    throw new ConflictError(`nothing of run ${run} can be undone; nothing was sent`, { fix });
  }
  const report = { schemaVersion: '1.0', undoes: run, resource, counts: { rows: 0 }, final: finalOf(resource, parts) };
  await printRecord(context, report, { rows: 0 });
  await context.notice(`Run ${run} has changed nothing.`);
}

/** As reports have it; in that of a program, each row has its resource. */
export function finalOf(resource: string, parts: readonly FinalPart[]): readonly FinalRow[] {
  return parts.flatMap((part) =>
    part.rows.map((row) => (resource === programResource ? { resource: part.resource, ...row } : row)),
  );
}

function textsOf(parts: readonly FinalPart[]): readonly string[] {
  return parts.flatMap(({ resource, rows }) => finalTexts(rows, resource));
}
