// The words of the timetable's page in Japanese.
import type { PageWords } from './page-words.ts';

export const japanese: PageWords = {
  timetable: 'タイムテーブル',
  days: '日付',
  allDays: '全日程',
  search: '検索',
  searchHint: 'タイトル、登壇者、会場、トラック',
  room: '会場',
  allRooms: 'すべての会場',
  track: 'トラック',
  allTracks: 'すべてのトラック',
  favorites: 'お気に入り',
  favorite: 'お気に入り',
  found: { other: '{n} 件のセッション' },
  about: '概要',
  speakers: '登壇者',
  photo: '写真',
  timesIn: 'タイムゾーン：{zone}',
  asOf: '{time} 現在',
  nothing: '予定はありません。',
  layout: '列は会場、行は時刻',
};
