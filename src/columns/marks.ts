// Owns the cells that say yes or no, in all languages. Must not know what they answer.
import { foldKey } from '../contract/key.ts';
import type { LanguageCode } from './vocabulary/languages.ts';

/** Whether a cell says yes: `Yes`, `true`, `x`, `✓`, `Ja`. */
export function isYes(text: string): boolean {
  return yes.has(foldKey(text));
}

/** Whether a cell says no: `No`, `FALSE`, `0`, `-`. An empty one says nothing. */
export function isNo(text: string): boolean {
  return no.has(foldKey(text));
}

/** With the words that spreadsheets write for true and false. By the code of the language. */
const words: Readonly<Record<LanguageCode, { readonly yes: string; readonly no: string }>> = {
  en: { yes: 'yes y true', no: 'no n false' },
  de: { yes: 'ja wahr', no: 'nein falsch' },
  fr: { yes: 'oui vrai', no: 'non faux' },
  es: { yes: 'sí si verdadero', no: 'no falso' },
  pt: { yes: 'sim verdadeiro', no: 'não nao falso' },
  it: { yes: 'sì si vero', no: 'no falso' },
  nl: { yes: 'ja waar', no: 'nee onwaar' },
  pl: { yes: 'tak prawda', no: 'nie fałsz' },
  cs: { yes: 'ano pravda', no: 'ne nepravda' },
  ja: { yes: 'はい ○', no: 'いいえ ×' },
  zh: { yes: '是 真', no: '否 假' },
  ru: { yes: 'да истина', no: 'нет ложь' },
};

const signs = { yes: 'x 1 ✓ ✔ ☑', no: '0 - – — ☐ ✗' };

const yes = listOf('yes');
const no = listOf('no');

function listOf(answer: 'yes' | 'no'): ReadonlySet<string> {
  const lists = [signs, ...Object.values(words)].map((answers) => answers[answer]);
  return new Set(lists.flatMap((list) => list.split(' ')).map(foldKey));
}
