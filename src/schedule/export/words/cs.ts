// The words of the timetable's page in Czech.
import type { PageWords } from './page-words.ts';

export const czech: PageWords = {
  timetable: 'Program',
  days: 'Dny',
  allDays: 'Všechny dny',
  search: 'Hledat',
  searchHint: 'Název, řečník, místnost, téma',
  rooms: 'Místnost',
  allRooms: 'Všechny místnosti',
  tracks: 'Téma',
  allTracks: 'Všechna témata',
  favorites: 'Oblíbené',
  favorite: 'Oblíbená',
  found: { one: '{n} přednáška', few: '{n} přednášky', other: '{n} přednášek' },
  about: 'Popis',
  speakers: 'Řečníci a řečnice',
  photo: 'Fotografie',
  timesIn: 'Časové pásmo: {zone}',
  asOf: 'Stav k: {time}',
  nothing: 'Zatím není nic naplánováno.',
  layout: 'Místnosti ve sloupcích, časy v řádcích',
};
