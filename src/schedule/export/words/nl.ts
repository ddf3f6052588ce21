// The words of the timetable's page in Dutch.
import type { PageWords } from './page-words.ts';

export const dutch: PageWords = {
  timetable: 'Programma',
  days: 'Dagen',
  allDays: 'Alle dagen',
  search: 'Zoeken',
  searchHint: 'Titel, spreker, zaal, thema',
  room: 'Zaal',
  allRooms: 'Alle zalen',
  track: 'Thema',
  allTracks: 'Alle thema’s',
  favorites: 'Favorieten',
  favorite: 'Favoriet',
  found: { one: '{n} sessie', other: '{n} sessies' },
  about: 'Beschrijving',
  speakers: 'Sprekers',
  photo: 'Foto',
  timesIn: 'Tijden in {zone}',
  asOf: 'Bijgewerkt: {time}',
  nothing: 'Er is niets gepland.',
  layout: 'Zalen naast elkaar, tijden onder elkaar',
};
