// Owns `sessions swap`: two talks exchange their rooms and times.
import { dateAndTime } from '../../../columns/dates/zoned-time.ts';
import { quoted } from '../../../contract/amount.ts';
import { UsageError } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import { applyMoves, type MoveFlags } from './apply-moves.ts';
import { placedTalk } from './named-items.ts';

/**
 * @throws {NotFoundError} for a talk that is not placed
 * @throws {ConflictError} for clashes in the new places, and for a talk that the file has in
 * several slots
 */
export async function swapSessions(
  context: Context<MoveFlags>,
  { a, b }: { readonly a: string; readonly b: string },
): Promise<void> {
  await applyMoves(context, {
    verb: 'swap',
    subject: [a, b].sort().join(' and '),
    identify: (submissions) => [a, b].map((name) => placedTalk(submissions, name).id).sort(),
    plan({ submissions, timeZone, refuseSlots }) {
      const [one, other] = [placedTalk(submissions, a), placedTalk(submissions, b)];
      if (one.id === other.id) throw new UsageError(`${quoted(a)} and ${quoted(b)} are one talk`);
      refuseSlots([one.id, other.id]);
      const { room, start } = other.from;
      const when = timeZone === undefined ? start : dateAndTime(Date.parse(start), timeZone);
      const message = `until the second request is done, both talks are in ${room} at ${when}`;
      return {
        talks: [
          { ...one, to: other.from },
          { ...other, to: one.from },
        ],
        warnings: [{ code: 'between_requests', message }],
      };
    },
  });
}
