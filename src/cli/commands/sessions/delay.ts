// Owns `sessions delay`: a talk begins later, and what follows it in its room.
import { delayedTalks } from '../../../schedule/plan/delay.ts';
import {
  movedSlotWarnings,
  slotsIn,
  stayingSlotWarnings,
} from '../../../schedule/plan/moved-slots.ts';
import type { Context } from '../../context.ts';
import { flag } from '../../flag.ts';
import { applyMoves, type MoveFlags } from './apply-moves.ts';
import { placedTalk } from './named-items.ts';
import { negativeDelay } from './negative-delay.ts';

/**
 * Slots that only the schedule file has stay, and are named.
 * @throws {NotFoundError} for a talk that is not placed
 * @throws {ConflictError} if the file has a talk in several slots, none of them that of the service
 * @throws {UsageError} for a time that is no duration
 */
export async function delaySession(
  context: Context<MoveFlags>,
  { submission, time }: { readonly submission: string; readonly time: string },
): Promise<void> {
  if (time.startsWith('-')) throw negativeDelay(time);
  const delayMs = delay.read(time, '<time>') ?? 0;
  await applyMoves(context, {
    verb: 'delay',
    subject: submission,
    identify: (submissions) => [placedTalk(submissions, submission).id, delayMs],
    plan({ submissions, inFile, file = '', checks, timeZone = 'UTC', ...schedule }) {
      const { id } = placedTalk(submissions, submission);
      const inSlots = slotsIn(inFile);
      const options = { ...checks, delayMs, timeZone, slots: inSlots };
      const { talks, slots } = delayedTalks(id, submissions, options);
      schedule.refuseUnclear(talks.map((talk) => talk.id));
      const isDelayed = new Set(slots.map(({ slot }) => slot));
      const others = inSlots.filter((slot) => slot.submissionId === id && !isDelayed.has(slot));
      const words = { file, timeZone };
      const warnings = [...movedSlotWarnings(slots, words), ...stayingSlotWarnings(others, words)];
      return { talks, slots, warnings };
    },
  });
}

/** Read as the duration of a flag. */
const delay = flag.duration(60_000, 'time');
