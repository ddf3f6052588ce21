// The words of the timetable's page in French.
import type { PageWords } from './page-words.ts';

export const french: PageWords = {
  timetable: 'Programme',
  days: 'Jours',
  allDays: 'Tous les jours',
  search: 'Rechercher',
  searchHint: 'Titre, personne, salle, thème',
  room: 'Salle',
  allRooms: 'Toutes les salles',
  track: 'Thème',
  allTracks: 'Tous les thèmes',
  favorites: 'Favoris',
  favorite: 'Favori',
  found: { one: '{n} session', other: '{n} sessions' },
  about: 'Description',
  speakers: 'Intervenants et intervenantes',
  photo: 'Photo',
  timesIn: 'Fuseau horaire\u00a0: {zone}',
  asOf: 'Mis à jour\u00a0: {time}',
  nothing: 'Rien n’est programmé.',
  layout: 'Salles en colonnes, heures en lignes',
};
