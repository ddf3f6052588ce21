// Recognizes the lines below a table that count and sum its rows, by their cells. Must not know columns. Pure.
import { formulaFault } from './cell.ts';
import { wordsOf } from './fold.ts';
import { isDecisionWord } from './status-words.ts';
import type { LanguageCode } from './vocabulary/languages.ts';

/** Whether every cell is a number or a text such as `Total`, `Number of talks` or `Accepted: 58`, and there are both. */
export function isTotalLine(cells: readonly string[]): boolean {
  let [hasLabel, hasNumber] = [false, false];
  for (const cell of cells) {
    const text = cell.trim();
    if (text === '') continue;
    const kind = kindOf(text);
    if (kind === undefined) return false;
    hasLabel ||= kind === 'label';
    hasNumber ||= kind === 'number' || hasDigit.test(text);
  }
  return hasLabel && hasNumber;
}

const hasDigit = /\p{N}/u;

function kindOf(text: string): 'number' | 'label' | undefined {
  // An average of nothing is an error.
  if (formulaFault(text) !== undefined || text.startsWith('=')) return 'number';
  if (text.length > longest) return undefined;
  const words = wordsOf(text).flatMap((word) => word.split(/\p{N}+/u).filter(Boolean));
  if (words.length === 0) return 'number';
  const { totals, beside } = vocabulary();
  const isLabel = (word: string) => totals.has(word) || isDecisionWord(word);
  if (isLabel(words.join(' '))) return 'label';
  return words.every((word) => isLabel(word) || beside.has(word)) && words.some(isLabel) ? 'label' : undefined;
}

/** The label of a line of totals is short. */
const longest = 60;

let prepared: Readonly<Record<'totals' | 'beside', ReadonlySet<string>>> | undefined;

/** Prepared when it is first used. */
function vocabulary() {
  prepared ??= { totals: wordSet('totals'), beside: wordSet('beside') };
  return prepared;
}

function wordSet(kind: 'totals' | 'beside'): ReadonlySet<string> {
  return new Set(Object.values(totalWords).flatMap((words) => wordsOf(words[kind])));
}

/** Words are separated by spaces. Case, accents and punctuation do not count. */
interface TotalWords {
  /** What such a line is called; two words together are one each. */
  readonly totals: string;
  /** What may be beside them: `Total number of talks`. */
  readonly beside: string;
}

/** By the code of the language (ISO 639-1). */
export const totalWords: Readonly<Record<LanguageCode, TotalWords>> = {
  en: {
    totals: 'total totals subtotal sum sums count counts average avg mean median min max number acceptance rate',
    beside: 'grand sub overall of the all in by talks submissions papers proposals sessions speakers abstracts score',
  },
  de: {
    totals:
      'Summe Summen Gesamt gesamt Gesamtsumme Gesamtzahl Zwischensumme insgesamt Durchschnitt Mittelwert Anzahl Schnitt',
    beside: 'der die aller Vorträge Talks Einreichungen Beiträge Vorschläge Referenten Bewertung',
  },
  fr: {
    totals: 'total totaux somme moyenne nombre médiane',
    beside: 'sous général de des du la le propositions conférences soumissions articles note',
  },
  es: {
    totals: 'total totales suma promedio media mediana número cantidad',
    beside: 'sub general de del las los propuestas charlas ponencias artículos puntuación',
  },
  pt: {
    totals: 'total totais soma média mediana número quantidade',
    beside: 'sub geral de das dos da do propostas palestras submissões artigos nota',
  },
  it: {
    totals: 'totale totali somma subtotale media mediana numero',
    beside: 'generale complessivo di delle dei proposte interventi contributi voto',
  },
  nl: {
    totals: 'totaal totalen som subtotaal gemiddelde gemiddeld aantal mediaan',
    beside: 'van de het alle voorstellen lezingen inzendingen score',
  },
  pl: {
    totals: 'razem suma łącznie ogółem średnia liczba podsumowanie',
    beside: 'całkowita zgłoszeń zgłoszenia prelekcji wystąpień referatów ocena',
  },
  cs: {
    totals: 'celkem součet mezisoučet průměr počet medián',
    beside: 'přednášek příspěvků návrhů hodnocení',
  },
  ja: { totals: '合計 総計 小計 計 平均 平均値 件数 総数', beside: '件 数 応募 応募数' },
  zh: { totals: '合计 合計 总计 總計 小计 小計 总数 總數 平均 平均值 平均分', beside: '数 篇 个 投稿' },
  ru: { totals: 'итого всего сумма среднее количество число', beside: 'в по всех докладов заявок предложений оценка' },
};
