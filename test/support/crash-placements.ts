// What crash trials change of sessions: the files, and the places that must be the result.
import type { Contents, Fields } from './crash-contents.ts';
import { accept, type Change, fill, place, writePlaces } from './crash-scene.ts';
import { localTime, numberOf, room, roomCount, spareRoom, timesOf } from './crash-slots.ts';

export const schedule: Change = {
  kinds: ['PUT sessions'],
  undoKinds: ['DELETE sessions'],
  async prepare(scene) {
    await fill(scene);
    await accept(scene);
    const places = writePlaces(scene, 'places.csv', (n) => `${room(n)},${localTime(n)}`);
    return ['sessions', 'apply', places];
  },
  wanted: (before) =>
    withTalks(before, (talk) => ({ ...talk, room: room(numberOf(talk.title)), ...timesOf(talk) })),
};

/** Each session moves to where the next one of its room begins. */
export const delay: Change = {
  kinds: ['PUT sessions'],
  async prepare(scene) {
    await fill(scene);
    await accept(scene);
    await place(scene);
    const later = writePlaces(scene, 'later.csv', (n) => `${room(n)},${localTime(n, 25)}`);
    return ['sessions', 'apply', later];
  },
  wanted: (before) => withTalks(before, (talk) => ({ ...talk, ...timesOf(talk, 25) })),
};

/** Of the sessions of a time, two exchange their rooms, and four in turn: one of each must wait. */
export const rotation: Change = {
  kinds: ['PUT sessions'],
  async prepare(scene) {
    await fill(scene);
    await accept(scene);
    await place(scene);
    const next = [2, 1, 4, 5, 6, 3];
    const rotated = writePlaces(
      scene,
      'rotated.csv',
      (n) => `Room ${next[n % roomCount]},${localTime(n)}`,
    );
    return ['sessions', 'apply', rotated];
  },
  wanted: (before) =>
    withTalks(before, (talk) => {
      const rooms = ['Room 2', 'Room 1', 'Room 4', 'Room 5', 'Room 6', 'Room 3'];
      return { ...talk, room: rooms[numberOf(talk.title) % roomCount] };
    }),
};

/** Each session of the pair keeps its own duration. */
export const swap: Change = {
  kinds: ['PUT sessions'],
  records: 2,
  isOnce: true,
  async prepare(scene) {
    await fill(scene);
    await accept(scene);
    await place(scene);
    return ['sessions', 'swap', 'Talk 1', 'Talk 2'];
  },
  wanted: (before) =>
    withTalks(before, (talk) => ({ ...talk, room: talk.title === 'Talk 1' ? 'Room 3' : 'Room 2' })),
};

/** The talks of a room that follow each other without a gap. */
const inRoom = ({ title }: Fields) => room(numberOf(title)) === 'Room 3';

/** All talks of a room begin later, the last one first. */
export const delayedRoom: Change = {
  kinds: ['PUT sessions'],
  records: 2,
  isOnce: true,
  async prepare(scene) {
    await fill(scene);
    await accept(scene);
    await place(scene);
    return ['sessions', 'delay', 'Talk 2', '20m'];
  },
  wanted: (before) =>
    withTalks(before, (talk) => (inRoom(talk) ? { ...talk, ...timesOf(talk, 20) } : talk)),
};

export const movedRoom: Change = {
  kinds: ['PUT sessions'],
  records: 2,
  isOnce: true,
  async prepare(scene) {
    await fill(scene);
    await accept(scene);
    await place(scene);
    return ['sessions', 'move', '--from', 'Room 3', '--to', spareRoom];
  },
  wanted: (before) =>
    withTalks(before, (talk) => (inRoom(talk) ? { ...talk, room: spareRoom } : talk)),
};

function withTalks(
  { speakers, submissions }: Contents,
  changed: (talk: Fields) => Fields,
): Contents {
  return { speakers, submissions: submissions.map(changed) };
}
