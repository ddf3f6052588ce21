// Owns how sessions are checked, as the flags and the file of rooms specify. Must not check them.
import { sharedRoomsOf, termsOfRooms } from '../../../schedule/autoplace/files/rooms.ts';
import type { CheckOptions } from '../../../schedule/clashes/check.ts';
import type { Context } from '../../context.ts';
import type { ClashFlags } from '../../flag-sets.ts';
import { targetOf } from '../runs/find.ts';
import { loadRooms } from './rooms-file.ts';

/** The event, and how its sessions are checked. @throws {UsageError} for missing settings */
export async function scheduleOptions(context: Context<ClashFlags>) {
  return {
    ...(await targetOf(context)),
    ...(await clashOptions(context)),
    timeZone: await context.timeZone(),
  };
}

/**
 * What the flags and the file of rooms specify.
 * @throws {InvalidInputError} for rows of the file that cannot be read
 */
export async function clashOptions(
  context: Context<Omit<ClashFlags, 'failOn'>>,
): Promise<Omit<CheckOptions, 'timeZone'>> {
  const { defaultDuration, turnaround, sharedRoom, roomsFile } = context.flags;
  const options = { defaultDurationMs: defaultDuration, turnaroundMs: turnaround };
  if (roomsFile === undefined) return { ...options, sharedRooms: sharedRoom };
  const file = await loadRooms(context, roomsFile);
  const sharedRooms = [...sharedRoom, ...sharedRoomsOf(file)];
  return { ...options, sharedRooms, ofRooms: termsOfRooms(file) };
}

/** The rooms that hold several sessions at once, by a flag or the file of rooms. */
export async function sharedRoomsFor(
  context: Context<Pick<ClashFlags, 'sharedRoom' | 'roomsFile'>>,
): Promise<readonly string[]> {
  const { sharedRoom, roomsFile } = context.flags;
  if (roomsFile === undefined) return sharedRoom;
  return [...sharedRoom, ...sharedRoomsOf(await loadRooms(context, roomsFile))];
}
