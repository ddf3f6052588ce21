// The words of the timetable's page in Russian.
import type { PageWords } from './page-words.ts';

export const russian: PageWords = {
  timetable: 'Программа',
  days: 'Дни',
  allDays: 'Все дни',
  search: 'Поиск',
  searchHint: 'Название, докладчик, зал, тема',
  room: 'Зал',
  allRooms: 'Все залы',
  track: 'Тема',
  allTracks: 'Все темы',
  favorites: 'Избранное',
  favorite: 'В избранное',
  found: { one: '{n} доклад', few: '{n} доклада', many: '{n} докладов', other: '{n} доклада' },
  about: 'Описание',
  speakers: 'Докладчики',
  photo: 'Фото',
  timesIn: 'Часовой пояс: {zone}',
  asOf: 'По состоянию на {time}',
  nothing: 'Ничего не запланировано.',
  layout: 'Залы по столбцам, время по строкам',
};
