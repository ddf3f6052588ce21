// The words of the timetable's page in English.
import type { PageWords } from './page-words.ts';

export const english: PageWords = {
  timetable: 'Timetable',
  days: 'Days',
  allDays: 'All days',
  search: 'Search',
  searchHint: 'Title, speaker, room, track',
  room: 'Room',
  allRooms: 'All rooms',
  track: 'Track',
  allTracks: 'All tracks',
  favorites: 'Favorites',
  favorite: 'Favorite',
  found: { one: '{n} session', other: '{n} sessions' },
  about: 'About',
  speakers: 'Speakers',
  photo: 'Photo',
  timesIn: 'Times in {zone}',
  asOf: 'As of {time}',
  nothing: 'Nothing is scheduled.',
  layout: 'Rooms across, times down',
};
