// Owns the words with which committees decide about submissions, by language. Must not know how
// they are compared.
import type { LanguageCode } from './languages.ts';

/** Words that mean no status, because the decision is still open: headers of columns of marks. */
export const openDecisions = `waitlist | waitlisted | wait list | waiting list | on waitlist
  standby | stand-by | reserve | backup | back-up | maybe | undecided | tentative
  on hold | shortlist | shortlisted | Warteliste | Nachrücker | vielleicht | offen
  liste d'attente | en attente | peut-être | lista de espera | en espera | quizás | em espera
  talvez | lista d'attesa | in attesa | forse | wachtlijst | misschien | lista rezerwowa
  rezerwowy | może | náhradník | možná | 補欠 | 保留 | 候补 | 待定 | лист ожидания | резерв | возможно`;

/**
 * Words are separated by `|`. Words such as `maybe` are left out: no status means them.
 * By the code of the language (ISO 639-1).
 */
export const decisionWords: Readonly<
  Record<LanguageCode, Readonly<Record<'accepted' | 'declined' | 'withdrawn', string>>>
> = {
  en: {
    accepted: `accept | accepts | accepted | accepted talk | acceptance | approve | approved | yes
      y | selected | true`,
    declined: `reject | rejects | rejected | rejection | decline | declines | declined | no | n
      not accepted | not selected | refused | denied | false`,
    withdrawn: 'withdrawn | withdraw | retracted',
  },
  de: {
    accepted:
      'angenommen | annehmen | Annahme | akzeptiert | zugesagt | Zusage | ja | zugelassen | wahr',
    declined:
      'abgelehnt | ablehnen | Ablehnung | abgesagt | Absage | nein | nicht angenommen | falsch',
    withdrawn: 'zurückgezogen',
  },
  fr: {
    accepted:
      'accepté | acceptée | accepter | retenu | retenue | oui | approuvé | approuvée | vrai',
    declined: `refusé | refusée | refuser | rejeté | rejetée | rejeter | non | non retenu
      non retenue | décliné | déclinée | faux`,
    withdrawn: 'retiré | retirée',
  },
  es: {
    accepted: `aceptado | aceptada | aceptar | aprobado | aprobada | sí | seleccionado
      seleccionada | verdadero`,
    declined: `rechazado | rechazada | rechazar | denegado | denegada | no | no aceptado
      no aceptada | falso`,
    withdrawn: 'retirado | retirada',
  },
  pt: {
    accepted: `aceito | aceita | aceite | aceitar | aprovado | aprovada | sim | selecionado
      selecionada | verdadeiro`,
    declined: `rejeitado | rejeitada | rejeitar | recusado | recusada | recusar | reprovado
      reprovada | não | não aceito | não aceita | falso`,
    withdrawn: 'retirado | retirada',
  },
  it: {
    accepted: `accettato | accettata | accettare | approvato | approvata | sì | selezionato
      selezionata | vero`,
    declined: `rifiutato | rifiutata | rifiutare | respinto | respinta | no | non accettato
      non accettata | falso`,
    withdrawn: 'ritirato | ritirata',
  },
  nl: {
    accepted: 'geaccepteerd | accepteren | aangenomen | goedgekeurd | ja | toegelaten | waar',
    declined: 'afgewezen | afwijzen | geweigerd | nee | niet geaccepteerd | onwaar',
    withdrawn: 'ingetrokken | teruggetrokken',
  },
  pl: {
    accepted: `przyjęte | przyjęty | przyjęta | zaakceptowane | zaakceptowany | zaakceptowana
      tak | prawda`,
    declined: 'odrzucone | odrzucony | odrzucona | nieprzyjęte | nie | fałsz',
    withdrawn: 'wycofane | wycofany | wycofana',
  },
  cs: {
    accepted: 'přijato | přijatá | přijatý | schváleno | ano | pravda',
    declined: 'zamítnuto | zamítnutá | zamítnutý | odmítnuto | nepřijato | ne | nepravda',
    withdrawn: 'staženo | stažená | stažený',
  },
  ja: {
    accepted: '採択 | 採用 | 承認 | 合格 | はい',
    declined: '不採択 | 不採用 | 却下 | 否決 | 不合格 | いいえ',
    withdrawn: '辞退 | 取り下げ',
  },
  zh: {
    accepted: '接受 | 录用 | 錄用 | 通过 | 通過 | 采纳 | 是 | 真',
    declined: '拒绝 | 拒絕 | 不录用 | 不錄用 | 未通过 | 未通過 | 否 | 假',
    withdrawn: '撤回 | 撤稿',
  },
  ru: {
    accepted: 'принят | принята | принято | принять | одобрено | одобрен | да | истина',
    declined:
      'отклонён | отклонен | отклонена | отклонено | отклонить | отказ | отказано | нет | ложь',
    withdrawn: 'отозван | отозвана | отозвано',
  },
};
