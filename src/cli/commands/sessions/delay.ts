// Owns `sessions delay`: a talk begins later, and what follows it in its room.
import { delayedTalks } from '../../../schedule/delay.ts';
import type { Context } from '../../context.ts';
import { flag } from '../../flag.ts';
import { applyMoves, type MoveFlags } from './apply-moves.ts';
import { placedTalk } from './named-talk.ts';

/**
 * @throws {NotFoundError} for a talk that is not placed
 * @throws {UsageError} for a time that is no duration
 */
export async function delaySession(
  context: Context<MoveFlags>,
  { submission, time }: { readonly submission: string; readonly time: string },
): Promise<void> {
  const delayMs = delay.read(time, '<time>') ?? 0;
  await applyMoves(context, {
    verb: 'delay',
    subject: submission,
    identify: (submissions) => [placedTalk(submissions, submission).id, delayMs],
    plan({ submissions, checks, timeZone = 'UTC' }) {
      const { id } = placedTalk(submissions, submission);
      return { talks: delayedTalks(id, submissions, { ...checks, delayMs, timeZone }) };
    },
  });
}

/** Read as the duration of a flag. */
const delay = flag.duration(60_000, 'time');
