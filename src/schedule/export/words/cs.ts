// The words of the timetable's page in Czech.
import type { PageWords } from './page-words.ts';

export const czech: PageWords = {
  timetable: 'Program',
  days: 'Dny',
  allDays: 'Všechny dny',
  search: 'Hledat',
  searchHint: 'Název, řečník, místnost, téma',
  room: 'Místnost',
  allRooms: 'Všechny místnosti',
  track: 'Téma',
  allTracks: 'Všechna témata',
  favorites: 'Oblíbené',
  favorite: 'Oblíbená',
  found: { one: '{n} přednáška', few: '{n} přednášky', other: '{n} přednášek' },
  about: 'Popis',
  speakers: 'Přednášející',
  photo: 'Fotografie',
  timesIn: 'Časové pásmo: {zone}',
  asOf: 'Stav k: {time}',
  nothing: 'Nic není naplánováno.',
  layout: 'Místnosti ve sloupcích, časy v řádcích',
};
