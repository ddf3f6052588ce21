// The words of the timetable's page in Spanish.
import type { PageWords } from './page-words.ts';

export const spanish: PageWords = {
  timetable: 'Programa',
  days: 'Días',
  allDays: 'Todos los días',
  search: 'Buscar',
  searchHint: 'Título, ponente, sala, tema',
  room: 'Sala',
  allRooms: 'Todas las salas',
  track: 'Tema',
  allTracks: 'Todos los temas',
  favorites: 'Favoritos',
  favorite: 'Favorito',
  found: { one: '{n} sesión', other: '{n} sesiones' },
  about: 'Descripción',
  speakers: 'Ponentes',
  photo: 'Foto',
  timesIn: 'Zona horaria: {zone}',
  asOf: 'Actualizado: {time}',
  nothing: 'No hay nada programado.',
  layout: 'Salas en columnas, horas en filas',
};
