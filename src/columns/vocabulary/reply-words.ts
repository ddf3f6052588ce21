// Owns the words with which speakers reply to an invitation, by language. Must not know how they
// are compared.
import type { LanguageCode } from './languages.ts';

/**
 * Words are separated by `|`. Those of a decision about a talk, such as `accepted`, are left out:
 * they are no reply of a speaker. By the code of the language (ISO 639-1).
 */
export const replyWords: Readonly<
  Record<LanguageCode, Readonly<Record<'confirmed' | 'declined' | 'invited', string>>>
> = {
  en: {
    confirmed: 'confirm | confirms | confirmed | yes | y | coming | attending | will attend',
    declined: 'decline | declines | declined | no | n | not coming | not attending | cannot attend',
    invited: 'invited | invitation sent',
  },
  de: {
    confirmed: 'bestätigt | bestätigen | zugesagt | zusagen | Zusage | sagt zu | ja | kommt',
    declined: 'abgesagt | absagen | Absage | sagt ab | nein | kommt nicht | verhindert',
    invited: 'eingeladen | Einladung verschickt',
  },
  fr: {
    confirmed: 'confirmé | confirmée | confirme | confirmer | oui | participe',
    declined: `décliné | déclinée | décline | décliner | refusé | refusée | refuse | non
      excusé | excusée | ne participe pas`,
    invited: 'invité | invitée',
  },
  es: {
    confirmed: 'confirmado | confirmada | confirma | confirmar | sí | asiste',
    declined: 'declinado | declinada | declina | rechazado | rechazada | rechaza | no | no asiste',
    invited: 'invitado | invitada',
  },
  pt: {
    confirmed: 'confirmado | confirmada | confirma | confirmar | sim | participa',
    declined: 'recusado | recusada | recusa | declinado | declinada | não | não participa',
    invited: 'convidado | convidada',
  },
  it: {
    confirmed: 'confermato | confermata | conferma | confermare | sì | partecipa',
    declined:
      'declinato | declinata | declina | rifiutato | rifiutata | rifiuta | no | non partecipa',
    invited: 'invitato | invitata',
  },
  nl: {
    confirmed: 'bevestigd | bevestigt | toegezegd | ja | komt',
    declined: 'afgezegd | afgemeld | geweigerd | nee | komt niet',
    invited: 'uitgenodigd',
  },
  pl: {
    confirmed: 'potwierdzony | potwierdzona | potwierdzone | potwierdził | potwierdziła | tak',
    declined: 'odmówił | odmówiła | odmowa | nie',
    invited: 'zaproszony | zaproszona',
  },
  cs: {
    confirmed: 'potvrzeno | potvrzený | potvrzená | potvrdil | potvrdila | ano',
    declined: 'odmítl | odmítla | odmítnuto | ne',
    invited: 'pozván | pozvána | pozvaný | pozvaná',
  },
  ja: {
    confirmed: '承諾 | 承諾済み | 確定 | 参加 | 出席 | はい',
    declined: '辞退 | 不参加 | 欠席 | いいえ',
    invited: '招待済み | 依頼済み',
  },
  zh: {
    confirmed: '确认 | 已确认 | 確認 | 已確認 | 参加 | 參加 | 出席 | 是',
    declined: '谢绝 | 謝絕 | 婉拒 | 拒绝 | 拒絕 | 不参加 | 不參加 | 否',
    invited: '已邀请 | 已邀請 | 受邀',
  },
  ru: {
    confirmed: 'подтвердил | подтвердила | подтверждено | да | участвует',
    declined: 'отказался | отказалась | отказ | нет | не участвует',
    invited: 'приглашён | приглашена',
  },
};
