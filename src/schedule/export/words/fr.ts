// The words of the timetable's page in French.
import type { PageWords } from './page-words.ts';

export const french: PageWords = {
  timetable: 'Programme',
  days: 'Jours',
  allDays: 'Tous les jours',
  search: 'Rechercher',
  searchHint: 'Titre, personne, salle, thème',
  rooms: 'Salle',
  allRooms: 'Toutes les salles',
  tracks: 'Thème',
  allTracks: 'Tous les thèmes',
  favorites: 'Favoris',
  favorite: 'Favori',
  found: { one: '{n} session', other: '{n} sessions' },
  about: 'Description',
  speakers: 'Intervenants et intervenantes',
  photo: 'Photo',
  timesIn: 'Heures : {zone}',
  asOf: 'Mis à jour : {time}',
  nothing: 'Rien n’est encore programmé.',
  layout: 'Salles en colonnes, heures en lignes',
};
