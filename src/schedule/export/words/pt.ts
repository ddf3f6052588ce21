// The words of the timetable's page in Portuguese.
import type { PageWords } from './page-words.ts';

export const portuguese: PageWords = {
  timetable: 'Programação',
  days: 'Dias',
  allDays: 'Todos os dias',
  search: 'Pesquisar',
  searchHint: 'Título, palestrante, sala, tema',
  room: 'Sala',
  allRooms: 'Todas as salas',
  track: 'Tema',
  allTracks: 'Todos os temas',
  favorites: 'Favoritos',
  favorite: 'Favorito',
  found: { one: '{n} sessão', other: '{n} sessões' },
  about: 'Descrição',
  speakers: 'Palestrantes',
  photo: 'Foto',
  timesIn: 'Fuso horário: {zone}',
  asOf: 'Atualizado: {time}',
  nothing: 'Não há nada programado.',
  layout: 'Salas em colunas, horários em linhas',
};
