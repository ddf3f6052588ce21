// Finds titles that say that their sessions do not take place. Must not know rows. Pure.
import { isCalledOffWord } from './status-words.ts';

/**
 * The title of a session that is called off, as in `CANCELLED: Title` and `Title [CANCELLED]`, or
 * the word alone; undefined for any other text.
 */
export function titleOfCalledOff(text: string): string | undefined {
  if (text.length > longestLabeled) return undefined;
  if (isCalledOffWord(text)) return text;
  for (const form of labeled) {
    const { label = '', rest = '' } = form.exec(text)?.groups ?? {};
    if (isCalledOffWord(label)) return rest;
  }
  return undefined;
}

/** A longer text is no title. */
const longestLabeled = 500;

const labeled = [
  /^(?<label>[^:：()[\]\n]+?)\s*(?:[:：]|\s[-–—]\s|\n)\s*(?<rest>.+)$/su,
  /^[([](?<label>[^()[\]\n]+)[)\]][:：]?\s*(?<rest>.+)$/su,
  /^(?<rest>.+?)\s*[([](?<label>[^()[\]\n]+)[)\]]$/su,
  /^(?<rest>.+)(?:\n|\s[-–—]\s)(?<label>[^\n]+)$/su,
];
