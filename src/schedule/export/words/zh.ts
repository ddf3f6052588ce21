// The words of the timetable's page in Chinese.
import type { PageWords } from './page-words.ts';

export const chinese: PageWords = {
  timetable: '日程表',
  days: '日期',
  allDays: '全部日期',
  search: '搜索',
  searchHint: '标题、演讲者、会场、主题',
  room: '会场',
  allRooms: '全部会场',
  track: '主题',
  allTracks: '全部主题',
  favorites: '收藏',
  favorite: '收藏',
  found: { other: '{n} 场活动' },
  about: '简介',
  speakers: '演讲者',
  photo: '照片',
  timesIn: '时区：{zone}',
  asOf: '更新于 {time}',
  nothing: '没有安排。',
  layout: '列为会场，行为时间',
};
