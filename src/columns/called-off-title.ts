// Finds titles that say that their sessions do not take place. Must not know rows. Pure.
import { isCalledOffWord } from './status-words.ts';

/**
 * The title of a session that is called off, or the word alone; undefined for any other text. The
 * word is at either end of the title, in capitals or set off by signs: `CANCELLED Title`,
 * `Cancelled: Title`, `Title (cancelled)`, `Title - cancelled by the speaker`. A final one may have
 * a remark, and people in parentheses after it.
 */
export function titleOfCalledOff(text: string): string | undefined {
  if (text.length > longestLabeled) return undefined;
  if (isCalledOffWord(text)) return text;
  for (const { form, isLabel } of forms) {
    const { label = '', rest = '', people = '' } = form.exec(text)?.groups ?? {};
    if (rest !== '' && isLabel(label, rest)) return rest + people;
  }
  return undefined;
}

/** A longer text is no title. */
const longestLabeled = 500;

/** In the parentheses, whose content is that of one title. */
const inBrackets = String.raw`[([](?<label>[^()[\]\n]+)[)\]]`;
const people = String.raw`(?<people>(?:\s*[([][^()[\]]*[)\]])*)`;

const forms: readonly {
  readonly form: RegExp;
  readonly isLabel: (label: string, rest: string) => boolean;
}[] = [
  {
    form: /^(?<label>[^:：()[\]\n]+?)\s*(?:[:：]|\s[-–—]\s|\n)\s*(?<rest>.+)$/su,
    isLabel: isCalledOffWord,
  },
  {
    form: new RegExp(String.raw`^${inBrackets}[:：]?\s*(?<rest>.+)$`, 'su'),
    isLabel: isRemarked,
  },
  {
    form: new RegExp(String.raw`^(?<rest>.+?)\s*${inBrackets}$`, 'su'),
    isLabel: isRemarked,
  },
  {
    form: new RegExp(String.raw`^(?<rest>.+?)\s*${inBrackets}${people}$`, 'su'),
    isLabel: isRemarked,
  },
  {
    form: /^(?<rest>.+)(?:\n|\s[-–—]\s)(?<label>[^\n]+)$/su,
    isLabel: isRemarked,
  },
  { form: /^[*~_!#<]+(?<label>[^*~_!#<>\n]+)[*~_!#>]+\s*(?<rest>.+)$/su, isLabel: isCalledOffWord },
  {
    form: /^(?<rest>.+?)\s*[*~_!#<]+(?<label>[^*~_!#<>\n]+)[*~_!#>]+$/su,
    isLabel: isCalledOffWord,
  },
  { form: /^(?<label>\S+(?: \S+)?)[\s,.!]+(?<rest>.+)$/su, isLabel: isInCapitals },
  { form: /^(?<label>\S+)[\s,.!]+(?<rest>.+)$/su, isLabel: isInCapitals },
  {
    form: new RegExp(String.raw`^(?<rest>.+?)[\s:,;]+(?<label>\S+ \S+?)${people}$`, 'su'),
    isLabel: isInCapitals,
  },
  {
    form: new RegExp(String.raw`^(?<rest>.+?)[\s:,;]+(?<label>\S+?)${people}$`, 'su'),
    isLabel: isInCapitals,
  },
];

/** `cancelled by the speaker` and `CANCELLED – ill`, but not `cancelled flights` */
function isRemarked(label: string): boolean {
  if (isCalledOffWord(label)) return true;
  const [words = ''] = /^[^\p{P}\p{S}]+/u.exec(label) ?? [];
  const [before = ''] = words.split(reason);
  return !/[?？؟]/.test(label) && isCalledOffWord(before);
}

/** Words before whom or what a session is called off for. */
const reason =
  /\s(?:by|due|because|as|since|wegen|durch|von|da|par|pour|por|debido|per|door|wegens|przez)\s/iu;

/** A word in capitals, unless the whole title is. */
function isInCapitals(label: string, rest: string): boolean {
  const isUpper = label === label.toUpperCase() && label !== label.toLowerCase();
  const isTitleUpper = /\p{L}{2}/u.test(rest) && rest === rest.toUpperCase();
  return isUpper && !isTitleUpper && isCalledOffWord(label);
}
