// The words of the timetable's page in Spanish.
import type { PageWords } from './page-words.ts';

export const spanish: PageWords = {
  timetable: 'Programa',
  days: 'Días',
  allDays: 'Todos los días',
  search: 'Buscar',
  searchHint: 'Título, ponente, sala, tema',
  rooms: 'Sala',
  allRooms: 'Todas las salas',
  tracks: 'Tema',
  allTracks: 'Todos los temas',
  favorites: 'Favoritos',
  favorite: 'Favorito',
  found: { one: '{n} sesión', other: '{n} sesiones' },
  about: 'Descripción',
  speakers: 'Ponentes',
  photo: 'Foto',
  timesIn: 'Horas en {zone}',
  asOf: 'Actualizado: {time}',
  nothing: 'Todavía no hay nada programado.',
  layout: 'Salas en columnas, horas en filas',
};
