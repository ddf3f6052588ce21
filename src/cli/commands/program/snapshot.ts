// Brings the snapshot of a program's folder up to date after its files were applied, and reports if that is impossible.
import { relative } from 'node:path';
import { PlenaryError } from '../../../errors.ts';
import type { RecordChange } from '../../../import/saved-plan.ts';
import { refreshSnapshot, type SentValues } from '../../../program/refresh.ts';
import type { ProgramHeader } from '../../../program/run.ts';
import { isProgramOf } from '../../../program/snapshot.ts';
import type { SavedList } from '../../../runs/row-file.ts';
import type { Context } from '../../context.ts';
import { shellWord } from '../../output/text.ts';
import type { ProgramPlan } from './plan.ts';
import { optionsFor } from './run.ts';

/** Everything is applied by now, so that a failure is no failure of the command. */
export async function refresh(
  context: Context,
  { event, baseUrl, options }: ProgramHeader,
  plan: ProgramPlan,
): Promise<void> {
  const folder = relative('', options.folder ?? '') || '.';
  if (!isProgramOf(folder, { event, baseUrl })) {
    return noticeSnapshot(context, `${folder} has no program of this event`, folder);
  }
  try {
    await refreshSnapshot(await optionsFor(context, { folder, event, baseUrl }), sentValues(plan));
  } catch (error) {
    if (!(error instanceof PlenaryError)) throw error;
    await noticeSnapshot(context, error.message, folder);
  }
}

async function noticeSnapshot(context: Context, reason: string, folder: string): Promise<void> {
  const pull = `plenary program pull ${shellWord(folder)}`;
  await context.notice(`The snapshot was not updated: ${reason}. Before you edit the files again: ${pull}`);
}

function sentValues({ speakers, submissions, sessions }: ProgramPlan): SentValues {
  return {
    speakers: valuesOf(speakers?.changes ?? []),
    submissions: valuesOf(submissions?.changes ?? []),
    sessions: new Map((sessions?.changes ?? []).map(({ submissionId, to }) => [submissionId, { ...to }] as const)),
  };
}

function valuesOf(changes: SavedList<RecordChange>): SentValues['speakers'] {
  const places = new Map<string, number>();
  let at = 0;
  for (const { id } of changes) {
    if (id !== undefined) places.set(id, at);
    at++;
  }
  return {
    get(id) {
      const { fields } = changes.at(places.get(id) ?? -1) ?? {};
      return fields && Object.fromEntries(Object.entries(fields).map(([field, { to }]) => [field, to ?? '']));
    },
  };
}
