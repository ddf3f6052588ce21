// Finds the sessions whose titles say that they do not take place. Pure.
import { isCalledOffWord } from '../columns/status-words.ts';
import type { ScheduleRow } from './schedule-row.ts';

/** `CANCELLED: Title` and `Title [CANCELLED]` are sessions that do not take place. */
export function withoutCalledOff(row: ScheduleRow): ScheduleRow {
  const rest = calledOffTitle(row.cell ?? row.title);
  if (rest === undefined) return row;
  const title = rest.split('\n')[0] ?? '';
  return { ...row, cell: row.cell && rest, title, isCalledOff: true };
}

/** The title of a session that is called off, without the words that say so; undefined for others. */
export function calledOffTitle(text: string): string | undefined {
  if (text.length > longestLabeled) return undefined;
  for (const form of labeled) {
    const { label = '', rest = '' } = form.exec(text)?.groups ?? {};
    if (isCalledOffWord(label)) return rest;
  }
  return undefined;
}

/** A longer text is no title. */
const longestLabeled = 500;

const labeled = [
  /^(?<label>[^:：()[\]\n]+?)\s*(?:[:：]|\s[-–—]\s)\s*(?<rest>.+)$/su,
  /^[([](?<label>[^()[\]\n]+)[)\]][:：]?\s*(?<rest>.+)$/su,
  /^(?<rest>.+?)\s*[([](?<label>[^()[\]\n]+)[)\]]$/su,
];
