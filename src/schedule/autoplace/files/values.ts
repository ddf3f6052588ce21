// Reads the values of cells that only autoplace has: numbers, lists, marks, times of one side. Must not know columns.
import { quoteCell } from '../../../columns/quote.ts';
import { foldKey } from '../../../contract/key.ts';
import { dayAfter } from '../../dates/calendar-date.ts';
import type { ZoneSuffix } from '../../dates/clock.ts';
import {
  isClockTime,
  readClockOn,
  readDay,
  readEnd,
  readTime,
  type TimeOptions,
  type TimeReading,
} from '../../dates/read-time.ts';

/** A count of people, also as `1,200` or `1 200`; undefined for anything else. */
export function readCount(text: string): number | undefined {
  const digits = text.replace(/(?<=\d)[.,'’\s](?=\d{3}(?!\d))/gu, '').normalize('NFKC');
  return /^\d{1,7}$/.test(digits) ? Number(digits) : undefined;
}

/** Equipment, formats or rooms, separated by commas, semicolons or lines. */
export function readList(text: string): readonly string[] {
  return partsOf(text, /[;,、，；\n|]/u);
}

/** Texts that may have commas of their own, such as titles and ways, separated by semicolons or lines. */
export function readSemicolonList(text: string): readonly string[] {
  return partsOf(text, /[;；\n|]/u);
}

function partsOf(text: string, separator: RegExp): readonly string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean);
}

/** Whether a cell says yes; undefined if it says neither yes nor no. An empty one says no. */
export function readMark(text: string): boolean | undefined {
  const word = foldKey(text);
  if (word === '' || no.has(word)) return false;
  return yes.has(word) ? true : undefined;
}

export type Presence = 'can' | 'cannot' | 'rather_not';

/** Whether a person can speak at a time; undefined if the cell does not say it. An empty one says that they can. */
export function readPresence(text: string): Presence | undefined {
  const cell = foldKey(text);
  const word = cell.replace(/[\s_.!’'-]+/g, ' ').trim();
  if (ratherNot.has(word)) return 'rather_not';
  if (no.has(cell) || cannot.has(word)) return 'cannot';
  if (cell === '' || saysCan(word)) return 'can';
  // `not available`, `kann nicht`, `ne peut pas`
  const rest = word.split(' ').filter((each) => !negations.has(each));
  return rest.join(' ') !== word && saysCan(rest.join(' ')) ? 'cannot' : undefined;
}

function saysCan(word: string): boolean {
  return yes.has(word) || can.has(word);
}

const words = (text: string) => new Set(text.split(/\s*[|\n]\s*/).map(foldKey));

const yes = words(
  'x | ✓ | ✔ | ☑ | yes | y | true | 1 | ja | oui | sí | si | sim | sì | tak | ano | はい | ○ | 是 | да | j',
);
const no = words('- | – | no | n | false | 0 | nein | non | não | nao | nee | nie | ne | いいえ | × | 否 | нет');
const can = words(`can | available | free | kann | verfügbar | frei | geht | peut | disponible | libre | puede | pode
  disponível | livre | può | disponibile | libero | kan | beschikbaar | może | dostępny | dostępna | może być | může
  dostupný | dostupná | 可 | 可以 | 有空 | может | доступен | доступна`);
const cannot =
  words(`cannot | can t | cant | unavailable | away | absent | out | unverfügbar | abwesend | weg | verhindert
  indisponible | absente | ausente | no disponible | indisponível | indisponibile | assente | afwezig | onbeschikbaar
  niedostępny | niedostępna | nieobecny | nieobecna | nemůže | nedostupný | nedostupná | nepřítomen | nepřítomna
  不可 | 不可以 | 不可能 | 不在 | 没空 | 不行 | отсутствует | недоступен | недоступна`);
const negations = words(
  'not | nicht | kein | keine | ne | n | pas | no | não | nao | non | niet | geen | nie | не | нет',
);
const ratherNot =
  words(`rather not | would rather not | prefer not | prefers not | if need be | only if needed | if needed | maybe | lieber nicht | ungern | zur Not
  plutôt pas | mejor no | preferiría no | melhor não | meglio di no | liever niet | raczej nie | raději ne | △ | できれば避けたい
  最好不要 | 尽量不 | лучше не`);

/** One end of a time: an instant, or with no date a clock time of each day. */
export type TimeBound = { readonly ms: number } | { readonly clock: string };

/** What else a row says of a moment: its date, and as an end the beginning, on whose clocks it is. */
interface NearBound {
  readonly day?: string;
  readonly startMs?: number | undefined;
  readonly startZone?: ZoneSuffix | undefined;
}

/** A date alone means its first moment, or its last one as an end. @returns the reading of the moment, or a clock of any day */
export function readTimeBound(
  text: string,
  side: 'start' | 'end',
  time: TimeOptions,
  { day = '', startMs, startZone }: NearBound = {},
): TimeReading | { readonly ok: true; readonly clock: string } {
  if (isClockTime(text)) {
    if (startMs !== undefined) return readEnd(text, startMs, time, startZone);
    if (day !== '') return readClockOn(day, text, time);
    const onAnyDay = readClockOn('2026-01-05', text, time);
    return onAnyDay.ok ? { ok: true, clock: onAnyDay.text?.slice(11, 16) ?? text } : onAnyDay;
  }
  const date = readDay(text, time);
  if (!date.ok) {
    const reading = text === '' && day === '' ? undefined : readTime(text === '' ? day : text, time);
    if (reading !== undefined && (reading.ok || reading.problem !== 'format')) return reading;
    return date.problem === 'format' ? refusal(text) : date;
  }
  return readClockOn(side === 'start' ? date.day : dayAfter(date.day), '00:00', time);
}

function refusal(text: string): TimeReading {
  return {
    ok: false,
    problem: 'format',
    message: `${quoteCell(text)}: expected a date, a time or both, such as 2026-05-02 13:00`,
  };
}
