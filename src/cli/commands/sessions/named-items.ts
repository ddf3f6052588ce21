// Finds the talk of an event that an argument names, by its id or its title, and the room that a
// flag names.
import { quoted } from '../../../contract/amount.ts';
import { accentlessKey, foldKey } from '../../../contract/key.ts';
import { InvalidInputError, NotFoundError, UsageError } from '../../../errors.ts';
import { roomFix } from '../../../schedule/plan/known-rooms.ts';
import { type Room, roomAmong } from '../../../schedule/rooms/room-name.ts';
import type { EventSubmission } from '../../../schedule/submissions.ts';

/**
 * The placed talk with this id, else this title.
 * @throws {NotFoundError}
 * @throws {UsageError} with their ids, if several placed talks have the title
 */
export function placedTalk(submissions: readonly EventSubmission[], name: string) {
  const placed = submissions.flatMap(({ id, title, placement: from, people }) =>
    from === undefined ? [] : [{ id, title, from, people }],
  );
  const talks = talksNamed(placed, name);
  const [talk, ...others] = talks;
  if (talk === undefined) {
    throw new NotFoundError(`${quoted(name)} is not a talk that is placed`, {
      next: [{ command: 'plenary sessions list --all' }],
    });
  }
  const { id, title, from } = talk;
  if (others.length === 0) return { id, title, from };
  const details = talks.map(({ id, people, from }) => {
    const speakers = people.flatMap(({ name }) => name || []);
    const by = speakers.length === 0 ? '' : ` (${speakers.join('; ')})`;
    return { message: `${id}${by}: ${from.room} at ${from.start}` };
  });
  throw new UsageError(`${quoted(name)} is the title of ${talks.length} placed talks`, {
    details,
    fix: 'pass the id of one of them',
  });
}

/** Whether there is such a talk, and none with this name is placed. */
export function isUnplaced(submissions: readonly EventSubmission[], name: string): boolean {
  const talks = talksNamed(submissions, name);
  return talks.length > 0 && talks.every(({ placement }) => placement === undefined);
}

/**
 * The room with this id or name.
 * @param rooms all that the event has
 * @param flag that names it
 * @throws {InvalidInputError} if the event has no such room, or several of its name
 */
export function namedRoom(rooms: readonly Room[], name: string, flag: '--room' | '--to') {
  const match = roomAmong(rooms, name);
  if ('item' in match) return match;
  const what = match.code === 'unknown_room' ? 'unknown' : 'not unique';
  throw new InvalidInputError(`the room is ${what}; nothing was sent`, {
    details: [{ ...match, field: 'room', flag }],
    fix: roomFix([match]),
  });
}

function talksNamed<Talk extends Pick<EventSubmission, 'id' | 'title'>>(
  talks: readonly Talk[],
  name: string,
): readonly Talk[] {
  const byId = talks.filter(({ id }) => id === name);
  if (byId.length > 0) return byId;
  const equal = talks.filter(({ title }) => foldKey(title) === foldKey(name));
  if (equal.length > 0) return equal;
  return talks.filter(({ title }) => accentlessKey(title) === accentlessKey(name));
}
