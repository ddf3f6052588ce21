// Owns the words of dates, clock times and durations in twelve languages: names from `Intl`, the
// rest as data. Must not know how a cell is read.
import { foldDateText } from '../fold.ts';
import { languages } from '../vocabulary/languages.ts';

/**
 * The months, 1 to 12, that a folded word can mean, whole or abbreviated, in any language.
 * @param fileLanguages the codes of those that decide if there are several
 */
export function monthsOf(word: string, fileLanguages?: ReadonlySet<string>): readonly number[] {
  const meant = monthsIn(word);
  return meant.length > 1 && fileLanguages !== undefined ? monthsIn(word, fileLanguages) : meant;
}

function monthsIn(word: string, fileLanguages?: ReadonlySet<string>): readonly number[] {
  return meaningsOf(word, namesIn(names().months, fileLanguages), 3);
}

/**
 * The weekdays, 1 (Monday) to 7, that a folded word can mean.
 * @param fileLanguages if they are known
 */
export function weekdaysOf(word: string, fileLanguages?: ReadonlySet<string>): readonly number[] {
  return meaningsOf(word, namesIn(names().weekdays, fileLanguages), 2);
}

function namesIn(
  all: readonly Name[],
  fileLanguages: ReadonlySet<string> | undefined,
): readonly Name[] {
  return fileLanguages === undefined
    ? all
    : all.filter(({ language }) => fileLanguages.has(language));
}

/**
 * The languages in which the weekdays at the beginning of cells are weekdays, and the months in
 * them are months: `So` beside `Fr` is German, beside `Pá` it is Czech. Undefined if no cell has
 * such a word; none if no language has all of the weekdays.
 */
export function languagesOf(cells: Iterable<string>): ReadonlySet<string> | undefined {
  const texts = [...cells].map(foldDateText);
  const wordsOf = (form: RegExp) => [...new Set(texts.flatMap((text) => text.match(form) ?? []))];
  const months = wordsOf(/^\p{L}+|\p{L}{3,}/gu).filter((word) => monthsIn(word).length > 0);
  const weekdays = wordsOf(/^\p{L}+/u).filter(
    (word) => weekdaysOf(word).length > 0 && !months.includes(word),
  );
  if (months.length + weekdays.length === 0) return undefined;
  const isName = (word: string, codes: ReadonlySet<string>) =>
    weekdaysOf(word, codes).length > 0 || monthsIn(word, codes).length > 0;
  const sharing = (codes: readonly string[], words: readonly string[]) =>
    codes.filter((code) => words.every((word) => isName(word, new Set([code]))));
  const ofWeekdays = sharing(Object.keys(languages), weekdays);
  const ofBoth = sharing(ofWeekdays, months);
  // A weekday remains one beside the month of another language.
  return new Set(ofBoth.length > 0 ? ofBoth : ofWeekdays);
}

/** In English, for messages. */
export const weekdayNames = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

/** Words before the number of a day, as in "Day 2". */
export const dayWords = listOf(
  'day tag jour journée día jornada dia giorno giornata dag dzień den день',
);

/** Words after a clock time: "9:30 Uhr", "9.30 hod." */
export const clockUnitWords = listOf('uhr h hs hrs hours uur hod heures ч');

export const hourWords = listOf(
  'h hr hrs hour hours std stunde stunden heure heures hora horas ora ore u uur uren godz ' +
    'godzina godziny godzin hod hodina hodiny hodin ч час часа часов 時間 小时 小時',
);
export const minuteWords = listOf(
  'm min mins minute minutes minuten minuut minuto minutos minuti minuta minuty minut ' +
    "мин минута минуты минут 分 分間 分钟 分鐘 ' ′ ’",
);

/**
 * Words for time zones. They are not exact: each has several offsets, or belongs to several
 * countries. The IANA database has a few of them as names.
 */
export const zoneWords = listOf(
  'et est edt ct cst cdt mt mst mdt pt pst pdt akst akdt hst hdt ast adt nst ndt ' +
    'wet west cet cest eet eest met mest bst ist msk trt mez mesz oez oesz wez wesz ' +
    'cat eat wat sast gst pkt npt ict wib wita sgt hkt pht jst kst ' +
    'aet aest aedt acst acdt awst nzt nzst nzdt art brt brst clt clst cot pet',
);

/** A pattern for one of the words; the longest is tried first. */
export function oneOf(words: readonly string[]): string {
  return `(?:${[...words].sort((a, b) => b.length - a.length).join('|')})`;
}

interface Name {
  readonly language: string;
  readonly form: string;
  readonly number: number;
}

let allNames: Readonly<Record<'months' | 'weekdays', readonly Name[]>> | undefined;

/**
 * Created when a text first has a word, because it takes as long as reading a short file.
 * 1 January 2024 is a Monday.
 */
function names() {
  allNames ??= {
    months: namesOf('month', 12, (at) => Date.UTC(2024, at)),
    weekdays: namesOf('weekday', 7, (at) => Date.UTC(2024, 0, 1 + at)),
  };
  return allNames;
}

/** By itself and inside a date, a month may have two forms. */
function namesOf(
  kind: 'month' | 'weekday',
  count: number,
  dateOf: (at: number) => number,
): readonly Name[] {
  const styles = (['long', 'short'] as const).flatMap((length): Intl.DateTimeFormatOptions[] => [
    { [kind]: length },
    { [kind]: length, day: '2-digit' },
  ]);
  return Object.keys(languages).flatMap((language) =>
    styles.flatMap((style) => {
      const format = new Intl.DateTimeFormat(language, { ...style, timeZone: 'UTC' });
      return Array.from({ length: count }, (_, at): Name => {
        const name =
          format.formatToParts(dateOf(at)).find(({ type }) => type === kind)?.value ?? '';
        return { language, form: foldDateText(name).replace(/\.$/, ''), number: at + 1 };
      }).filter(({ form }) => /\p{L}/u.test(form));
    }),
  );
}

/**
 * In one language, a whole form goes before the beginning of another: "červen" is June, although
 * "červenec" is July.
 */
function meaningsOf(word: string, all: readonly Name[], shortest: number): readonly number[] {
  const begun = all.filter(
    ({ form }) => form === word || (word.length >= shortest && form.startsWith(word)),
  );
  const whole = new Set(begun.flatMap(({ form, language }) => (form === word ? language : [])));
  const meant = begun.filter(({ form, language }) => form === word || !whole.has(language));
  return [...new Set(meant.map(({ number }) => number))];
}

function listOf(text: string): readonly string[] {
  return foldDateText(text).split(' ').filter(Boolean);
}
