// Owns the words with which committees decide about submissions, by language. Must not know how they are compared.
import type { LanguageCode } from './languages.ts';

type DecisionStatus = 'accepted' | 'declined' | 'withdrawn';

/**
 * Words are separated by `|`. Words such as `maybe` are left out: no status means them.
 * By the code of the language (ISO 639-1).
 */
export const decisionWords: Readonly<Record<LanguageCode, Readonly<Record<DecisionStatus, string>>>> = {
  en: {
    accepted: `accept | accepts | accepted | accepted talk | acceptance | approve | approved | yes
      y | selected`,
    declined: `reject | rejects | rejected | rejection | decline | declines | declined | no | n
      not accepted | refused | denied`,
    withdrawn: 'withdrawn | withdraw | retracted',
  },
  de: {
    accepted: 'angenommen | annehmen | Annahme | akzeptiert | zugesagt | Zusage | ja | zugelassen',
    declined: 'abgelehnt | ablehnen | Ablehnung | abgesagt | Absage | nein | nicht angenommen',
    withdrawn: 'zurückgezogen',
  },
  fr: {
    accepted: 'accepté | acceptée | accepter | retenu | retenue | oui | approuvé | approuvée',
    declined: `refusé | refusée | refuser | rejeté | rejetée | rejeter | non | non retenu
      non retenue | décliné | déclinée`,
    withdrawn: 'retiré | retirée',
  },
  es: {
    accepted: `aceptado | aceptada | aceptar | aprobado | aprobada | sí | seleccionado
      seleccionada`,
    declined: `rechazado | rechazada | rechazar | denegado | denegada | no | no aceptado
      no aceptada`,
    withdrawn: 'retirado | retirada',
  },
  pt: {
    accepted: `aceito | aceita | aceite | aceitar | aprovado | aprovada | sim | selecionado
      selecionada`,
    declined: `rejeitado | rejeitada | rejeitar | recusado | recusada | recusar | reprovado
      reprovada | não | não aceito | não aceita`,
    withdrawn: 'retirado | retirada',
  },
  it: {
    accepted: `accettato | accettata | accettare | approvato | approvata | sì | selezionato
      selezionata`,
    declined: `rifiutato | rifiutata | rifiutare | respinto | respinta | no | non accettato
      non accettata`,
    withdrawn: 'ritirato | ritirata',
  },
  nl: {
    accepted: 'geaccepteerd | accepteren | aangenomen | goedgekeurd | ja | toegelaten',
    declined: 'afgewezen | afwijzen | geweigerd | nee | niet geaccepteerd',
    withdrawn: 'ingetrokken | teruggetrokken',
  },
  pl: {
    accepted: `przyjęte | przyjęty | przyjęta | zaakceptowane | zaakceptowany | zaakceptowana
      tak`,
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
