// The words of the timetable's page in Italian.
import type { PageWords } from './page-words.ts';

export const italian: PageWords = {
  timetable: 'Programma',
  days: 'Giorni',
  allDays: 'Tutti i giorni',
  search: 'Cerca',
  searchHint: 'Titolo, relatore, sala, tema',
  room: 'Sala',
  allRooms: 'Tutte le sale',
  track: 'Tema',
  allTracks: 'Tutti i temi',
  favorites: 'Preferiti',
  favorite: 'Preferito',
  found: { one: '{n} sessione', other: '{n} sessioni' },
  about: 'Descrizione',
  speakers: 'Relatrici e relatori',
  photo: 'Foto',
  timesIn: 'Fuso orario: {zone}',
  asOf: 'Aggiornato: {time}',
  nothing: 'Non c’è nulla in programma.',
  layout: 'Sale in colonna, orari in riga',
};
