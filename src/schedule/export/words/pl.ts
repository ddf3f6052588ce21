// The words of the timetable's page in Polish.
import type { PageWords } from './page-words.ts';

export const polish: PageWords = {
  timetable: 'Program',
  days: 'Dni',
  allDays: 'Wszystkie dni',
  search: 'Szukaj',
  searchHint: 'Tytuł, prelegent, sala, ścieżka',
  room: 'Sala',
  allRooms: 'Wszystkie sale',
  track: 'Ścieżka',
  allTracks: 'Wszystkie ścieżki',
  favorites: 'Ulubione',
  favorite: 'Ulubiona',
  found: { one: '{n} sesja', few: '{n} sesje', many: '{n} sesji', other: '{n} sesji' },
  about: 'Opis',
  speakers: 'Prelegentki i prelegenci',
  photo: 'Zdjęcie',
  timesIn: 'Strefa czasowa: {zone}',
  asOf: 'Stan na: {time}',
  nothing: 'Nic nie zaplanowano.',
  layout: 'Sale w kolumnach, godziny w wierszach',
};
