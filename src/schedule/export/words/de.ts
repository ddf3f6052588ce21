// The words of the timetable's page in German.
import type { PageWords } from './page-words.ts';

export const german: PageWords = {
  timetable: 'Programm',
  days: 'Tage',
  allDays: 'Alle Tage',
  search: 'Suche',
  searchHint: 'Titel, Person, Raum, Track',
  room: 'Raum',
  allRooms: 'Alle Räume',
  track: 'Track',
  allTracks: 'Alle Tracks',
  favorites: 'Favoriten',
  favorite: 'Favorit',
  found: { one: '{n} Veranstaltung', other: '{n} Veranstaltungen' },
  about: 'Beschreibung',
  speakers: 'Vortragende',
  photo: 'Foto',
  timesIn: 'Zeitzone: {zone}',
  asOf: 'Stand: {time}',
  nothing: 'Es ist nichts geplant.',
  layout: 'Räume nebeneinander, Zeiten untereinander',
};
