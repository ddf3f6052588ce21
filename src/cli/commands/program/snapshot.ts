// Brings the snapshot of a program's folder up to date after its files were applied, and reports if that is impossible.

import { relative } from 'node:path';
import type { CombinedHeader } from '../../../combined/header.ts';
import type { CombinedParts } from '../../../combined/run.ts';
import { shellWord } from '../../../contract/escape.ts';
import { PlenaryError } from '../../../errors.ts';
import type { RecordsPart } from '../../../import/records-part.ts';
import { refreshSnapshot, type SentValues } from '../../../program/refresh.ts';
import { isProgramOf } from '../../../program/snapshot.ts';
import type { Context } from '../../context.ts';
import { optionsFor } from './run.ts';

/** Everything is applied by now, so that a failure is no failure of the command. */
export async function refresh(
  context: Context,
  { event, baseUrl, options }: CombinedHeader,
  parts: CombinedParts,
): Promise<void> {
  const folder = relative('', options.folder ?? '') || '.';
  if (!isProgramOf(folder, { event, baseUrl })) {
    return noticeSnapshot(context, `${folder} has no program of this event`, folder);
  }
  try {
    await refreshSnapshot(await optionsFor(context, { folder, event, baseUrl }), sentValues(parts));
  } catch (error) {
    if (!(error instanceof PlenaryError)) throw error;
    await noticeSnapshot(context, error.message, folder);
  }
}

async function noticeSnapshot(context: Context, reason: string, folder: string): Promise<void> {
  const pull = `plenary program pull ${shellWord(folder)}`;
  await context.notice(`The snapshot was not updated: ${reason}. Before you edit the files again: ${pull}`);
}

function sentValues({ speakers, submissions, sessions }: CombinedParts): SentValues {
  return {
    speakers: valuesOf(speakers),
    submissions: valuesOf(submissions),
    sessions: new Map((sessions?.placed() ?? []).map(({ submissionId, to }) => [submissionId, { ...to }] as const)),
  };
}

function valuesOf(part: RecordsPart | undefined): SentValues['speakers'] {
  const written = part?.written();
  return {
    get(id) {
      const fields = written?.get(id);
      return fields && Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, value ?? '']));
    },
  };
}
