// Owns the words of dates, clock times and durations in twelve languages, as data. Must not know how a cell is read.
import { foldDateText } from '../../columns/fold.ts';
import type { LanguageCode } from '../../columns/vocabulary/languages.ts';

/**
 * Names in the order of the calendar. A name may be cut off, as in `Sept.`; other forms, which may not, follow after a slash:
 * genitives, and short forms that are no beginning.
 */
interface CalendarWords {
  readonly months: string;
  /** From Monday. */
  readonly weekdays: string;
  /** The words before or after the number of a day, such as "Day 2". */
  readonly day: string;
}

/** By the code of the language (ISO 639-1). */
const calendar: Readonly<Record<LanguageCode, CalendarWords>> = {
  en: {
    months: 'january february march april may june july august september october november december',
    weekdays: 'monday tuesday wednesday thursday friday saturday sunday',
    day: 'day',
  },
  de: {
    months:
      'januar/jänner/jän februar/feber märz/maerz/mrz april mai juni juli august september oktober november dezember',
    weekdays: 'montag dienstag mittwoch donnerstag freitag samstag/sonnabend sonntag',
    day: 'tag',
  },
  fr: {
    months: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
    weekdays: 'lundi mardi mercredi jeudi vendredi samedi dimanche',
    day: 'jour journée',
  },
  es: {
    months: 'enero febrero marzo abril mayo junio julio agosto septiembre/setiembre octubre noviembre diciembre',
    weekdays: 'lunes martes miércoles jueves viernes sábado domingo',
    day: 'día jornada',
  },
  pt: {
    // "segunda-feira" is read without its second word.
    months: 'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro',
    weekdays: 'segunda terça quarta quinta sexta sábado domingo',
    day: 'dia',
  },
  it: {
    months: 'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
    weekdays: 'lunedì martedì mercoledì giovedì venerdì sabato domenica',
    day: 'giorno giornata',
  },
  nl: {
    months: 'januari februari maart/mrt april mei juni juli augustus september oktober november december',
    weekdays: 'maandag dinsdag woensdag donderdag vrijdag zaterdag zondag',
    day: 'dag',
  },
  pl: {
    months:
      'styczeń/stycznia luty/lutego marzec/marca kwiecień/kwietnia maj/maja czerwiec/czerwca lipiec/lipca sierpień/sierpnia wrzesień/września październik/października listopad/listopada grudzień/grudnia',
    weekdays: 'poniedziałek/pn wtorek środa czwartek piątek/pt sobota/sb niedziela/nd',
    day: 'dzień',
  },
  cs: {
    months:
      'leden/ledna únor/února březen/března duben/dubna květen/května červen/června/čvn červenec/července/čvc srpen/srpna září říjen/října listopad/listopadu prosinec/prosince',
    weekdays: 'pondělí úterý středa čtvrtek pátek sobota neděle',
    day: 'den',
  },
  ru: {
    months:
      'январь/января февраль/февраля март/марта апрель/апреля май/мая июнь/июня июль/июля август/августа сентябрь/сентября октябрь/октября ноябрь/ноября декабрь/декабря',
    weekdays: 'понедельник/пн вторник среда четверг/чт пятница/пт суббота/сб воскресенье/вс',
    day: 'день',
  },
  // Japanese and Chinese write months with numbers.
  ja: {
    months: '',
    weekdays:
      '月曜日/月曜/月 火曜日/火曜/火 水曜日/水曜/水 木曜日/木曜/木 金曜日/金曜/金 土曜日/土曜/土 日曜日/日曜/日',
    day: '',
  },
  zh: {
    months: '',
    weekdays:
      '星期一/周一/週一/礼拜一 星期二/周二/週二/礼拜二 星期三/周三/週三/礼拜三 星期四/周四/週四/礼拜四 星期五/周五/週五/礼拜五 星期六/周六/週六/礼拜六 星期日/星期天/周日/週日/礼拜日/礼拜天',
    day: '',
  },
};

/** Words inside a date that add nothing to it: "2 de mayo del 2026", "Freitag, den 5. Juni 2026", "2 мая 2026 г." */
const dateFillers = 'of the on de del le el il den der am г года r roku';

/** Words between a date and a clock time, and before the first time of a range. */
const clockLeads = 'at um à a las la às as alle dalle ore om v ve в o od godz godzina from von ab de das van z с kl';

/** Words between the two times of a range. */
const rangeWords = 'to until till bis à a al às as alle tot do до';

/** Words after a clock time: "9:30 Uhr", "9.30 hod." */
const clockUnits = 'uhr h hs hrs hours uur hod heures ч';

const hours =
  'h hr hrs hour hours std stunde stunden heure heures hora horas ora ore u uur uren godz godzina godziny godzin hod hodina hodiny hodin ч час часа часов 時間 小时 小時';

const minutes =
  "m min mins minute minutes minuten minuut minuto minutos minuti minuta minuty minut мин минута минуты минут 分 分間 分钟 分鐘 ' ′ ’";

/** The months, 1 to 12, that a folded word can mean: a name, or at least three letters from its beginning. */
export function monthsOf(word: string): readonly number[] {
  return word.length < 3 ? [] : meaningsOf(word, namesOfMonths);
}

/**
 * The weekdays, 1 (Monday) to 7, that a folded word can mean: a name, or at least two letters from its beginning.
 * @param languages those of the file, if they are known
 */
export function weekdaysOf(word: string, languages: LanguageCodes | undefined): readonly number[] {
  const names =
    languages === undefined ? namesOfWeekdays : namesOfWeekdays.filter(({ language }) => languages.has(language));
  return meaningsOf(word, names);
}

/** The codes of languages. */
export type LanguageCodes = ReadonlySet<string>;

/**
 * The languages in which the first words of all cells are weekdays, if some of them are: `So` beside `Fr` is German, beside
 * `Pá` it is Czech. Undefined if there is no such language.
 */
export function languagesOf(cells: Iterable<string>): LanguageCodes | undefined {
  const words = new Set([...cells].map((cell) => /\p{L}+/u.exec(foldDateText(cell))?.[0] ?? ''));
  let common: LanguageCodes | undefined;
  for (const word of words) {
    const known = new Set(namesOfWeekdays.filter((name) => isForm(word, name)).map(({ language }) => language));
    if (word.length < 2 || known.size === 0) continue;
    common = new Set([...(common ?? known)].filter((language) => known.has(language)));
  }
  return common?.size === 0 ? undefined : common;
}

/** In English. */
export const monthNames = listOf(calendar.en.months);

/** In English, for messages. */
export const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

export const dayWords = listOf(
  Object.values(calendar)
    .map(({ day }) => day)
    .join(' '),
);
export const fillerWords = new Set(listOf(dateFillers));
export const clockLeadWords = listOf(clockLeads);
export const rangeSeparatorWords = listOf(rangeWords);
export const clockUnitWords = listOf(clockUnits);
export const hourWords = listOf(hours);
export const minuteWords = listOf(minutes);

interface Name {
  readonly language: string;
  readonly word: string;
  readonly number: number;
  /** It is not cut off. */
  readonly isWhole: boolean;
}

const namesOfMonths = namesOf('months');
const namesOfWeekdays = namesOf('weekdays');

function namesOf(kind: 'months' | 'weekdays'): readonly Name[] {
  return Object.entries(calendar).flatMap(([language, words]) =>
    listOf(words[kind]).flatMap((forms, index) =>
      forms.split('/').map((word, form) => ({ language, word, number: index + 1, isWhole: form > 0 })),
    ),
  );
}

function isForm(word: string, name: Name): boolean {
  return name.isWhole ? name.word === word : name.word.startsWith(word);
}

/** A whole name goes before the beginning of another: "červen" is June, although "červenec" is July. */
function meaningsOf(word: string, names: readonly Name[]): readonly number[] {
  const whole = names.filter((name) => name.word === word);
  const begun = word.length < 2 ? [] : names.filter((name) => isForm(word, name));
  return [...new Set((whole.length > 0 ? whole : begun).map(({ number }) => number))];
}

function listOf(text: string): readonly string[] {
  return foldDateText(text).split(' ').filter(Boolean);
}
