// Owns `sessions move`: the talks of a room take place in another one, at the same times.
import { isSameRoom } from '../../../changes/place.ts';
import { localDay } from '../../../columns/dates/zoned-time.ts';
import { listText, quoted } from '../../../contract/amount.ts';
import { foldKey } from '../../../contract/key.ts';
import { NotFoundError } from '../../../errors.ts';
import { movedSlotWarnings, slotsIn } from '../../../schedule/plan/moved-slots.ts';
import { roomWarnings } from '../../../schedule/plan/row-warnings.ts';
import { isCalledOff } from '../../../schedule/submissions.ts';
import type { Context } from '../../context.ts';
import { applyMoves, type MoveFlags } from './apply-moves.ts';
import { namedRoom } from './named-items.ts';

/**
 * Slots that only the schedule file has stay, and are named.
 * @throws {NotFoundError} if no talk is in the room
 * @throws {ConflictError} if the file has a talk in several slots, none of them that of the service
 * @throws {InvalidInputError} if the event has no room of the new name, or several
 */
export async function moveSessions(
  context: Context<
    MoveFlags & { readonly from: string; readonly to: string; readonly day: readonly string[] }
  >,
): Promise<void> {
  const { from, to, day } = context.flags;
  await applyMoves(context, {
    verb: 'move',
    subject: `${from} to ${to}`,
    identify: () => [foldKey(from), foldKey(to), ...[...new Set(day)].sort()],
    plan({ submissions, inFile, file = '', rooms, timeZone = 'UTC', ...schedule }) {
      const room = rooms === undefined ? to : namedRoom(rooms, to, '--to').item.name;
      const used = submissions.flatMap(({ placement }) => placement?.room ?? []);
      const isChosen = (placed: string, startMs: number) =>
        isSameRoom(placed, from) && (day.length === 0 || day.includes(localDay(startMs, timeZone)));
      const talks = submissions.flatMap((talk) => {
        const { id, title, placement } = talk;
        if (placement === undefined || isCalledOff(talk)) return [];
        if (!isChosen(placement.room, Date.parse(placement.start))) return [];
        return [{ id, title, from: placement, to: { ...placement, room } }];
      });
      const slots = slotsIn(inFile)
        .filter((slot) => isChosen(slot.room, slot.startMs))
        .map((slot) => ({ slot, room, startMs: slot.startMs }));
      if (talks.length + slots.length === 0) throw noTalk(from, day, used);
      schedule.refuseUnclear(talks.map(({ id }) => id));
      const warnings = [
        ...(rooms === undefined ? roomWarnings([{ room }], used) : []),
        ...movedSlotWarnings(slots, { file, timeZone }),
      ];
      return { talks, slots, warnings };
    },
  });
}

function noTalk(from: string, days: readonly string[], used: readonly string[]): NotFoundError {
  const on = days.length === 0 ? '' : ` on ${listText(days)}`;
  const names = [...new Set(used)].toSorted().map(quoted);
  return new NotFoundError(`no talk is in room ${quoted(from)}${on}`, {
    fix:
      names.length === 0
        ? 'place the talks first'
        : `pass one of these with --from: ${listText(names, 20)}`,
  });
}
