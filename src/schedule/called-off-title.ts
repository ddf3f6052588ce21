// Finds the sessions whose titles say that they do not take place. Pure.
import { isCalledOffWord } from '../columns/status-words.ts';
import type { ScheduleRow } from './schedule-row.ts';

/** `CANCELLED: Title` and `Title [CANCELLED]` are sessions that do not take place. */
export function withoutCalledOff(row: ScheduleRow): ScheduleRow {
  const text = row.cell ?? row.title;
  if (text.length > longestLabeled) return row;
  for (const form of labeled) {
    const { label = '', rest = '' } = form.exec(text)?.groups ?? {};
    if (!isCalledOffWord(label)) continue;
    const title = rest.split('\n')[0] ?? '';
    return { ...row, cell: row.cell && rest, title, isCalledOff: true };
  }
  return row;
}

/** A longer text is no title. */
const longestLabeled = 500;

const labeled = [
  /^(?<label>[^:：()[\]\n]+?)\s*(?:[:：]|\s[-–—]\s)\s*(?<rest>.+)$/su,
  /^[([](?<label>[^()[\]\n]+)[)\]][:：]?\s*(?<rest>.+)$/su,
  /^(?<rest>.+?)\s*[([](?<label>[^()[\]\n]+)[)\]]$/su,
];
