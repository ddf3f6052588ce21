// Reads the words of a column of decisions as statuses, by the words with which committees accept and decline. Must not know files.
import { recommendedStatuses } from '../contract/text.ts';
import { lettersOf } from './fold.ts';
import type { LanguageCode } from './vocabulary/languages.ts';

/**
 * @param own words of the user and their statuses; they come before the vocabulary
 * @returns a function that returns the status that a word means; undefined for an unknown word
 */
export function statusReader(own: Readonly<Record<string, string>> = {}): (word: string) => string | undefined {
  const given = new Map(Object.entries(own).map(([word, status]) => [statusKey(word), status]));
  const statuses = new Set(Object.values(own));
  return (word) => {
    const text = statusKey(word);
    return given.get(text) ?? (statuses.has(word) ? word : vocabulary.get(text));
  };
}

function* allWords(): IterableIterator<readonly [word: string, status: string]> {
  for (const status of recommendedStatuses) yield [status, status];
  for (const language of Object.values(decisionWords)) {
    for (const [status, list] of Object.entries(language)) {
      for (const word of list.split('|')) yield [word.trim(), status];
    }
  }
  for (const [status, signs] of Object.entries(decisionSigns)) for (const word of signs) yield [word, status];
}

/**
 * The form in which words of statuses are compared: without case, accents, spaces and punctuation, but a question mark, which
 * makes a decision a question; a sign without the selector of its presentation.
 */
export function statusKey(word: string): string {
  const key = lettersOf(word) || word.trim().replace(/[\uFE0E\uFE0F]|[\u{1F3FB}-\u{1F3FF}]/gu, '');
  return /[?？؟]/.test(word) ? `${key}?` : key;
}

/** Words are separated by `|`. Case, accents, spaces and punctuation do not count; each is compared as a whole. */
interface DecisionWords {
  readonly accepted: string;
  readonly declined: string;
  readonly withdrawn: string;
}

/** Words such as `maybe` are left out: no recommended status means them. By the code of the language (ISO 639-1). */
export const decisionWords: Readonly<Record<LanguageCode, DecisionWords>> = {
  en: {
    accepted: 'accept | accepts | accepted | accepted talk | acceptance | approve | approved | yes | y | selected',
    declined:
      'reject | rejects | rejected | rejection | decline | declines | declined | no | n | not accepted | refused | denied',
    withdrawn: 'withdrawn | withdraw | retracted',
  },
  de: {
    accepted: 'angenommen | annehmen | Annahme | akzeptiert | zugesagt | Zusage | ja | zugelassen',
    declined: 'abgelehnt | ablehnen | Ablehnung | abgesagt | Absage | nein | nicht angenommen',
    withdrawn: 'zurückgezogen',
  },
  fr: {
    accepted: 'accepté | acceptée | accepter | retenu | retenue | oui | approuvé | approuvée',
    declined:
      'refusé | refusée | refuser | rejeté | rejetée | rejeter | non | non retenu | non retenue | décliné | déclinée',
    withdrawn: 'retiré | retirée',
  },
  es: {
    accepted: 'aceptado | aceptada | aceptar | aprobado | aprobada | sí | seleccionado | seleccionada',
    declined: 'rechazado | rechazada | rechazar | denegado | denegada | no | no aceptado | no aceptada',
    withdrawn: 'retirado | retirada',
  },
  pt: {
    accepted: 'aceito | aceita | aceite | aceitar | aprovado | aprovada | sim | selecionado | selecionada',
    declined:
      'rejeitado | rejeitada | rejeitar | recusado | recusada | recusar | reprovado | reprovada | não | não aceito | não aceita',
    withdrawn: 'retirado | retirada',
  },
  it: {
    accepted: 'accettato | accettata | accettare | approvato | approvata | sì | selezionato | selezionata',
    declined: 'rifiutato | rifiutata | rifiutare | respinto | respinta | no | non accettato | non accettata',
    withdrawn: 'ritirato | ritirata',
  },
  nl: {
    accepted: 'geaccepteerd | accepteren | aangenomen | goedgekeurd | ja | toegelaten',
    declined: 'afgewezen | afwijzen | geweigerd | nee | niet geaccepteerd',
    withdrawn: 'ingetrokken | teruggetrokken',
  },
  pl: {
    accepted: 'przyjęte | przyjęty | przyjęta | zaakceptowane | zaakceptowany | zaakceptowana | tak',
    declined: 'odrzucone | odrzucony | odrzucona | nieprzyjęte | nie',
    withdrawn: 'wycofane | wycofany | wycofana',
  },
  cs: {
    accepted: 'přijato | přijatá | přijatý | schváleno | ano',
    declined: 'zamítnuto | zamítnutá | zamítnutý | odmítnuto | nepřijato | ne',
    withdrawn: 'staženo | stažená | stažený',
  },
  ja: {
    accepted: '採択 | 採用 | 承認 | 合格 | はい',
    declined: '不採択 | 不採用 | 却下 | 否決 | 不合格 | いいえ',
    withdrawn: '辞退 | 取り下げ',
  },
  zh: {
    accepted: '接受 | 录用 | 錄用 | 通过 | 通過 | 采纳 | 是',
    declined: '拒绝 | 拒絕 | 不录用 | 不錄用 | 未通过 | 未通過 | 否',
    withdrawn: '撤回 | 撤稿',
  },
  ru: {
    accepted: 'принят | принята | принято | принять | одобрено | одобрен | да',
    declined: 'отклонён | отклонен | отклонена | отклонено | отклонить | отказ | отказано | нет',
    withdrawn: 'отозван | отозвана | отозвано',
  },
};

/** Signs, which have no letters to compare. */
const decisionSigns: Readonly<Record<keyof DecisionWords, string>> = {
  accepted: '✓✔☑✅👍',
  declined: '✗✘☒❌❎👎',
  withdrawn: '',
};

const vocabulary = new Map(Array.from(allWords(), ([word, status]) => [statusKey(word), status]));
